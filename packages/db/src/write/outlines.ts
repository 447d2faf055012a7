/**
 * Reads the outlines of the stored spans that the spans of a batch relate to: the same span in an earlier version,
 * spans and log records of the same model call and, where whole traces are compared, all spans of the trace. Step of
 * write-batch.ts, under the lock of the traces.
 */
import { areSeveral, endOf, isRun, outlineOf, reportsUsage, usageSources } from '@subtext/trace';
import type { Outline, StorableSpan, UsageSource } from '@subtext/trace';
import type { TransactionSql } from '../postgres/connect.ts';
import { rowsFromJson, toJson } from '../postgres/json-rows.ts';
import { lookedUp, SPAN_KEYS, type SpanKey, type TracePartitionKey } from '../rows/span-keys.ts';
import { TRACE_KEYS } from '../rows/trace-facts.ts';
import { MAX_SPANS, traceKey, type LockedTrace, type LockedTraces } from './lock-traces.ts';

/** The outline of a stored span, as it reported itself, and what was decided about it. */
export interface StoredOutline extends Outline {
  /** The version of the span (`versionOf`). */
  version: number;
  /** The span that counts instead, or the span that a log record is attached to. */
  duplicateOf: string | null;
  isSilenced: boolean;
  usageSource: UsageSource | null;
}

/** What is stored of a trace. */
export interface StoredOutlines {
  spans: readonly StoredOutline[];
  /** These are all spans of the trace, and not only those that the batch relates to. */
  isWhole: boolean;
}

const OUTLINE_COLUMNS = `
  encode(spans.trace_id, 'hex') AS "traceId", encode(spans.span_id, 'hex') AS "spanId",
  encode(spans.parent_span_id, 'hex') AS "parentSpanId", spans.kind, spans.name, spans.scope,
  (extract(epoch FROM spans.started_at) * 1000000)::float8 AS "startedAt", spans.duration_ns::float8 AS "durationNs",
  spans.request_model AS "requestModel", spans.response_model AS "responseModel", spans.response_id AS "responseId",
  spans.input_tokens::float8 AS "inputTokens", spans.output_tokens::float8 AS "outputTokens",
  CASE WHEN spans.described_in IS NULL THEN spans.output_preview END AS answer, spans.snapshot,
  encode(spans.duplicate_of, 'hex') AS "duplicateOf", spans.own_calls IS NOT NULL AS "isSilenced",
  spans.usage_source AS "usageSource",
  spans.log_record IS NOT NULL OR spans.input_preview IS NOT NULL AS "isFilling", coalesce(spans.log_record LIKE '{"cost":%', false) AS "isCostRecord",
  CASE WHEN spans.own_calls IS NOT NULL THEN (
    SELECT array_agg(own ->> 'callId') FROM json_array_elements(spans.own_calls::json) AS own
    WHERE own ->> 'describedBy' = 'generation'
  ) ELSE described.ids END AS "callIds",
  CASE WHEN spans.own_calls IS NOT NULL THEN EXISTS (
    SELECT FROM json_array_elements(spans.own_calls::json) AS own WHERE own ->> 'describedBy' = 'generation'
      AND ((own ->> 'thoughtCount')::integer > 0 OR own ->> 'reasoningRef' IS NOT NULL)
  ) ELSE coalesce(described."hasThoughts", false) END AS "hasThoughts"`;

/** The calls that the row of a span describes, found by their primary key (`lookedUp`). */
const DESCRIBED = `
  CROSS JOIN LATERAL (
    SELECT array_agg(calls.call_id) AS ids,
      bool_or(calls.thought_count > 0 OR calls.reasoning_ref IS NOT NULL) AS "hasThoughts"
    FROM (
      SELECT * FROM tool_calls AS found
      WHERE found.project_id = $2 AND found.day = spans.day AND found.trace_id = spans.trace_id
        AND found.span_id = spans.span_id AND (spans.kind = 'generation' OR spans.duplicate_of IS NOT NULL)
      ORDER BY found.call_index OFFSET 0
    ) AS calls
    WHERE calls.described_by = 'generation'
  ) AS described`;

type OutlineRow = Omit<StoredOutline, 'endedAt' | 'models' | 'attachedTo' | 'version'> & {
  traceId: string;
  durationNs: number | null;
  requestModel: string | null;
  responseModel: string | null;
  snapshot: number | null;
};

/** A span to look for, and the spans of its model call. Nulls look for nothing. */
interface Lookup extends SpanKey {
  /** Spans and records with this response id. */
  responseId: string | null;
  /** Copies of this span, and log records that are attached to it. */
  duplicateOf: string | null;
}

const OF_TRACE = ['day', 'trace_id'];

const FOUND_BY = ['span_id', 'response_id', 'duplicate_of'].map(
  (column) => `
    SELECT spans.* FROM (SELECT * FROM wanted WHERE ${column} IS NOT NULL) AS given ${lookedUp('spans', [...OF_TRACE, column])}`,
);

export const FIND_RELATED = `
  WITH wanted AS MATERIALIZED (
    SELECT * FROM ${rowsFromJson({ ...SPAN_KEYS, responseId: 'text', duplicateOf: 'hex' })} AS given
  )
  SELECT ${OUTLINE_COLUMNS} FROM (${FOUND_BY.join(' UNION ALL ')}) AS spans ${DESCRIBED}`;

export const FIND_WHOLE = `
  SELECT ${OUTLINE_COLUMNS}
  FROM ${rowsFromJson({ ...TRACE_KEYS, day: 'date' })} AS given ${lookedUp('spans', OF_TRACE)}
  ${DESCRIBED}`;

/** `spansOf`: the spans of the batch, by trace. Traces that the batch creates have no entry. */
export async function storedOutlines(
  sql: TransactionSql,
  spansOf: ReadonlyMap<string, readonly StorableSpan[]>,
  traces: LockedTraces,
): Promise<ReadonlyMap<string, StoredOutlines>> {
  const earlier = [...spansOf].filter(([key]) => !traces.get(key)!.isNew);
  if (earlier.length === 0) return new Map();
  const whole = earlier.filter(([key, spans]) => isCompared(traces.get(key)!, spans));
  const isWhole = new Set(whole.map(([key]) => key));
  const others = earlier.filter(([key]) => !isWhole.has(key)).flatMap(([, spans]) => spans);
  const found = await relatedOutlines(sql, others, traces);
  const lost = earlier.filter(([key, spans]) => losesUsage(found.get(key) ?? [], spans));
  const all = await wholeOutlines(sql, [...whole, ...lost], traces);
  return new Map(earlier.map(([key]) => [key, { spans: all.get(key) ?? found.get(key) ?? [], isWhole: all.has(key) }]));
}

/**
 * True when a decision may depend on any span of the trace: several instrumentations report model calls, or a run
 * counts or might have to.
 */
function isCompared(
  { instrumentations, runsCounted, spanCount }: LockedTrace,
  spans: readonly StorableSpan[],
): boolean {
  if (spanCount > MAX_SPANS) return false;
  if (runsCounted > 0) return true;
  const scopes = new Set(instrumentations);
  for (const { span } of spans) if (span.kind === 'generation' && span.scope !== null) scopes.add(span.scope);
  return areSeveral(scopes) || countsRun(spans);
}

/** A call in the batch that prevents a run from counting prevents it in the whole trace, too. */
function countsRun(spans: readonly StorableSpan[]): boolean {
  if (!spans.some(({ span }) => isRun(span.kind) && reportsUsage(span))) return false;
  const runs = spans.map(({ span, attachedTo = null }) => ({
    ...span,
    reportsUsage: reportsUsage(span),
    duplicateOf: attachedTo,
  }));
  return usageSources(runs).size > 0;
}

/** A later snapshot that no longer reports usage may let a run count again. */
function losesUsage(stored: readonly StoredOutline[], spans: readonly StorableSpan[]): boolean {
  const reporting = new Set(stored.filter(reportsUsage).map(({ spanId }) => spanId));
  return reporting.size > 0 && spans.some(({ span }) => reporting.has(span.spanId) && !reportsUsage(span));
}

async function wholeOutlines(
  sql: TransactionSql,
  spansOf: readonly (readonly [string, readonly StorableSpan[]])[],
  traces: LockedTraces,
): Promise<Map<string, StoredOutline[]>> {
  if (spansOf.length === 0) return new Map();
  const wanted = spansOf.map(([key, [first]]) => {
    const { projectId, traceId } = first!;
    return { projectId, traceId, day: traces.get(key)!.day };
  });
  return byTrace(await run(sql, FIND_WHOLE, wanted), wanted[0]!.projectId);
}

async function relatedOutlines(
  sql: TransactionSql,
  spans: readonly StorableSpan[],
  traces: LockedTraces,
): Promise<Map<string, StoredOutline[]>> {
  if (spans.length === 0) return new Map();
  const { projectId } = spans[0]!;
  const seen = new Set<string>();
  const wanted = spans.flatMap((stored) => {
    const { day } = traces.get(traceKey(stored))!;
    return lookupsOf(outlineOf(stored), { projectId, day, traceId: stored.traceId }, seen);
  });
  return byTrace(await follow(sql, wanted, seen), projectId);
}

/** All stored spans and log records of the model calls of these spans, which must be of one project, by trace id. */
export async function outlinesOfCalls(
  sql: TransactionSql,
  keys: readonly SpanKey[],
): Promise<Map<string, StoredOutline[]>> {
  const wanted = keys.map((key) => ({ ...key, responseId: null, duplicateOf: null }));
  const seen = new Set(keys.map(({ traceId, spanId }) => `${traceId}/span ${spanId}`));
  const rows = await follow(sql, wanted, seen);
  const ofTrace = Map.groupBy(rows, ({ traceId }) => traceId);
  return new Map([...ofTrace].map(([traceId, some]) => [traceId, some.map(storedOutline)]));
}

/** Follows response ids and log records until nothing new is found: usually there is nothing at all. */
async function follow(sql: TransactionSql, first: readonly Lookup[], seen: Set<string>): Promise<OutlineRow[]> {
  const rows = new Map<string, OutlineRow>();
  let wanted = first;
  while (wanted.length > 0) {
    const found = await run(sql, FIND_RELATED, wanted);
    const traces = new Map(wanted.map(({ projectId, traceId, day }) => [traceId, { projectId, traceId, day }]));
    const fresh = found.filter((row) => {
      const key = `${row.traceId}/${row.spanId}`;
      return !rows.has(key) && rows.set(key, row);
    });
    wanted = fresh.flatMap((row) => lookupsOf(storedOutline(row), traces.get(row.traceId)!, seen));
  }
  return [...rows.values()];
}

type Looked = Outline & { duplicateOf?: string | null };

/** What is not yet looked for: the span itself, and the rows of its model call. */
function lookupsOf(outline: Looked, trace: TracePartitionKey, seen: Set<string>): Lookup[] {
  const { spanId, kind, responseId, attachedTo, duplicateOf = null, isFilling, isCostRecord } = outline;
  const isNew = (key: string) => {
    const full = `${trace.traceId}/${key}`;
    return !seen.has(full) && seen.add(full);
  };
  const isCall = kind === 'generation' && attachedTo === null;
  const response = (isCall || isFilling) && responseId !== null && isNew(`response ${responseId}`) ? responseId : null;
  const described = isCall && isNew(`described ${spanId}`) ? spanId : null;
  const lookups: Lookup[] = [];
  if (isNew(`span ${spanId}`) || response !== null || described !== null)
    lookups.push({ ...trace, spanId, responseId: response, duplicateOf: described });
  // A record of a cost is found by its response id: the span that it is attached to is another one.
  const other = isCall ? duplicateOf : isFilling && !isCostRecord ? attachedTo : null;
  if (other !== null && isNew(`described ${other}`))
    lookups.push({ ...trace, spanId: other, responseId: null, duplicateOf: other });
  return lookups;
}

const run = (sql: TransactionSql, statement: string, wanted: readonly { projectId: string }[]) =>
  sql.unsafe<OutlineRow[]>(statement, [toJson(wanted), wanted[0]!.projectId], { prepare: true });

function byTrace(rows: readonly OutlineRow[], projectId: string): Map<string, StoredOutline[]> {
  const outlines = new Map<string, StoredOutline[]>();
  for (const [traceId, ofTrace] of Map.groupBy(rows, ({ traceId }) => traceId))
    outlines.set(traceKey({ projectId, traceId }), ofTrace.map(storedOutline));
  return outlines;
}

function storedOutline({ traceId: _traceId, durationNs, requestModel, responseModel, snapshot, ...row }: OutlineRow) {
  const attachedTo = row.kind === 'generation' ? null : row.duplicateOf;
  const isFilling = attachedTo !== null && (row.isFilling || row.callIds !== null);
  const isOpen = durationNs === null && attachedTo === null;
  return {
    ...row,
    endedAt: endOf(row.startedAt, durationNs),
    models: [requestModel, responseModel],
    attachedTo,
    isFilling,
    version: isOpen ? (snapshot ?? 0) : Infinity,
  } satisfies StoredOutline;
}
