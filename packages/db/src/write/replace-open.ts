/**
 * Replaces spans that were stored without an end and arrive again with one, or with a newer snapshot. The stored rows
 * are deleted and subtracted from the sums, and the spans are stored as if they were new. Step of write-batch.ts, under
 * the lock of the traces. So nothing is lost that a sender reports at the end of a span. A span with an end is never
 * replaced: it counts once, even when it arrives several times, in any order.
 */
import {
  difference,
  totalsOf,
  type BatchTotals,
  type NewSpan,
  BLANK_FACTS,
  BLANK_SPAN,
  type SpanRecord,
  type StorableSpan,
} from '@subtext/trace';
import type { TransactionSql } from '../postgres/connect.ts';
import { copyRows } from '../postgres/copy-rows.ts';
import { rowsFromJson, toJson } from '../postgres/json-rows.ts';
import { packBodies, wholeBlock, type PayloadBlock, type ResultsBlock } from '../rows/payload-blocks.ts';
import { dropOf, SPAN_KEYS } from '../rows/span-keys.ts';
import { storedSpans, type SpanKey } from './stored-spans.ts';
import { firstNames } from '../rows/trace-facts.ts';
import { PAYLOADS } from './write-statements.ts';

const GIVEN = rowsFromJson(SPAN_KEYS);

const DROP_BLOCKS = `
  DELETE FROM payloads USING ${GIVEN} AS given
  WHERE payloads.project_id = $2 AND payloads.project_id = given.project_id AND payloads.day = given.day
    AND payloads.trace_id = given.trace_id AND given.span_id = ANY (payloads.span_ids)
  RETURNING payloads.day, encode(payloads.trace_id, 'hex') AS "traceId",
    ARRAY(SELECT encode(id, 'hex') FROM unnest(payloads.span_ids) AS id) AS "spanIds", payloads.bodies, payloads.results`;

/** What the names stored with a trace are computed from. */
const READ_NAMES = `
  SELECT DISTINCT encode(spans.trace_id, 'hex') AS "traceId", kind, scope, usage_source AS "usageSource", request_model AS "requestModel",
    response_model AS "responseModel", agent_name AS "agentName", reasoning_effort AS "reasoningEffort"
  FROM spans JOIN (SELECT DISTINCT project_id, day, trace_id FROM ${GIVEN} AS rows) AS given USING (project_id, day, trace_id)
  WHERE spans.project_id = $2`;

const NAMES = { models: 'text[]', agents: 'text[]', efforts: 'text[]', instrumentations: 'text[]' } as const;

const NAME_TRACES = `
  UPDATE traces SET ${Object.keys(NAMES)
    .map((column) => `${column} = ${firstNames(`given.${column}`)}`)
    .join(', ')}
  FROM ${rowsFromJson({ projectId: 'uuid', traceId: 'hex', ...NAMES })} AS given
  WHERE traces.project_id = $2 AND traces.project_id = given.project_id AND traces.trace_id = given.trace_id`;

/**
 * The version number among the snapshots of one span. A span with an end is the last version. A log record has no end
 * to wait for.
 */
export function snapshotVersion({ span, attachedTo }: Pick<StorableSpan, 'span' | 'attachedTo'>): number {
  if (attachedTo !== undefined) return 0;
  return span.durationNs === null ? (span.snapshot ?? 0) : Infinity;
}

export interface LaterSpan {
  /** The key under which the span is stored without an end. */
  key: SpanKey;
  span: SpanRecord;
}

/** `later`: spans of one project in their later versions. Resolves to the (negative) change to the sums. */
export async function retractOpen(sql: TransactionSql, later: readonly LaterSpan[]): Promise<BatchTotals> {
  const keys = later.map(({ key }) => key);
  const before = await storedSpans(sql, keys);
  for (const table of ['tool_call_texts', 'tool_calls', 'spans']) await run(sql, dropOf(table), keys);
  await dropBodies(sql, keys);
  const namesNow = new Map(later.map(({ key, span }) => [spanKey(key), namesIn(span)]));
  const isRenamed = ({ traceId, span }: (typeof before)[number]) =>
    namesIn(span) !== namesNow.get(spanKey({ ...span, traceId }));
  const renamed = new Set(before.filter(isRenamed).map(({ traceId }) => traceId));
  await nameTraces(
    sql,
    keys.filter(({ traceId }) => renamed.has(traceId)),
  );
  return difference([], before);
}

const run = <Row extends object>(sql: TransactionSql, statement: string, rows: readonly SpanKey[]) =>
  sql.unsafe<Row[]>(statement, [toJson(rows), rows[0]!.projectId], { prepare: true });

const spanKey = ({ traceId, spanId }: { traceId: string; spanId: string }): string => `${traceId}/${spanId}`;
const namesIn = ({ responseModel, requestModel, agentName, reasoningEffort, scope }: SpanRecord): string =>
  JSON.stringify([responseModel ?? requestModel, agentName, reasoningEffort, scope]);

type Block = PayloadBlock & ResultsBlock & Pick<SpanKey, 'day' | 'traceId'>;

/** Packs the remaining bodies of these blocks again. */
async function dropBodies(sql: TransactionSql, keys: readonly SpanKey[]): Promise<void> {
  const { projectId } = keys[0]!;
  const isDropped = new Set(keys.map(spanKey));
  const rows = (await run<Block>(sql, DROP_BLOCKS, keys)).map(async (block) => {
    const { day, traceId } = block;
    const kept = (await wholeBlock(block)).filter(({ spanId }) => !isDropped.has(spanKey({ traceId, spanId })));
    const blocks = await packBodies(kept);
    return blocks.map((packed) => [{ projectId, day, traceId, spanId: packed.spanIds[0]! }, packed]);
  });
  await copyRows(sql, PAYLOADS, (await Promise.all(rows)).flat());
}

type Named = Pick<SpanRecord, 'kind' | 'scope' | 'requestModel' | 'responseModel' | 'agentName' | 'reasoningEffort'> &
  Pick<NewSpan, 'traceId' | 'usageSource'>;

/**
 * The deleted spans may have been the only ones with a name: while a response is running, only the requested model is
 * known.
 */
async function nameTraces(sql: TransactionSql, keys: readonly SpanKey[]): Promise<void> {
  if (keys.length === 0) return;
  const { projectId } = keys[0]!;
  const left = (await run<Named>(sql, READ_NAMES, keys)).map(({ traceId, usageSource, ...names }): NewSpan => {
    const span = { ...BLANK_SPAN, ...names };
    return {
      ...{ projectId, traceId, usageSource, span },
      calls: [],
      trace: BLANK_FACTS,
      price: null,
      body: '',
      duplicateOf: null,
    };
  });
  const named = new Map(totalsOf(left).traces.map((trace) => [trace.traceId, trace]));
  const rows = [...new Set(keys.map(({ traceId }) => traceId))].map((traceId) => {
    const { models = [], agents = [], efforts = [], instrumentations = [] } = named.get(traceId) ?? {};
    return { projectId, traceId, models, agents, efforts, instrumentations };
  });
  await sql.unsafe(NAME_TRACES, [toJson(rows), projectId], { prepare: true });
}
