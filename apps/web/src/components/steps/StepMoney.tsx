// What one step cost, or why nobody can know: a model call that did not tell its usage, or not all of it, lacks no price.
import { usageLack } from '../../lib/steps/cost-lack.ts';
import { isPending } from '../../lib/steps/sentences.ts';
import type { Step } from '../../lib/steps/step-tree.ts';
import { NotReported } from '../numbers.tsx';
import { PaidMoney } from './PaidMoney.tsx';

export function StepMoney({ step }: { step: Step }) {
  const { span, paid } = step;
  if (!paid) return null;
  if (isPending(step) && !paid.inRun) return <NotReported says="not known yet" />;
  const lack = span !== null && paid.cost === null && !paid.inRun ? usageLack(span) : undefined;
  return lack ? <NotReported says={lack} /> : <PaidMoney paid={paid} />;
}
