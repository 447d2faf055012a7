/**
 * Computes the cost of a row, at given rates or from a cost that a log record reported. The same code serves new,
 * stored and repriced rows. Pure.
 */
import { costFields, costOf, costOfCalls, type Rates, type Usage } from '@subtext/reasoning';
import type { CallRecord, SpanRecord } from '../rows/span-record.ts';

interface Costed {
  span: SpanRecord;
  calls: readonly CallRecord[];
}

export interface Terms {
  rates: Rates | null;
  /** Nano-dollars that a log record reported; null = none did. */
  reported: number | null;
}

/**
 * Returns the row with its cost, and with the shares of its calls. A reported cost is split like one that the span
 * itself reports: by the rates or, without rates, by tokens. undefined: the cost is unknown.
 */
export function costed<Row extends Costed>(row: Row, { rates, reported }: Terms): Row | undefined {
  const usage = usageOf(row.span);
  const cost = costOf(reported === null ? usage : { ...usage, providerCostUsd: reported / NANOS }, rates);
  if (cost === null) return undefined;
  const span = { ...row.span, ...costFields(cost, splitOf(row.span)) };
  const calls = callsAt(cost.reasoning, row.calls);
  return { ...row, span: reported === null ? span : { ...span, costSource: 'record' }, calls };
}

/** Nano-dollars per dollar. */
const NANOS = 1e9;

/** The calls that the row itself describes, with their shares of its thinking cost. */
function callsAt<Call extends CallRecord>(reasoningCost: number | null, calls: readonly Call[]): Call[] {
  const described = calls.filter(({ describedBy }) => describedBy === 'generation');
  const costs = costOfCalls(
    described.map(({ reasoningTokens }) => reasoningTokens),
    reasoningCost,
  );
  const costAt = new Map(described.map((call, index) => [call, costs[index] ?? null]));
  return calls.map((call) => (costAt.has(call) ? { ...call, reasoningCost: costAt.get(call)! } : call));
}

function splitOf({ readableTokens, summaryTokens, noTextTokens }: SpanRecord) {
  const isSplit = readableTokens !== null && summaryTokens !== null && noTextTokens !== null;
  return isSplit ? { readable: readableTokens, summary: summaryTokens, noText: noTextTokens } : null;
}

function usageOf(span: SpanRecord): Usage {
  const known = (name: keyof Usage, count: number | null) => (count === null ? {} : { [name]: count });
  return {
    ...known('input', span.inputTokens),
    ...known('cacheRead', span.cacheReadTokens),
    ...known('cacheWrite', span.cacheWriteTokens),
    ...known('cacheWriteHour', span.cacheWriteHourTokens),
    ...known('output', span.outputTokens),
    ...known('reasoning', span.reasoningTokens),
  };
}
