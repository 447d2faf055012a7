/**
 * Spans that were stored without an end and are told of later, with one or with more of their answer: what was stored of them goes, rows and sums,
 * and they are stored as if they came for the first time. Step of write-batch.ts, under the lock of the traces. So nothing is lost of what a sender
 * tells at the end of a span that it has told of before. What has an end is never replaced: whatever arrives twice counts once, in any order.
 */
import { difference } from './add-totals.ts';
import { totalsOf, type BatchTotals, type NewSpan } from './batch-totals.ts';
import { BLANK_FACTS, BLANK_SPAN } from './blank-records.ts';
import type { TransactionSql } from './connect.ts';
import { copyRows } from './copy-rows.ts';
import { rowsFromJson, toJson } from './json-rows.ts';
import { entriesIn, packBodies, type PayloadBlock } from './payload-blocks.ts';
import { dropOf, SPAN_KEYS } from './span-keys.ts';
import type { SpanRecord, StorableSpan } from './span-record.ts';
import { storedSpans, type SpanKey } from './stored-spans.ts';
import { firstNames } from './trace-facts.ts';
import { PAYLOADS } from './write-statements.ts';

const GIVEN = rowsFromJson(SPAN_KEYS);

const DROP_BLOCKS = `
  DELETE FROM payloads USING ${GIVEN} AS given
  WHERE payloads.project_id = $2 AND payloads.project_id = given.project_id AND payloads.day = given.day
    AND payloads.trace_id = given.trace_id AND given.span_id = ANY (payloads.span_ids)
  RETURNING payloads.day, encode(payloads.trace_id, 'hex') AS "traceId",
    ARRAY(SELECT encode(id, 'hex') FROM unnest(payloads.span_ids) AS id) AS "spanIds", payloads.bodies`;

/** What names of a trace are made of. */
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

/** Among the tellings of one span: what has an end is the last one. A log record has no end that could be waited for. */
export function placeOf({ span, attachedTo }: Pick<StorableSpan, 'span' | 'attachedTo'>): number {
  if (attachedTo !== undefined) return 0;
  return span.durationNs === null ? (span.snapshot ?? 0) : Infinity;
}

export interface LaterSpan {
  /** Where it is stored without an end. */
  key: SpanKey;
  span: SpanRecord;
}

/** `later`: spans of one project, as they came later. Resolves to what has to be added to the sums, which is less than nothing. */
export async function takeOutOpen(sql: TransactionSql, later: readonly LaterSpan[]): Promise<BatchTotals> {
  const keys = later.map(({ key }) => key);
  const before = await storedSpans(sql, keys);
  for (const table of ['tool_call_texts', 'tool_calls', 'spans']) await run(sql, dropOf(table), keys);
  await dropBodies(sql, keys);
  const namesNow = new Map(later.map(({ key, span }) => [keyOf(key), namesIn(span)]));
  const isRenamed = ({ traceId, span }: (typeof before)[number]) =>
    namesIn(span) !== namesNow.get(keyOf({ ...span, traceId }));
  const renamed = new Set(before.filter(isRenamed).map(({ traceId }) => traceId));
  await nameTraces(
    sql,
    keys.filter(({ traceId }) => renamed.has(traceId)),
  );
  return difference([], before);
}

const run = <Row extends object>(sql: TransactionSql, statement: string, rows: readonly SpanKey[]) =>
  sql.unsafe<Row[]>(statement, [toJson(rows), rows[0]!.projectId], { prepare: true });

const keyOf = ({ traceId, spanId }: { traceId: string; spanId: string }): string => `${traceId}/${spanId}`;
const namesIn = ({ responseModel, requestModel, agentName, reasoningEffort, scope }: SpanRecord): string =>
  JSON.stringify([responseModel ?? requestModel, agentName, reasoningEffort, scope]);

type Block = PayloadBlock & Pick<SpanKey, 'day' | 'traceId'>;

/** What else is in their blocks is packed anew. */
async function dropBodies(sql: TransactionSql, keys: readonly SpanKey[]): Promise<void> {
  const { projectId } = keys[0]!;
  const isDropped = new Set(keys.map(keyOf));
  const rows = (await run<Block>(sql, DROP_BLOCKS, keys)).map(async (block) => {
    const { day, traceId } = block;
    const kept = (await entriesIn(block)).filter(({ spanId }) => !isDropped.has(keyOf({ traceId, spanId })));
    const blocks = await packBodies(kept);
    return blocks.map((packed) => [{ projectId, day, traceId, spanId: packed.spanIds[0]! }, packed]);
  });
  await copyRows(sql, PAYLOADS, (await Promise.all(rows)).flat());
}

type Named = Pick<SpanRecord, 'kind' | 'scope' | 'requestModel' | 'responseModel' | 'agentName' | 'reasoningEffort'> &
  Pick<NewSpan, 'traceId' | 'usageSource'>;

/** Nobody else may have named what the spans named that were taken out: of an answer that is waited for only the model is known that was asked for. */
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
