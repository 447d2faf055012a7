/** The totals of two runs side by side: how much more or less B has, in percent and in numbers. */
import type { RouterOutputs } from '../../../lib/requests/trpc.ts';
import {
  costStateOf,
  costWords,
  isAtLeast,
  moneyWords,
  thinkingOf,
  reportedHidden,
  totalOf,
} from '../../../lib/figures/cost-parts.ts';
import { NO_END } from '../../../lib/figures/format.ts';

type Summary = RouterOutputs['trace']['summary'];

export interface Total {
  name: 'cost' | 'time' | 'thinking' | 'hidden' | 'errors';
  unit: 'money' | 'milliseconds' | 'count';
  /** Words where there is no complete value: no calls, no price, not reported, or not ended. */
  a: number | string;
  b: number | string;
  /** Change from A to B; null = undefined. */
  change: number | null;
}

export function totalsOf(a: Summary, b: Summary): Total[] {
  const total = (name: Total['name'], unit: Total['unit'], of: (summary: Summary) => number | string): Total => {
    const [left, right] = [of(a), of(b)];
    return { name, unit, a: left, b: right, change: changeOf(left, right) };
  };
  return [
    total(
      'cost',
      'money',
      priced((summary) => totalOf(summary.costs)),
    ),
    total('time', 'milliseconds', (summary) =>
      summary.open > 0 ? NO_END : summary.endedAt.getTime() - summary.startedAt.getTime(),
    ),
    total('thinking', 'money', priced(toldThinkingOf)),
    total('hidden', 'money', priced(reportedHidden)),
    total('errors', 'count', (summary) => summary.errors),
  ];
}

function changeOf(a: number | string, b: number | string): number | null {
  if (typeof a === 'string' || typeof b === 'string') return null;
  return a === 0 ? (b === 0 ? 0 : null) : b / a - 1;
}

/** Without a price, or without calls, the cost is missing, not 0. */
const priced = (of: (summary: Summary) => bigint | null) => (summary: Summary) => {
  const amount = of(summary);
  if (costStateOf(summary) !== 'amount') return costWords(summary);
  if (amount === null) return 'not reported';
  return isAtLeast(summary) ? moneyWords(amount, summary) : Number(amount);
};

const toldThinkingOf = (summary: Summary): bigint | null =>
  thinkingOf(summary.costs) || (reportedHidden(summary) === null ? null : 0n);
