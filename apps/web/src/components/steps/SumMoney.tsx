// What several steps cost: nothing where nothing could cost anything, why nobody knows where nobody does, and so much at least where some is known.
import { LACK_WORDS } from '../../lib/steps/cost-lack.ts';
import { nano } from '../../lib/steps/sentences.ts';
import type { Sum } from '../../lib/steps/step-sums.ts';
import { Money, NotReported } from '../numbers.tsx';
import { InRun } from './PaidMoney.tsx';

export function SumMoney({ sum: { cost, approximate, lack, inRun } }: { sum: Sum }) {
  // At least nothing would be no word more than that it is not known.
  if (lack !== null && !cost) return lack === 'price' ? <Money nano={null} /> : <NotReported says={LACK_WORDS[lack]} />;
  if (cost === null) return inRun ? <InRun /> : '—';
  return <Money nano={nano(cost)} estimated={approximate} atLeast={lack !== null} />;
}
