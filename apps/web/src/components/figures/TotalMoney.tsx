// The total cost of several model calls: "no price" is not $0, and neither is a call that failed before any tokens were
// counted.
import { costStateOf, isAtLeast, totalOf, type CountedCosts } from '../../lib/figures/cost-parts.ts';
import { NO_USAGE, PART_OF_USAGE } from '../../lib/steps/cost-lack.ts';
import { Money, NotApplicable, NotReported } from './numbers.tsx';

export function TotalMoney({ of }: { of: CountedCosts }) {
  const state = costStateOf(of);
  if (state === 'nothing') return <NotApplicable says="nothing was counted" />;
  if (state === 'unreported' || state === 'partly')
    return <NotReported says={state === 'partly' ? PART_OF_USAGE : NO_USAGE} />;
  return <Money nano={state === 'unpriced' ? null : totalOf(of.costs)} atLeast={isAtLeast(of)} />;
}
