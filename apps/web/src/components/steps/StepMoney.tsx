// What one step cost, or why nobody can know: a model call that told no usage lacks no price.
import { isPending, lacksUsage } from '../../lib/steps/sentences.ts';
import type { Step } from '../../lib/steps/step-tree.ts';
import { NotReported } from '../numbers.tsx';
import { PaidMoney } from './PaidMoney.tsx';

export function StepMoney({ step }: { step: Step }) {
  const { span, paid } = step;
  if (!paid) return null;
  if (isPending(step) && !paid.inRun) return <NotReported says="not known yet" />;
  if (span !== null && paid.cost === null && !paid.inRun && lacksUsage(span))
    return <NotReported says="usage not reported" />;
  return <PaidMoney paid={paid} />;
}
