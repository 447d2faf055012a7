// Got: what the calls returned, where anything said so.
import { CallHead } from './CallHead.tsx';
import { resultKey } from './step-markdown.ts';
import type { StepView } from './StepPanel.tsx';
import { TextBlock } from './TextBlock.tsx';
import styles from './panel.module.css';

const MOST_CALLS = 50;

export function GotTab({ address, step, call, find }: StepView) {
  if (step.kind === 'answer' || step.kind === 'trailing')
    return <p>An answer goes to the person; nothing came back from it.</p>;
  if (step.calls.length === 0) return <p>The response asked for no call, so nothing came back.</p>;
  const chosen = call >= 0 ? step.calls.slice(call, call + 1) : step.calls;
  return (
    <div className={styles.sections}>
      {chosen.slice(0, MOST_CALLS).map((one) => {
        const key = resultKey(one);
        const from = one.ran
          ? 'the span that ran it'
          : one.told
            ? 'the next request, which carried it back'
            : 'the response itself';
        return (
          <section key={one.key}>
            <CallHead step={step} call={one} />
            {key && (
              <TextBlock
                address={address}
                text={{ key, field: 'result' }}
                voice="doing"
                find={find}
                absent={one.ran || one.told ? 'The result was not captured.' : 'No result has been received.'}
              />
            )}
            {(one.ran ?? one.told) && <p className={styles.quiet}>From {from}.</p>}
          </section>
        );
      })}
    </div>
  );
}
