// The name of a call with its label, its outcome and its duration.
import { PlainText } from '../../../components/text/PlainText.tsx';
import type { Call } from '../../../lib/steps/joined-call.ts';
import { callOutcome, failureMark, outcomeReasons, type OpenCall } from '../../../lib/steps/call-outcome.ts';
import { callLabel, type Step } from '../../../lib/steps/step-tree.ts';
import { skewWords } from '../time/clock-skew.ts';
import styles from './panel.module.css';

interface CallHeadProps {
  step: Step;
  call: Call;
  /** How a call without an end is described. */
  open: OpenCall;
}

export function CallHead({ step, call, open }: CallHeadProps) {
  return (
    <h3 className={styles.callHead}>
      <span className={styles.label}>{callLabel(step, step.calls.indexOf(call))}</span>
      <code className={styles.tool}>
        <span aria-hidden>⚙ </span>
        <PlainText text={call.tool} />
      </code>
      <span className={styles.outcome} data-status={call.status} title={outcomeReasons(call).join('\n') || undefined}>
        {failureMark(call)}
        {callOutcome(call, open)}
      </span>
      {skewWords(call) && <span className={styles.quiet}>⚠ {skewWords(call)}</span>}
    </h3>
  );
}
