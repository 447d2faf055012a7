/**
 * Updates stored rows whose cost changed: the columns of spans and calls, including calls that log records describe for
 * them.
 */
import type { TransactionSql } from '../postgres/connect.ts';
import { columnOf, rowsFromJson, toJson } from '../postgres/json-rows.ts';
import { callsAt } from '@subtext/trace';
import { ofGivenSpan, SPAN_KEYS } from '../rows/span-keys.ts';
import { storedSpans, type SpanKey, type StoredSpan } from './stored-spans.ts';
import { COST_COLUMNS } from './write-statements.ts';

export interface CostChange {
  before: StoredSpan;
  after: StoredSpan;
}

/** The key of a row of `spans`, with the price that was used. */
export type PricedKey = SpanKey & { priceId: string | null };

/** By `traceId/spanId`. */
type Keys = ReadonlyMap<string, PricedKey>;

interface Changed {
  projectId: string;
  changes: readonly CostChange[];
  /** Keys of the rows in `changes`, with their new prices. */
  keys: Keys;
}

/**
 * Stores the changes. Resolves to them and to the changes of calls that log records describe. All of them change sums.
 */
export async function storeCosts(
  sql: TransactionSql,
  { projectId, changes, keys }: Changed,
): Promise<readonly CostChange[]> {
  if (changes.length === 0) return [];
  const all = [...changes, ...(await describedCallChanges(sql, changes, keys))];
  const dayOf = new Map([...keys.values()].map(({ traceId, day }) => [traceId, day]));
  const calls = all.flatMap(({ after }) =>
    after.calls.map(({ callIndex, reasoningCost }) => {
      const { traceId, span } = after;
      return { projectId, day: dayOf.get(traceId), traceId, spanId: span.spanId, callIndex, reasoningCost };
    }),
  );
  const spans = changes.map(({ after }) => ({ ...keys.get(spanKey(after))!, ...after.span }));
  await sql.unsafe(SPAN_COSTS, [toJson(spans), projectId], { prepare: true });
  if (calls.length > 0) await sql.unsafe(CALL_COSTS, [toJson(calls), projectId], { prepare: true });
  return all;
}

const spanKey = ({ traceId, span }: StoredSpan): string => `${traceId}/${span.spanId}`;

/** Log records that describe calls of the given spans. */
const FIND_DESCRIBING_RECORDS = `
  SELECT spans.project_id AS "projectId", spans.day::text AS day, encode(spans.trace_id, 'hex') AS "traceId", encode(spans.span_id, 'hex') AS "spanId"
  FROM spans JOIN ${rowsFromJson(SPAN_KEYS)} AS given USING (project_id, day, trace_id)
  WHERE spans.project_id = $2 AND spans.kind = 'span' AND spans.duplicate_of = given.span_id AND spans.lends IS NOT NULL`;

/** These spans are also charged for their calls that log records describe. */
async function describedCallChanges(
  sql: TransactionSql,
  changes: readonly CostChange[],
  keys: Keys,
): Promise<CostChange[]> {
  const afterOf = new Map(changes.map(({ after }) => [spanKey(after), after]));
  const wanted = [...afterOf.keys()].map((key) => keys.get(key)!);
  const { projectId } = wanted[0]!;
  const records = await sql.unsafe<SpanKey[]>(FIND_DESCRIBING_RECORDS, [toJson(wanted), projectId], { prepare: true });
  if (records.length === 0) return [];
  return (await storedSpans(sql, records)).map((before) => {
    const { reasoningCost } = afterOf.get(`${before.traceId}/${before.duplicateOf}`)!.span;
    // When the span does not report its thinking, only the record does.
    return {
      before,
      after: reasoningCost === null ? before : { ...before, calls: callsAt(reasoningCost, before.calls) },
    };
  });
}

const GIVEN_COSTS = Object.keys(COST_COLUMNS)
  .map(columnOf)
  .map((column) => `${column} = given.${column}`);

const SPAN_COSTS = `
  UPDATE spans SET price_id = given.price_id, cost_source = given.cost_source, ${GIVEN_COSTS.join(', ')}
  FROM ${rowsFromJson({ ...SPAN_KEYS, priceId: 'bigint', costSource: 'text', ...COST_COLUMNS })} AS given WHERE ${ofGivenSpan('spans')}`;

const CALL_COSTS = `
  UPDATE tool_calls SET reasoning_cost = given.reasoning_cost
  FROM ${rowsFromJson({ ...SPAN_KEYS, callIndex: 'integer', reasoningCost: 'bigint' })} AS given
  WHERE ${ofGivenSpan('tool_calls')} AND tool_calls.call_index = given.call_index`;
