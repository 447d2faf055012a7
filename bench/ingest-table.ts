/**
 * The plain table that ingest is compared with: 17 columns, a primary key and three more indexes, no joins and no sums.
 * One row per span, as COPY text for the raw limit of the database, and as parameters for the minimal receiver.
 */
import type { ReadableSpan } from '@opentelemetry/sdk-trace';

export const BARE_TABLES = ['copied', 'received'] as const;

export function createBareTable(table: (typeof BARE_TABLES)[number]): string {
  return `
  CREATE TABLE ${table} (project_id uuid, trace_id bytea, span_id bytea, parent_span_id bytea, name text, kind int, started_at timestamptz,
    duration_ns bigint, status int, model text, response_id text, session_id text, input_tokens bigint, output_tokens bigint, attributes jsonb,
    input text, output text, PRIMARY KEY (project_id, trace_id, span_id));
  CREATE INDEX ON ${table} (project_id, started_at);
  CREATE INDEX ON ${table} (project_id, trace_id, response_id);
  CREATE INDEX ON ${table} (project_id, session_id, started_at);
  DO $$ BEGIN
    IF 'lz4' = ANY (SELECT unnest(enumvals) FROM pg_settings WHERE name = 'default_toast_compression') THEN
      ALTER TABLE ${table} ALTER COLUMN attributes SET COMPRESSION lz4, ALTER COLUMN input SET COMPRESSION lz4,
        ALTER COLUMN output SET COMPRESSION lz4;
    END IF;
  END $$`;
}

export const BARE_COLUMNS = 17;

/** Values in the order of the columns. */
export type BareRow = (string | number | null)[];

export interface BareSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
  /** ISO 8601 */
  startedAt: string;
  durationNs: number;
  attributes: Record<string, unknown>;
}

/** The two longest texts have their own columns; everything else is in `attributes`. */
export function bareRow(projectId: string, span: BareSpan): BareRow {
  const {
    'gen_ai.input.messages': input,
    'gen_ai.output.messages': output,
    'gen_ai.tool.call.result': result,
    ...attributes
  } = span.attributes;
  return [
    projectId,
    `\\x${span.traceId}`,
    `\\x${span.spanId}`,
    `\\x${span.parentSpanId}`,
    span.name,
    span.kind,
    span.startedAt,
    span.durationNs,
    0,
    cell(attributes['gen_ai.request.model']),
    cell(attributes['gen_ai.response.id']),
    cell(attributes['session.id']),
    cell(attributes['gen_ai.usage.input_tokens']),
    cell(attributes['gen_ai.usage.output_tokens']),
    JSON.stringify(attributes),
    cell(input),
    cell(output ?? result),
  ];
}

function cell(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** Builds COPY text before the clock starts: tabs between values, `\N` for null, doubled backslashes. */
export function copyText(projectId: string, spans: readonly ReadableSpan[]): Buffer {
  const lines = spans.map((span) => bareRow(projectId, plain(span)).map(escaped).join('\t'));
  return Buffer.from(`${lines.join('\n')}\n`);
}

function escaped(value: string | number | null): string {
  if (value === null) return '\\N';
  return String(value).replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

function plain(span: ReadableSpan): BareSpan {
  const { traceId, spanId } = span.spanContext();
  return {
    traceId,
    spanId,
    parentSpanId: span.parentSpanContext?.spanId ?? '',
    name: span.name,
    kind: span.kind + 1,
    startedAt: new Date(span.startTime[0] * 1_000 + span.startTime[1] / 1e6).toISOString(),
    durationNs: span.duration[0] * 1e9 + span.duration[1],
    attributes: span.attributes,
  };
}
