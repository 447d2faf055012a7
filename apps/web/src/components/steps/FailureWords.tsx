// That the model call of a step failed, and why, as far as that was reported.
import { PlainText } from '../text/PlainText.tsx';
import { taskLabel } from '../../lib/steps/step-task.ts';
import type { Step } from '../../lib/steps/step-tree.ts';

/** `message`: '' when nothing says why. */
export function FailureWords({ step, message }: { step: Step; message: string }) {
  const task = taskLabel(step);
  return (
    <>
      <span aria-hidden>✕ </span>
      {task ? `${task}: the` : 'The'} model call failed{message && ': '}
      {message && <PlainText text={message} />}
    </>
  );
}
