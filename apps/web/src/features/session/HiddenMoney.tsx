// The cost of hidden thinking in some turns. Shown only where the cost has a value and a model call reports its
// thinking.
import { Money, NotApplicable, NotReported } from '../../components/figures/numbers.tsx';
import { costStateOf, isAtLeast, reportedHidden } from '../../lib/figures/cost-parts.ts';
import type { TurnsSum } from './turn-costs.ts';

export function HiddenMoney({ of }: { of: TurnsSum }) {
  if (costStateOf(of) !== 'amount') return <NotApplicable says="not known" />;
  const hidden = reportedHidden(of);
  return hidden === null ? <NotReported /> : <Money nano={hidden} atLeast={isAtLeast(of)} />;
}
