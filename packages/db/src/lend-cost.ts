/**
 * What log records say that a model call cost, on its rows: step of write-batch.ts, after it is decided which rows are copies and before lend.ts, which
 * splits the cost of the thinking. A record and the rows of its call find each other by the response id, in whatever order they arrive; of rows
 * that are stored the sums move by the difference. A batch without such records, of calls that no stored record tells of, asks nothing
 * (docs/decisions/0028).
 */
import { difference, NO_TOTALS } from './add-totals.ts';
import type { BatchTotals } from './batch-totals.ts';
import { storeCosts, type CostChange, type PricedKey } from './change-costs.ts';
import type { TransactionSql } from './connect.ts';
import type { Decided } from './duplicates.ts';
import { toJson } from './json-rows.ts';
import { traceKey, type LockedTraces } from './lock-traces.ts';
import type { TraceKey } from './row-keys.ts';
import { costed, toldCostOf } from './row-cost.ts';
import type { CallRecord, PriceRecord, SpanRecord, StorableSpan } from './span-record.ts';
import { pricesOf } from './stored-rows.ts';
import { storedSpans } from './stored-spans.ts';
import { FIND_BILLED } from './write-statements.ts';

export interface Billed<Span extends StorableSpan> {
  /** Those of the batch, as they are to be stored. */
  spans: readonly Decided<Span>[];
  /** Differences to totals and rollups, of rows that were stored before. */
  moved: BatchTotals;
}

/** Of one call: nano-dollars, and under which response id it is stored. */
type Bill = TraceKey & { responseId: string; cost: number };

/** `fresh`: spans and records of the batch, with it decided which of them are copies. */
export async function lendCosts<Span extends StorableSpan>(
  sql: TransactionSql,
  fresh: readonly Decided<Span>[],
  traces: LockedTraces,
): Promise<Billed<Span>> {
  const bills = billsIn(fresh);
  if (bills.size === 0 && fresh.every(({ toldCost }) => toldCost === null)) return { spans: fresh, moved: NO_TOTALS };
  const spans = fresh.map((row) => {
    const { span, toldCost } = row;
    const bill = span.responseId === null ? undefined : bills.get(callKey(row, span.responseId));
    const isCall = span.kind === 'generation' && row.attachedTo === undefined;
    return isCall ? atToldCost(row, highest(toldCost, bill?.cost ?? null)) : row;
  });
  return { spans, moved: await changeStored(sql, bills, traces) };
}

const callKey = (trace: TraceKey, responseId: string): string => `${traceKey(trace)}/${responseId}`;

/** By their calls. Of one that is told several sums the highest holds: so it makes no difference which came first. */
function billsIn(fresh: readonly StorableSpan[]): Map<string, Bill> {
  const bills = new Map<string, Bill>();
  for (const { projectId, traceId, lendsCost: cost, span } of fresh) {
    if (cost === undefined || span.responseId === null) continue;
    const bill = { projectId, traceId, responseId: span.responseId, cost };
    const key = callKey(bill, bill.responseId);
    if (cost >= (bills.get(key)?.cost ?? 0)) bills.set(key, bill);
  }
  return bills;
}

const highest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

interface Priced {
  span: SpanRecord;
  calls: readonly CallRecord[];
  /** Of the tokens of the row, also where somebody told what they cost. */
  price: PriceRecord | null;
}

/** The same object when that changes nothing: the span says itself what it cost, or no tokens, or has as high a sum already. */
function atToldCost<Row extends Priced>(row: Row, cost: number | null): Row {
  const known = toldCostOf(row.span);
  if (cost === null || row.span.costSource === 'provider' || (known !== null && known >= cost)) return row;
  return costed(row, { rates: row.price, told: cost }) ?? row;
}

type Found = PricedKey & { responseId: string };

/** The rows that were stored before their record came. */
async function changeStored(
  sql: TransactionSql,
  bills: ReadonlyMap<string, Bill>,
  traces: LockedTraces,
): Promise<BatchTotals> {
  const wanted = [...bills.values()].flatMap((bill) => {
    const { day, isNew } = traces.get(traceKey(bill))!;
    return isNew ? [] : [{ ...bill, day }];
  });
  if (wanted.length === 0) return NO_TOTALS;
  const { projectId } = wanted[0]!;
  const found = await sql.unsafe<Found[]>(FIND_BILLED, [toJson(wanted), projectId], { prepare: true });
  if (found.length === 0) return NO_TOTALS;
  const keys = new Map(found.map((key) => [`${key.traceId}/${key.spanId}`, key]));
  const prices = await pricesOf(
    sql,
    found.map(({ priceId }) => priceId),
  );
  const changes = (await storedSpans(sql, found)).flatMap((before): CostChange[] => {
    const { responseId, priceId } = keys.get(`${before.traceId}/${before.span.spanId}`)!;
    const row = { ...before, price: priceId === null ? null : (prices.get(priceId) ?? null) };
    const after = atToldCost(row, bills.get(callKey(before, responseId))!.cost);
    return after === row ? [] : [{ before, after }];
  });
  const moved = await storeCosts(sql, { projectId, changes, keys });
  return difference(
    moved.map(({ after }) => after),
    moved.map(({ before }) => before),
  );
}
