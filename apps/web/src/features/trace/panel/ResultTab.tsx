'use client';
// The tool results of the calls, where they were reported.
import { CallHead } from './CallHead.tsx';
import { CutNotes } from './CutNotes.tsx';
import { resultKeys } from '../../../lib/steps/joined-call.ts';
import { taskLabel } from '../../../lib/steps/step-task.ts';
import type { StepView } from './step-view.ts';
import { TextBlock } from '../text/TextBlock.tsx';
import { useCallText } from '../text/use-call-text.ts';
import styles from './panel.module.css';

const MAX_CALLS = 50;

export function ResultTab({ address, step, call, open, find }: StepView) {
  if (taskLabel(step)) return <p>What came back is the output on the first tab.</p>;
  if (step.kind === 'answer' || step.kind === 'trailing')
    return <p>An answer goes to the person; nothing came back from it.</p>;
  if (step.calls.length === 0) return <p>The response requested no call, so there is no result.</p>;
  const chosen = call >= 0 ? step.calls.slice(call, call + 1) : step.calls;
  return (
    <div className={styles.sections}>
      {chosen.slice(0, MAX_CALLS).map((one) => (
        <section key={one.key}>
          <CallHead step={step} call={one} open={open} />
          <Result address={address} find={find} keys={resultKeys(one)} />
        </section>
      ))}
    </div>
  );
}

/** Shows the result of the first key that has one. */
function Result({ address, find, keys: [key, ...others] }: Pick<StepView, 'address' | 'find'> & { keys: string[] }) {
  const text = key === undefined ? undefined : ({ key, field: 'result' } as const);
  const { data } = useCallText(address, text);
  if (text === undefined) return <p className={styles.quiet}>No result was received or captured.</p>;
  const absent = <Result address={address} find={find} keys={others} />;
  return (
    <>
      <TextBlock address={address} text={text} voice="doing" find={find} absent={absent} asTree />
      {data && <CutNotes address={address} spanId={text.key.split(':')[0] ?? ''} holds="results" />}
    </>
  );
}
