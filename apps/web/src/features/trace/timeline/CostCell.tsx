// The cost of the step and its hidden share. Calls that share a thought are charged together, once.
import { Percent } from '../../../components/figures/numbers.tsx';
import { StepMoney } from '../../../components/steps/StepMoney.tsx';
import { SumMoney } from '../../../components/steps/SumMoney.tsx';
import { MAX_CALLS_SHOWN } from './layout.ts';
import { hiddenShareOf, isAwaited, isThinkingUnknown } from '../../../lib/steps/sentences.ts';
import { notYetIn } from '../../../lib/steps/step-sums.ts';
import { LACK_WORDS } from '../../../lib/steps/cost-lack.ts';
import type { Entry, Step } from '../../../lib/steps/step-tree.ts';
import styles from './cells.module.css';

export function CostCell({ entry }: { entry: Entry }) {
  if (entry.entry === 'group' || entry.children > 0) return <Sum entry={entry} />;
  if (!entry.paid)
    return (
      <span className={styles.paidLine}>
        <span className={styles.quiet}>—</span>
      </span>
    );
  const { paid } = entry;
  const share = hiddenShareOf(paid);
  const sharers = Math.min(entry.calls.length, MAX_CALLS_SHOWN) - 1;
  return (
    <>
      <span className={styles.paidLine}>
        <StepMoney step={entry} />
        <Hidden share={share} unknown={unknownThinking(entry, share)} />
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
  const unknown = share === undefined && sum.uncounted ? (notYetIn(sum) ?? 'not reported') : undefined;
  return (
    <span className={styles.paidLine} title="The step and all below it">
      <span>
        ∑ <SumMoney sum={sum} />
      </span>
      <Hidden share={share} unknown={unknown} />
    </span>
  );
}

function unknownThinking(step: Step, share: number | undefined): string | undefined {
  if (isThinkingUnknown(step)) return 'not reported';
  return share === undefined && isAwaited(step) && !step.paid?.inRun ? LACK_WORDS.answer : undefined;
}

interface HiddenProps {
  share: number | undefined;
  /** Why the amount of thinking is unknown. */
  unknown: string | undefined;
}

/** `◌` means that thinking is not reported, or not yet. That differs from 0 % and from "no share". */
function Hidden({ share, unknown }: HiddenProps) {
  if (unknown !== undefined)
    return (
      <span className={styles.quiet} title={`Thinking tokens: ${unknown}`}>
        ◌
      </span>
    );
  return (
    <span className={share !== undefined && share > 0 ? styles.hiddenShare : styles.quiet}>
      <Percent share={share} />
    </span>
  );
}
