// What several steps cost: nothing where nothing could cost anything, no price where none is known, and a sign where only some is.
import type { Sum } from '../../lib/steps/step-sums.ts';
import { nano } from '../../lib/steps/sentences.ts';
import { Money } from '../numbers.tsx';
import { InRun } from './PaidMoney.tsx';

export function SumMoney({ sum: { cost, approximate, unpriced, inRun } }: { sum: Sum }) {
  if (cost === null) return unpriced ? <Money nano={null} /> : inRun ? <InRun /> : '—';
  return (
    <>
      <Money nano={nano(cost)} estimated={approximate} />
      {unpriced && <span title="without what has no price"> +</span>}
    </>
  );
}
