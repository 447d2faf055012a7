// What one step cost, or why nobody can know: a model call that did not tell its usage, or not all of it, lacks no price.
import { LACK_WORDS } from '../../lib/steps/cost-lack.ts';
import type { Step } from '../../lib/steps/step-tree.ts';
import { NotReported } from '../numbers.tsx';
import { PaidMoney } from './PaidMoney.tsx';

export function StepMoney({ step }: { step: Step }) {
  const { paid } = step;
  if (!paid) return null;
  return paid.lack === null || paid.lack === 'price' ? (
    <PaidMoney paid={paid} />
  ) : (
    <NotReported says={LACK_WORDS[paid.lack]} />
  );
}
