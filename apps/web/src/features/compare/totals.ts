/** The sums of two runs side by side: how much more or less B is, in percent and in numbers. */
import type { RouterOutputs } from '../../lib/trpc.ts';
import { costStateOf, hiddenOf, thinkingOf, totalOf } from '../../lib/cost-parts.ts';

type Summary = RouterOutputs['trace']['summary'];

export interface Total {
  name: 'cost' | 'thinking' | 'hidden' | 'duration' | 'errors';
  unit: 'money' | 'milliseconds' | 'count';
  /** null = not known: nothing was priced, nothing was reported, or something has no end. */
  a: number | null;
  b: number | null;
  /** Of B against A; null = cannot be said. */
  change: number | null;
}

export function totalsOf(a: Summary, b: Summary): Total[] {
  const total = (name: Total['name'], unit: Total['unit'], of: (summary: Summary) => number | null): Total => {
    const [left, right] = [of(a), of(b)];
    return {
      name,
      unit,
      a: left,
      b: right,
      change: left && right !== null ? right / left - 1 : left === right && left !== null ? 0 : null,
    };
  };
  return [
    total(
      'cost',
      'money',
      priced((summary) => totalOf(summary.costs)),
    ),
    total(
      'thinking',
      'money',
      priced((summary) => thinkingOf(summary.costs)),
    ),
    total(
      'hidden',
      'money',
      priced((summary) => hiddenOf(summary.costs)),
    ),
    total('duration', 'milliseconds', (summary) =>
      summary.open > 0 ? null : summary.endedAt.getTime() - summary.startedAt.getTime(),
    ),
    total('errors', 'count', (summary) => summary.errors),
  ];
}

/** Without a price there is no cost, not a cost of 0. */
const priced = (of: (summary: Summary) => bigint) => (summary: Summary) =>
  costStateOf(summary) === 'amount' ? Number(of(summary)) : null;
