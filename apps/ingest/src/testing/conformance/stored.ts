/** What the database holds of what was sent. */
import type { TestIngest } from '../ingest.ts';
import type { Telemetry } from './senders.ts';

export const JSON_TYPE = 'application/json';
export const PROTOBUF_TYPE = 'application/x-protobuf';

export const bearer = ({ key }: TestIngest) => ({ authorization: `Bearer ${key}` });

export async function spansOf({ database }: TestIngest, spanIds: readonly string[]): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM spans WHERE encode(span_id, 'hex') = ANY (${[...spanIds]})`;
  return row!.count;
}

export interface Stored {
  /** Spans and log records. */
  rows: number;
  /** As its traces count them. */
  spans: number;
  calls: number;
  outputTokens: number;
}

export async function storedOf({ database }: TestIngest, { spans }: Telemetry): Promise<Stored> {
  const ids = [...new Set(spans.map((span) => span.spanContext().traceId))];
  const [counted] = await database.sql<Pick<Stored, 'rows'>[]>`
    SELECT count(*)::int AS rows FROM spans WHERE encode(trace_id, 'hex') = ANY (${ids})`;
  const [summed] = await database.sql<Omit<Stored, 'rows'>[]>`
    SELECT coalesce(sum(span_count), 0)::int AS spans, coalesce(sum(call_count), 0)::int AS calls,
      coalesce(sum(output_tokens), 0)::int AS "outputTokens"
    FROM traces WHERE encode(trace_id, 'hex') = ANY (${ids})`;
  return { ...counted!, ...summed! };
}
