/**
 * Changes stored rows into what they should be: writes only rows of spans and calls that differ. The callers move the
 * sums (write-batch.ts, and reprocess.ts and reprice.ts in the room maintain).
 */
import { difference, NO_TOTALS, type BatchTotals, type CallTexts } from '@subtext/trace';
import type { SettledCall, SettledSpan } from '@subtext/trace';
import type { TransactionSql } from '../postgres/connect.ts';
import { copyRows } from '../postgres/copy-rows.ts';
import { columnOf, rowsFromJson, toJson, type Columns } from '../postgres/json-rows.ts';
import { textsOfRow } from '../rows/packed-results.ts';
import { lookedUp, ofGivenSpan, SPAN_KEYS, type SpanKey } from '../rows/span-keys.ts';
import { settledValues } from './span-values.ts';
import { GIVEN_SPANS, OF_SPAN, spanKey, type StoredRow } from './stored-rows.ts';
import { CALL_COLUMNS, CALL_INDEX, CALLS, CHANGED_COLUMNS, given, TEXTS } from './write-statements.ts';

export interface RowChange {
  before: StoredRow;
  after: SettledSpan & Pick<StoredRow, 'priceId'>;
  /** The texts of calls whose stored texts differ, by call index. Those of other calls stay as they are. */
  otherTexts?: ReadonlyMap<number, CallTexts | null>;
}

const CHANGE_SPANS = `
  UPDATE spans SET ${given(CHANGED_COLUMNS)}
  FROM ${rowsFromJson({ ...SPAN_KEYS, ...CHANGED_COLUMNS })} AS given WHERE ${ofGivenSpan('spans')}`;

const CHANGE_CALLS = `
  UPDATE tool_calls SET ${given(CALL_COLUMNS)}
  FROM ${rowsFromJson({ ...SPAN_KEYS, ...CALL_INDEX, ...CALL_COLUMNS })} AS given
  WHERE ${ofGivenSpan('tool_calls')} AND tool_calls.call_index = given.call_index`;

const dropCalls = (table: string) => `
  DELETE FROM ${table} USING ${rowsFromJson({ ...SPAN_KEYS, ...CALL_INDEX })} AS given
  WHERE ${ofGivenSpan(table)} AND ${table}.call_index = given.call_index`;
const DROP_CALLS = [dropCalls('tool_call_texts'), dropCalls('tool_calls')];

const READ_TEXTS = `
  SELECT encode(texts.trace_id, 'hex') AS "traceId", encode(texts.span_id, 'hex') AS "spanId", texts.call_index AS "callIndex",
    texts.thoughts, texts.preamble, texts.arguments, texts.result
  FROM ${GIVEN_SPANS} ${lookedUp('tool_call_texts', OF_SPAN, 'texts')}`;

/** `changes`: of one project. */
export async function storeChanges(sql: TransactionSql, changes: readonly RowChange[]): Promise<void> {
  if (changes.length === 0) return;
  const complete = await withOwnTexts(sql, changes);
  // Planned each time, because a plan for an empty partition would scan it when it is full.
  const run = async (statement: string, rows: readonly object[]) => {
    if (rows.length > 0) await sql.unsafe(statement, [toJson(rows), changes[0]!.before.projectId]);
  };
  const rows = complete.map((change) => ({ ...change, values: valuesOf(change.after) }));
  const spans = rows.filter(({ before, values }) => differing(CHANGED_COLUMNS, valuesOf(before), values).length > 0);
  await run(
    CHANGE_SPANS,
    spans.map(({ before, values }) => ({ ...values, ...before.key })),
  );
  const calls = complete.map((change) => ({ key: change.before.key, ...callChanges(change) }));
  const dropped = calls.flatMap(({ key, drop }) => drop.map((callIndex) => ({ ...key, callIndex })));
  for (const statement of DROP_CALLS) await run(statement, dropped);
  await run(
    CHANGE_CALLS,
    calls.flatMap(({ key, change }) => change.map((call) => ({ ...key, ...call }))),
  );
  const added = calls.flatMap(({ key, insert }) => insert.map((one) => ({ key, ...one })));
  await copyRows(
    sql,
    CALLS,
    added.map(({ key, call }) => [key, call, call]),
  );
  await copyRows(
    sql,
    TEXTS,
    added.flatMap(({ key, call, texts }) => (texts === null ? [] : [[key, call, texts]])),
  );
}

/** Every column of the row except its keys. */
export const valuesOf = (row: RowChange['after']): object => ({
  ...row.span,
  ...settledValues(row),
  priceId: row.priceId,
});

/** The change that rows make to totals and rollups. `replaced`: rows that are no longer stored. */
export function movedBy(changes: readonly RowChange[], replaced: readonly StoredRow[] = []): BatchTotals {
  // Most batches change nothing that is stored, and adding nothing costs nothing.
  if (changes.length + replaced.length === 0) return NO_TOTALS;
  return difference(
    changes.map(({ after }) => after),
    [...changes.map(({ before }) => before), ...replaced],
  );
}

/** Returns the columns in which two rows differ. A missing value equals null. */
export function differing(columns: Columns, before: object, after: object): string[] {
  const value = (from: object, property: string) => (from as Readonly<Record<string, unknown>>)[property] ?? null;
  return Object.keys(columns)
    .filter((property) => value(before, property) !== value(after, property))
    .map(columnOf);
}

interface CallChanges {
  drop: number[];
  change: SettledCall[];
  insert: { call: SettledCall; texts: CallTexts | null }[];
}

function callChanges({ before, after, otherTexts }: RowChange): CallChanges {
  const callAt = new Map(after.calls.map((call) => [call.callIndex, call]));
  const changes: CallChanges = { drop: [], change: [], insert: [] };
  for (const stored of before.calls) {
    const call = callAt.get(stored.callIndex);
    callAt.delete(stored.callIndex);
    const texts = otherTexts?.get(stored.callIndex);
    if (!call || texts !== undefined) changes.drop.push(stored.callIndex);
    if (call && texts !== undefined) changes.insert.push({ call, texts });
    else if (call && differing(CALL_COLUMNS, stored, call).length > 0) changes.change.push(call);
  }
  for (const call of callAt.values()) changes.insert.push({ call, texts: textsOfRow(call) });
  return changes;
}

/** Reads the texts of calls that another row describes from now on, because `own_calls` keeps them. */
async function withOwnTexts(sql: TransactionSql, changes: readonly RowChange[]): Promise<readonly RowChange[]> {
  const silenced = changes.filter(({ before, after }) => before.ownCalls === null && after.ownCalls !== null);
  if (silenced.length === 0) return changes;
  const keys = silenced.map(({ before }) => before.key);
  const rows = await sql.unsafe<(SpanKey & { callIndex: number } & CallTexts)[]>(READ_TEXTS, [
    toJson(keys),
    keys[0]!.projectId,
  ]);
  const textsOf = new Map(rows.map(({ callIndex, ...row }) => [`${spanKey(row)}/${callIndex}`, row]));
  return changes.map((change) => {
    if (!silenced.includes(change)) return change;
    const ownCalls = change.after.ownCalls!.map((call, index) => {
      const texts = textsOf.get(`${spanKey(change.before.key)}/${index}`);
      return call.texts === null && texts ? { ...call, texts } : call;
    });
    return { ...change, after: { ...change.after, ownCalls } };
  });
}
