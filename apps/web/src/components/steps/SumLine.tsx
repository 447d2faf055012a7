import { hiddenShareOf } from '../../lib/steps/sentences.ts';
import { notYetIn, type Sum } from '../../lib/steps/step-sums.ts';
import { HiddenShare } from './HiddenShare.tsx';
import { SumMoney } from './SumMoney.tsx';

interface SumLineProps {
  sum: Sum;
  /** The title of the cost: which steps the sum covers. */
  says: string;
  /** Nested steps are in the sum, too. */
  isTotal?: boolean;
}

/** The cost of several steps and its hidden share. */
export function SumLine({ sum, says, isTotal = false }: SumLineProps) {
  const share = hiddenShareOf(sum);
  const unknown = share === undefined && sum.uncounted ? (notYetIn(sum) ?? 'not reported') : undefined;
  return (
    <>
      <span title={says}>
        {isTotal && '∑ '}
        <SumMoney sum={sum} />
      </span>{' '}
      <HiddenShare share={share} unknown={unknown} />
    </>
  );
}
