// The cost of a step, or of some steps. When a run counts in place of its calls, a single call has no cost of its own.
import { REPORTED_BY_RUN } from '../../lib/figures/usage-sources.ts';
import type { Paid } from '../../lib/steps/allocate.ts';
import { nano } from '../../lib/steps/sentences.ts';
import { Money } from '../figures/numbers.tsx';

export function CostMoney({
  paid: { cost, approximate, inRun },
}: {
  paid: Pick<Paid, 'cost' | 'approximate' | 'inRun'>;
}) {
  if (cost === null && inRun) return <InRun />;
  return <Money nano={cost === null ? null : nano(cost)} estimated={approximate && cost !== null} />;
}

export const InRun = () => <span title={REPORTED_BY_RUN}>in the run</span>;
