// What a step cost, or some steps together. Below a run that counts in the place of its calls nobody knows it of one of them.
import { TOLD_BY_RUN } from '../../lib/tellers.ts';
import type { Paid } from '../../lib/steps/allocate.ts';
import { nano } from '../../lib/steps/sentences.ts';
import { Money } from '../numbers.tsx';

export function PaidMoney({
  paid: { cost, approximate, inRun },
}: {
  paid: Pick<Paid, 'cost' | 'approximate' | 'inRun'>;
}) {
  if (cost === null && inRun) return <InRun />;
  return <Money nano={cost === null ? null : nano(cost)} estimated={approximate && cost !== null} />;
}

export const InRun = () => <span title={TOLD_BY_RUN}>in the run</span>;
