// What one step cost, or why nobody can know: a model call that did not tell its usage, or not all of it, lacks no price.
<<<<<<< HEAD
import { isAwaited, usageLack } from '../../lib/steps/sentences.ts';
=======
import { LACK_WORDS } from '../../lib/steps/cost-lack.ts';
>>>>>>> dbf239b764f3f10f278b54e938f4098f4ece31ea
import type { Step } from '../../lib/steps/step-tree.ts';
import { NotReported } from '../numbers.tsx';
import { PaidMoney } from './PaidMoney.tsx';

export function StepMoney({ step }: { step: Step }) {
  const { paid } = step;
  if (!paid) return null;
<<<<<<< HEAD
  if (isAwaited(step) && !paid.inRun) return <NotReported says="not known yet" />;
  const lack = span !== null && paid.cost === null && !paid.inRun ? usageLack(span) : undefined;
  return lack ? <NotReported says={lack} /> : <PaidMoney paid={paid} />;
=======
  return paid.lack === null || paid.lack === 'price' ? (
    <PaidMoney paid={paid} />
  ) : (
    <NotReported says={LACK_WORDS[paid.lack]} />
  );
>>>>>>> dbf239b764f3f10f278b54e938f4098f4ece31ea
}
