// The cost of the step and its hidden share. Calls that share a thought are charged together, once.
import { HiddenShare } from '../../../components/steps/HiddenShare.tsx';
import { StepMoney } from '../../../components/steps/StepMoney.tsx';
import { SumLine } from '../../../components/steps/SumLine.tsx';
import { hasResult } from '../../../lib/steps/call-outcome.ts';
import { hiddenShareOf, isAwaited, isThinkingUnknown } from '../../../lib/steps/sentences.ts';
import { LACK_WORDS } from '../../../lib/steps/cost-lack.ts';
import type { Call } from '../../../lib/steps/joined-call.ts';
import type { Entry, Step } from '../../../lib/steps/step-tree.ts';
import styles from './cells.module.css';

interface CostCellProps {
  entry: Entry;
  /** Number of calls that are shown beside it. */
  calls?: number;
}

export function CostCell({ entry, calls = 0 }: CostCellProps) {
  if (entry.entry === 'group' || entry.children > 0)
    return (
      <span className={styles.paidLine}>
        <SumLine sum={entry.sum} says="The step and all below it" isTotal />
      </span>
    );
  if (!entry.paid)
    return (
      <span className={styles.paidLine}>
        <span className={styles.quiet}>—</span>
      </span>
    );
  const { paid } = entry;
  const share = hiddenShareOf(paid);
  const shown = entry.calls.slice(0, calls);
  return (
    <>
      <span className={styles.paidLine} data-result={hasResultOf(shown[0])}>
        <StepMoney step={entry} />
        <HiddenShare share={share} unknown={unknownThinking(entry, share)} />
      </span>
      {shown.slice(1).map((call) => (
        <span key={call.key} className={styles.paidLine} data-result={hasResultOf(call)}>
          <span className={styles.quiet}>shared</span>
        </span>
      ))}
    </>
  );
}

/** The line of a call is followed by that of its result. */
const hasResultOf = (call: Call | undefined) => (call && hasResult(call)) || undefined;

function unknownThinking(step: Step, share: number | undefined): string | undefined {
  if (isThinkingUnknown(step)) return 'not reported';
  return share === undefined && isAwaited(step) && !step.paid?.inRun ? LACK_WORDS.answer : undefined;
}
