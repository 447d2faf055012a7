// What was hidden thinking of what some turns cost: known only where a cost is, and where a model call says how much it thought.
import { Money, NotApplicable, NotReported } from '../../components/numbers.tsx';
import { costStateOf, isAtLeast, toldHiddenOf } from '../../lib/cost-parts.ts';
import type { CurveSum } from './curve.ts';

export function HiddenMoney({ of }: { of: CurveSum }) {
  if (costStateOf(of) !== 'amount') return <NotApplicable says="not known" />;
  const hidden = toldHiddenOf(of);
  return hidden === null ? <NotReported /> : <Money nano={hidden} atLeast={isAtLeast(of)} />;
}
