// The cost of several steps: a dash if nothing was charged, the reason if no cost is available, and a lower bound if
// some costs are missing.
import { LACK_WORDS } from '../../lib/steps/cost-lack.ts';
import { nano } from '../../lib/steps/sentences.ts';
import type { Sum } from '../../lib/steps/step-sums.ts';
import { Money, NotReported } from '../figures/numbers.tsx';
import { InRun } from './CostMoney.tsx';

export function SumMoney({ sum: { cost, approximate, lack, inRun } }: { sum: Sum }) {
  // "At least $0" would say no more than "not available".
  if (lack !== null && !cost) return lack === 'price' ? <Money nano={null} /> : <NotReported says={LACK_WORDS[lack]} />;
  if (cost === null) return inRun ? <InRun /> : '—';
  return <Money nano={nano(cost)} estimated={approximate} atLeast={lack !== null} />;
}
