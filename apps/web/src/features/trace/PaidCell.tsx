// What the step cost and how much of that was hidden. Calls that share the thought are paid with it, never again.
import { Percent } from '../../components/numbers.tsx';
import { StepMoney } from '../../components/steps/StepMoney.tsx';
import { SumMoney } from '../../components/steps/SumMoney.tsx';
import { MOST_CALLS_SHOWN } from './layout.ts';
import { hiddenShareOf, isThinkingUnknown } from '../../lib/steps/sentences.ts';
import type { Entry } from '../../lib/steps/step-tree.ts';
import styles from './cells.module.css';

export function PaidCell({ entry }: { entry: Entry }) {
  if (entry.entry === 'group' || entry.children > 0) return <Sum entry={entry} />;
  if (!entry.paid)
    return (
      <span className={styles.paidLine}>
        <span className={styles.quiet}>—</span>
      </span>
    );
  const { paid } = entry;
  const share = hiddenShareOf(paid);
  const sharers = Math.min(entry.calls.length, MOST_CALLS_SHOWN) - 1;
  return (
    <>
      <span className={styles.paidLine}>
        <StepMoney step={entry} />
        <Hidden share={share} unknown={isThinkingUnknown(entry)} />
      </span>
      {Array.from({ length: Math.max(0, sharers) }, (_, index) => (
        <span key={index} className={styles.paidLine}>
          <span className={styles.quiet}>shared</span>
        </span>
      ))}
    </>
  );
}

function Sum({ entry: { sum } }: { entry: Entry }) {
  const share = hiddenShareOf(sum);
  return (
    <span className={styles.paidLine} title="The step and all below it">
      <span>
        ∑ <SumMoney sum={sum} />
      </span>
      <Hidden share={share} unknown={share === undefined && sum.uncounted} />
    </span>
  );
}

/** `◌` where nobody said how much was thought: that is not 0 %, nor without a share. */
function Hidden({ share, unknown }: { share: number | undefined; unknown: boolean }) {
  if (unknown)
    return (
      <span className={styles.quiet} title="How much was thought is not reported">
        ◌
      </span>
    );
  return (
    <span className={share !== undefined && share > 0 ? styles.hiddenShare : styles.quiet}>
      <Percent share={share} />
    </span>
  );
}
