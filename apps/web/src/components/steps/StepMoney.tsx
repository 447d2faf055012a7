// The cost of one step, or why it has none: a model call that reports no usage, or only a part of it, does not lack a
// price.
import { LACK_WORDS } from '../../lib/steps/cost-lack.ts';
import type { Step } from '../../lib/steps/step-tree.ts';
import { NotReported } from '../figures/numbers.tsx';
import { CostMoney } from './CostMoney.tsx';

export function StepMoney({ step }: { step: Step }) {
  const { paid } = step;
  if (!paid) return null;
  return paid.lack === null || paid.lack === 'price' ? (
    <CostMoney paid={paid} />
  ) : (
    <NotReported says={LACK_WORDS[paid.lack]} />
  );
}
