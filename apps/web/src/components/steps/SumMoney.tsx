// What several steps cost: nothing where nothing could cost anything, no price where none is known, and a sign where only some is.
import type { Sum } from '../../lib/steps/step-sums.ts';
import { nano } from '../../lib/steps/sentences.ts';
import { Money, NotReported } from '../numbers.tsx';
import { InRun } from './PaidMoney.tsx';

export function SumMoney({ sum: { cost, approximate, unpriced, inRun, awaited } }: { sum: Sum }) {
  if (cost === null) {
    if (unpriced) return <Money nano={null} />;
    if (awaited) return <NotReported says="not known yet" />;
    return inRun ? <InRun /> : '—';
  }
  const without = [unpriced && 'what has no price', awaited && 'what is not known yet'].filter(Boolean);
  return (
    <>
      <Money nano={nano(cost)} estimated={approximate} />
      {without.length > 0 && <span title={`without ${without.join(' and ')}`}> +</span>}
    </>
  );
}
