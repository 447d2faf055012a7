/**
 * A stored generation turns out to be the copy of another (join-twins.ts): its row says so from now on, its calls are those of the other, and what
 * it added to the sums is taken out of them again. Rare: two instrumentations, no response id, and what connects their spans arrived last.
 */
import { totalsOf, type BatchTotals, type NewSpan } from './batch-totals.ts';
import { BLANK_CALL, BLANK_FACTS, BLANK_SPAN } from './blank-records.ts';
import type { TransactionSql } from './connect.ts';
import { lent } from './duplicates.ts';
import type { Change } from './join-twins.ts';
import { rowsFromJson, toJson } from './json-rows.ts';
import type { CallRecord, SpanRecord } from './span-record.ts';

const GIVEN = rowsFromJson({ projectId: 'uuid', day: 'date', traceId: 'hex', spanId: 'hex', duplicateOf: 'hex' });
const IN_SPANS = 'JOIN given USING (project_id, day, trace_id, span_id)';
const OF_SPAN = (table: string) => `${table}.project_id = $2 AND ${table}.project_id = given.project_id
  AND ${table}.day = given.day AND ${table}.trace_id = given.trace_id AND ${table}.span_id = given.span_id`;

const SPENT = [
  ...['input_tokens', 'cache_read_tokens', 'output_tokens', 'reasoning_tokens'],
  ...['readable_tokens', 'summary_tokens', 'no_text_tokens', 'input_cost', 'cache_read_cost', 'cache_write_cost'],
  ...['output_cost', 'reasoning_cost', 'readable_cost', 'summary_cost', 'no_text_cost', 'total_cost'],
] as const;
const camel = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const READ_SPANS = `
  WITH given AS (SELECT * FROM ${GIVEN} AS rows)
  SELECT encode(spans.trace_id, 'hex') AS "traceId", encode(spans.span_id, 'hex') AS "spanId", kind, status, provider, service, scope,
    request_model AS "requestModel", response_model AS "responseModel", agent_name AS "agentName", reasoning_effort AS "reasoningEffort",
    to_char(started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "startedAt",
    encode(spans.duplicate_of, 'hex') AS "duplicateOf", ${SPENT.map((column) => `${column}::float8 AS "${camel(column)}"`).join(', ')}
  FROM spans ${IN_SPANS} WHERE spans.project_id = $2`;

const READ_CALLS = `
  WITH given AS (SELECT * FROM ${GIVEN} AS rows)
  SELECT encode(calls.span_id, 'hex') AS "spanId", encode(calls.trace_id, 'hex') AS "traceId", described_by AS "describedBy", type,
    call_id AS "callId", tool_name AS "toolName", thinking_state AS "thinkingState", reasoning_ref AS "reasoningRef",
    thought_count AS "thoughtCount", reasoning_tokens::float8 AS "reasoningTokens", reasoning_tokens_source AS "reasoningTokensSource",
    reasoning_cost::float8 AS "reasoningCost"
  FROM tool_calls AS calls ${IN_SPANS} WHERE calls.project_id = $2 AND described_by = 'generation' ORDER BY calls.call_index`;

const NAME_ORIGINALS = `
  UPDATE spans SET duplicate_of = given.duplicate_of FROM ${GIVEN} AS given
  WHERE ${OF_SPAN('spans')} AND given.duplicate_of IS NOT NULL`;

/** As duplicates.ts lends the calls of a copy that comes second. */
const LEND_CALLS = `
  UPDATE tool_calls SET described_by = 'history', reasoning_tokens = NULL, reasoning_tokens_source = NULL, reasoning_cost = NULL
  FROM ${GIVEN} AS given WHERE ${OF_SPAN('tool_calls')} AND described_by = 'generation' AND call_id IS NOT NULL
    AND type NOT IN ('answer', 'trailing') AND (thought_count > 0 OR reasoning_ref IS NOT NULL)`;

const DROP_TEXTS = `
  DELETE FROM tool_call_texts AS texts USING ${GIVEN} AS given, tool_calls AS calls
  WHERE ${OF_SPAN('texts')} AND ${OF_SPAN('calls')} AND calls.call_index = texts.call_index AND calls.described_by = 'generation'`;

const DROP_CALLS = `
  DELETE FROM tool_calls USING ${GIVEN} AS given WHERE ${OF_SPAN('tool_calls')} AND described_by = 'generation'`;

/** Resolves to the sums of the batch with what is taken back. */
export async function takeBack(
  sql: TransactionSql,
  changes: readonly Change[],
  totals: BatchTotals,
): Promise<BatchTotals> {
  if (changes.length === 0) return totals;
  const { projectId } = changes[0]!;
  const run = <Row extends object>(statement: string, rows: readonly object[]) =>
    sql.unsafe<Row[]>(statement, [toJson(rows), projectId], { prepare: true });
  const before = await storedSpans(changes, run);
  const silenced = changes.filter(({ isSilenced }) => isSilenced);
  await run(NAME_ORIGINALS, changes);
  if (silenced.length > 0) for (const statement of [LEND_CALLS, DROP_TEXTS, DROP_CALLS]) await run(statement, silenced);
  const verdicts = new Map(changes.map((change) => [keyOf(change), change]));
  const after = before.map((stored) => {
    const { duplicateOf, isSilenced } = verdicts.get(keyOf({ ...stored, spanId: stored.span.spanId }))!;
    const calls = isSilenced ? stored.calls.flatMap(lent) : stored.calls;
    return { ...stored, calls, duplicateOf: duplicateOf ?? stored.duplicateOf };
  });
  return added(added(totals, totalsOf(after), 1), totalsOf(before), -1);
}

const keyOf = ({ traceId, spanId }: { traceId: string; spanId: string }): string => `${traceId}/${spanId}`;

type Run = <Row extends object>(statement: string, rows: readonly object[]) => PromiseLike<readonly Row[]>;

/** With what the sums are made of, and nothing else. */
async function storedSpans(changes: readonly Change[], run: Run): Promise<NewSpan[]> {
  type SpanRow = SpanRecord & { traceId: string; duplicateOf: string | null };
  const spans = await run<SpanRow>(READ_SPANS, changes);
  const calls = await run<CallRecord & { traceId: string; spanId: string }>(READ_CALLS, changes);
  const callsOf = Map.groupBy(calls, keyOf);
  return spans.map(({ traceId, duplicateOf, ...span }) => ({
    projectId: changes[0]!.projectId,
    traceId,
    span: { ...BLANK_SPAN, ...span },
    calls: (callsOf.get(keyOf({ ...span, traceId })) ?? []).map((call) => ({ ...BLANK_CALL, ...call })),
    trace: BLANK_FACTS,
    price: null,
    body: '',
    duplicateOf,
  }));
}

/** The figures of both, `sign` times those of the second; what is no figure is that of the first. */
function added(totals: BatchTotals, changes: BatchTotals, sign: 1 | -1): BatchTotals {
  return {
    traces: addedRows(totals.traces, changes.traces, { sign, keyOf: ({ traceId }) => traceId }),
    models: addedRows(totals.models, changes.models, { sign, keyOf: textsOf }),
    tools: addedRows(totals.tools, changes.tools, { sign, keyOf: textsOf }),
  };
}

/** In rollups, all that is text is the key. */
const textsOf = (row: object): string =>
  Object.values(row)
    .filter((value) => typeof value === 'string')
    .join('\u0000');

function addedRows<Row extends object>(
  rows: readonly Row[],
  changes: readonly Row[],
  { sign, keyOf }: { sign: 1 | -1; keyOf: (row: Row) => string },
): Row[] {
  const sums = new Map(rows.map((row) => [keyOf(row), row]));
  for (const change of changes) {
    const known = sums.get(keyOf(change)) as Record<string, unknown> | undefined;
    const figures = Object.entries(change).map(([name, value]) => [name, sum(known?.[name], value, sign)]);
    sums.set(keyOf(change), Object.fromEntries(figures) as Row);
  }
  return [...sums.values()];
}

/** Of two figures, or of two histograms; anything else is what is known. */
function sum(known: unknown, change: unknown, sign: 1 | -1): unknown {
  if (typeof change === 'number') return ((known as number | undefined) ?? 0) + sign * change;
  const isHistogram = Array.isArray(change) && change.every((bucket) => typeof bucket === 'number');
  if (!isHistogram || change.length === 0) return known ?? change;
  return change.map((bucket: number, index) => ((known as number[] | undefined)?.[index] ?? 0) + sign * bucket);
}
