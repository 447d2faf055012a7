/** What a row costs, at given rates or at what a log record told: the same code for a row that is new, stored, or priced anew. Pure. */
import { costFields, costOf, costOfCalls, type Rates, type Usage } from '@subtext/reasoning';
import type { CallRecord, SpanRecord } from './span-record.ts';

interface Costed {
  span: SpanRecord;
  calls: readonly CallRecord[];
}

export interface Terms {
  rates: Rates | null;
  /** Nano-dollars that a log record told; null = none did. */
  told: number | null;
}

/**
 * The row with its cost, and with the shares that its calls have of it. A told sum is split as one that the span itself tells: as the rates split it
 * or, without rates, by tokens. undefined: its cost is unknown.
 */
export function costed<Row extends Costed>(row: Row, { rates, told }: Terms): Row | undefined {
  const usage = usageOf(row.span);
  const cost = costOf(told === null ? usage : { ...usage, providerCostUsd: told / NANOS }, rates);
  if (cost === null) return undefined;
  const span = { ...row.span, ...costFields(cost, splitOf(row.span)) };
  const calls = callsAt(cost.reasoning, row.calls);
  return { ...row, span: told === null ? span : { ...span, costSource: 'record' }, calls };
}

/** Nano-dollars of a dollar. */
const NANOS = 1e9;

/** What a log record has told already. */
export const toldCostOf = ({ costSource, totalCost }: SpanRecord): number | null =>
  costSource === 'record' ? totalCost : null;

/** The calls that the row itself describes, with their shares of the cost of its thinking. */
export function callsAt<Call extends CallRecord>(reasoningCost: number | null, calls: readonly Call[]): Call[] {
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
