/**
 * Reads the outlines of the stored spans that the spans of a batch relate to: the same span in an earlier version,
 * spans and log records of the same model call and, where whole traces are compared, all spans of the trace. Step of
 * write-batch.ts, under the lock of the traces.
 */
import { areSeveral, countedRuns, endOf, isGeneration, reportsUsage } from '@subtext/trace';
import type { Outline, UsageSource } from '@subtext/trace';
import type { TransactionSql } from '../postgres/connect.ts';
import { rowsFromJson, toJson } from '../postgres/json-rows.ts';
import { lookedUp, SPAN_KEYS, type SpanKey, type TracePartitionKey } from '../rows/span-keys.ts';
import { MAX_SPANS, type LockedTrace } from './lock-traces.ts';
import { GIVEN_TRACES, OF_TRACE, spanKey } from './stored-rows.ts';

/** The outline of a stored span, as it reported itself, and what was decided about it. */
export interface StoredOutline extends Outline {
  /** The version of the span (`versionOf`). */
  version: number;
  /** The span that counts instead, or the span that a log record is attached to. */
  duplicateOf: string | null;
  isSilenced: boolean;
  usageSource: UsageSource | null;
}

/** The stored spans of a trace, or some of them. */
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
  coalesce(spans.output_source = 'apportioned', false) AS "isOutputApportioned",
  CASE WHEN spans.described_in IS NULL THEN spans.output_preview END AS answer, spans.snapshot,
  CASE WHEN spans.kind = 'tool' THEN spans.call_id END AS "toolCallId",
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
  FROM ${GIVEN_TRACES} ${lookedUp('spans', OF_TRACE)}
  ${DESCRIBED}`;

/** The spans of a batch that belong to one trace. */
export interface Arrivals {
  key: TracePartitionKey;
  trace: LockedTrace;
  outlines: readonly Outline[];
}

/** By trace id. Traces that the batch creates have no entry. */
export async function storedOutlines(
  sql: TransactionSql,
  arrivals: readonly Arrivals[],
): Promise<ReadonlyMap<string, StoredOutlines>> {
  const earlier = arrivals.filter(({ trace }) => !trace.isNew);
  if (earlier.length === 0) return new Map();
  const { whole = [], parts = [] } = Object.groupBy(earlier, (one) => (isCompared(one) ? 'whole' : 'parts'));
  const found = await relatedOutlines(sql, parts);
  const lost = parts.filter(({ key, outlines }) => losesUsage(found.get(key.traceId) ?? [], outlines));
  const all = await wholeOutlines(
    sql,
    [...whole, ...lost].map(({ key }) => key),
  );
  return new Map(
    earlier.map(({ key: { traceId } }) => {
      const spans = all.get(traceId) ?? found.get(traceId) ?? [];
      return [traceId, { spans, isWhole: all.has(traceId) }];
    }),
  );
}

/**
 * True when a decision may depend on any span of the trace: several instrumentations report model calls, or a run
 * counts or might have to. A call in the batch that prevents a run from counting prevents it in the whole trace, too.
 */
function isCompared({ trace: { instrumentations, runsCounted, spanCount }, outlines }: Arrivals): boolean {
  if (spanCount > MAX_SPANS) return false;
  if (runsCounted > 0) return true;
  const scopes = new Set(instrumentations);
  for (const { kind, scope } of outlines) if (kind === 'generation' && scope !== null) scopes.add(scope);
  return areSeveral(scopes) || countedRuns(outlines).size > 0;
}

/** A later snapshot that no longer reports usage may let a run count again. */
function losesUsage(stored: readonly StoredOutline[], outlines: readonly Outline[]): boolean {
  const reporting = new Set(stored.filter(reportsUsage).map(({ spanId }) => spanId));
  return reporting.size > 0 && outlines.some((one) => reporting.has(one.spanId) && !reportsUsage(one));
}

type OutlinesOf = Map<string, StoredOutline[]>;

async function wholeOutlines(sql: TransactionSql, traces: readonly TracePartitionKey[]): Promise<OutlinesOf> {
  return byTrace(traces.length === 0 ? [] : await run(sql, FIND_WHOLE, traces));
}

async function relatedOutlines(sql: TransactionSql, arrivals: readonly Arrivals[]): Promise<OutlinesOf> {
  const seen = new Set<string>();
  const wanted = arrivals.flatMap(({ key, outlines }) => outlines.flatMap((one) => lookupsOf(one, key, seen)));
  return byTrace(await follow(sql, wanted, seen));
}

/** All stored spans and log records of the model calls of these spans, which must be of one project, by trace id. */
export async function outlinesOfCalls(sql: TransactionSql, keys: readonly SpanKey[]): Promise<OutlinesOf> {
  const wanted = keys.map((key) => ({ ...key, responseId: null, duplicateOf: null }));
  const seen = new Set(keys.map(({ traceId, spanId }) => `${traceId}/span ${spanId}`));
  return byTrace(await follow(sql, wanted, seen));
}

/** Follows response ids and log records until nothing new is found: usually there is nothing at all. */
async function follow(sql: TransactionSql, first: readonly Lookup[], seen: Set<string>): Promise<OutlineRow[]> {
  const rows = new Map<string, OutlineRow>();
  let wanted = first;
  while (wanted.length > 0) {
    const found = await run(sql, FIND_RELATED, wanted);
    const traces = new Map(wanted.map(({ projectId, traceId, day }) => [traceId, { projectId, traceId, day }]));
    const fresh = found.filter((row) => {
      const key = spanKey(row);
      return !rows.has(key) && rows.set(key, row);
    });
    wanted = fresh.flatMap((row) => lookupsOf(storedOutline(row), traces.get(row.traceId)!, seen));
  }
  return [...rows.values()];
}

type Looked = Outline & { duplicateOf?: string | null };

/** Lookups of the span itself and of the rows of its model call, without those that were already made. */
function lookupsOf(outline: Looked, trace: TracePartitionKey, seen: Set<string>): Lookup[] {
  const { spanId, responseId, attachedTo, duplicateOf = null, isFilling, isCostRecord } = outline;
  const isNew = (key: string) => {
    const full = `${trace.traceId}/${key}`;
    return !seen.has(full) && seen.add(full);
  };
  const isCall = isGeneration(outline);
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

function byTrace(rows: readonly OutlineRow[]): OutlinesOf {
  const ofTrace = Map.groupBy(rows, ({ traceId }) => traceId);
  return new Map([...ofTrace].map(([traceId, some]) => [traceId, some.map(storedOutline)]));
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
