/**
 * Fills in the cost of model calls from log records. Step of write-batch.ts, after it is decided which rows are
 * duplicates, and before fill-from-log-records.ts, which splits the cost of the thinking. A record and the rows of its
 * call are matched by response id, in any order of arrival. For rows that are already stored, the sums change by the
 * difference. A batch runs no query when it has no such records and no stored record reports the cost of its calls
 * (docs/decisions/0028).
 */
import {
  difference,
  NO_TOTALS,
  type BatchTotals,
  costed,
  reportedCostOf,
  type CallRecord,
  type PriceRecord,
  type SpanRecord,
  type StorableSpan,
} from '@subtext/trace';
import { storeCosts, type CostChange, type PricedKey } from './change-costs.ts';
import type { TransactionSql } from '../postgres/connect.ts';
import type { Decided } from './duplicates.ts';
import { toJson } from '../postgres/json-rows.ts';
import { traceKey, type LockedTraces } from './lock-traces.ts';
import type { TraceKey } from '../rows/row-keys.ts';
import { pricesOf } from './stored-rows.ts';
import { storedSpans } from './stored-spans.ts';
import { FIND_COST_TARGETS } from './write-statements.ts';

export interface CostedBatch<Span extends StorableSpan> {
  /** The spans of the batch, ready to store. */
  spans: readonly Decided<Span>[];
  /** Changes to totals and rollups from rows that were already stored. */
  moved: BatchTotals;
}

/** The reported cost of one call in nano-dollars, and the response id under which the call is stored. */
type ReportedCost = TraceKey & { responseId: string; cost: number };

/** `fresh`: spans and records of the batch, after it is decided which are duplicates. */
export async function fillCosts<Span extends StorableSpan>(
  sql: TransactionSql,
  fresh: readonly Decided<Span>[],
  traces: LockedTraces,
): Promise<CostedBatch<Span>> {
  const reportedCosts = reportedCostsIn(fresh);
  if (reportedCosts.size === 0 && fresh.every(({ reportedCost }) => reportedCost === null))
    return { spans: fresh, moved: NO_TOTALS };
  const spans = fresh.map((row) => {
    const { span, reportedCost } = row;
    const reported = span.responseId === null ? undefined : reportedCosts.get(callKey(row, span.responseId));
    const isCall = span.kind === 'generation' && row.attachedTo === undefined;
    return isCall ? atReportedCost(row, highest(reportedCost, reported?.cost ?? null)) : row;
  });
  return { spans, moved: await changeStored(sql, reportedCosts, traces) };
}

const callKey = (trace: TraceKey, responseId: string): string => `${traceKey(trace)}/${responseId}`;

/**
 * Reported costs by call. When several are reported for one call, the highest counts, so that the order of arrival
 * makes no difference.
 */
function reportedCostsIn(fresh: readonly StorableSpan[]): Map<string, ReportedCost> {
  const reportedCosts = new Map<string, ReportedCost>();
  for (const { projectId, traceId, logRecordCost: cost, span } of fresh) {
    if (cost === undefined || span.responseId === null) continue;
    const reported = { projectId, traceId, responseId: span.responseId, cost };
    const key = callKey(reported, reported.responseId);
    if (cost >= (reportedCosts.get(key)?.cost ?? 0)) reportedCosts.set(key, reported);
  }
  return reportedCosts;
}

const highest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

interface Priced {
  span: SpanRecord;
  calls: readonly CallRecord[];
  /** The price for the row's tokens, even when a cost was reported. */
  price: PriceRecord | null;
}

/**
 * Returns the same object when nothing changes: the span itself reports its cost, or reports no tokens, or already has
 * a cost at least as high.
 */
function atReportedCost<Row extends Priced>(row: Row, cost: number | null): Row {
  const current = reportedCostOf(row.span);
  if (cost === null || row.span.costSource === 'provider' || (current !== null && current >= cost)) return row;
  return costed(row, { rates: row.price, reported: cost }) ?? row;
}

type Found = PricedKey & { responseId: string };

/** Changes the rows that were stored before their record arrived. */
async function changeStored(
  sql: TransactionSql,
  reportedCosts: ReadonlyMap<string, ReportedCost>,
  traces: LockedTraces,
): Promise<BatchTotals> {
  const wanted = [...reportedCosts.values()].flatMap((reported) => {
    const { day, isNew } = traces.get(traceKey(reported))!;
    return isNew ? [] : [{ ...reported, day }];
  });
  if (wanted.length === 0) return NO_TOTALS;
  const { projectId } = wanted[0]!;
  const found = await sql.unsafe<Found[]>(FIND_COST_TARGETS, [toJson(wanted), projectId], { prepare: true });
  if (found.length === 0) return NO_TOTALS;
  const keys = new Map(found.map((key) => [`${key.traceId}/${key.spanId}`, key]));
  const prices = await pricesOf(
    sql,
    found.map(({ priceId }) => priceId),
  );
  const changes = (await storedSpans(sql, found)).flatMap((before): CostChange[] => {
    const { responseId, priceId } = keys.get(`${before.traceId}/${before.span.spanId}`)!;
    const row = { ...before, price: priceId === null ? null : (prices.get(priceId) ?? null) };
    const after = atReportedCost(row, reportedCosts.get(callKey(before, responseId))!.cost);
    return after === row ? [] : [{ before, after }];
  });
  const moved = await storeCosts(sql, { projectId, changes, keys });
  return difference(
    moved.map(({ after }) => after),
    moved.map(({ before }) => before),
  );
}
