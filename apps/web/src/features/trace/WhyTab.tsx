// Why: the thoughts that led to the calls, block by block, what was said, and the calls with their arguments.
import { PlainText } from '../../components/PlainText.tsx';
import { exactCount } from '../../lib/format.ts';
import { isHidden } from '../../lib/thinking.ts';
import { CallHead } from './CallHead.tsx';
import { CutNotes } from './CutNotes.tsx';
import { hasText, whySentence } from '../../lib/steps/sentences.ts';
import { StepHint } from './StepHint.tsx';
import type { StepView } from './step-view.ts';
import { TextBlock } from './TextBlock.tsx';
import { useCallText } from './use-call-text.ts';
import type { TraceAddress } from './use-trace.ts';
import styles from './panel.module.css';

const MOST_BLOCKS = 50;

export function WhyTab({ address, step, call, find, onGoto }: StepView) {
  const { thought, shares, kind } = step;
  const key = step.calls[0]?.key;
  const isAnswer = kind === 'answer' || kind === 'trailing';
  const owner = shares && shares !== 'missing' ? shares : undefined;
  const chosen = call >= 0 ? step.calls.slice(call, call + 1) : step.calls;
  return (
    <div className={styles.sections}>
      <section>
        <h3>{isAnswer ? 'Why this answer?' : kind === 'response' ? 'What happened?' : 'Why this call?'}</h3>
        <p>
          <PlainText text={kind === 'response' ? (step.span?.statusMessage ?? whySentence(step)) : whySentence(step)} />
        </p>
        {hasText(thought) && thought.key && (
          <Thoughts address={address} textKey={thought.key} state={thought.state} find={find} />
        )}
        {owner?.textKey && <Thoughts address={address} textKey={owner.textKey} state="readable" find={find} />}
        {owner && (
          <button type="button" className={styles.goto} onClick={() => onGoto(owner.key)}>
            ↰ Go to call {owner.label}
          </button>
        )}
        <StepHint address={address} step={step} />
        {step.span && <CutNotes address={address} spanId={step.span.id} />}
        {thought.state === 'summary' && thought.tokens !== null && (
          <p className={styles.hiddenNote}>⣿ summary of {exactCount(thought.tokens)} hidden tokens</p>
        )}
      </section>
      {thought.hasPreamble && thought.key && (
        <section>
          <h3>Said</h3>
          <TextBlock address={address} text={{ key: thought.key, field: 'preamble' }} voice="saying" find={find} />
        </section>
      )}
      {isAnswer && key && (
        <section>
          <h3>Answer</h3>
          <TextBlock address={address} text={{ key, field: 'arguments' }} voice="saying" find={find} />
        </section>
      )}
      {!isAnswer &&
        chosen.slice(0, MOST_BLOCKS).map((one) => (
          <section key={one.key}>
            <CallHead step={step} call={one} />
            <TextBlock address={address} text={{ key: one.key, field: 'arguments' }} voice="doing" find={find} />
          </section>
        ))}
    </div>
  );
}

interface ThoughtsProps {
  address: TraceAddress;
  textKey: string;
  state: StepView['step']['thought']['state'];
  find: string;
}

/** The blocks in the order they came. */
function Thoughts({ address, textKey, state, find }: ThoughtsProps) {
  const { data } = useCallText(address, { key: textKey, field: 'thought' });
  const blocks = Math.max(1, data?.blocks ?? 1);
  return (
    <div className={styles.thoughts} data-hidden={isHidden(state) || undefined}>
      {Array.from({ length: Math.min(blocks, MOST_BLOCKS) }, (_, block) => (
        <TextBlock
          key={block}
          address={address}
          text={{ key: textKey, field: 'thought', block }}
          voice="thinking"
          find={find}
        />
      ))}
      {blocks > MOST_BLOCKS && <p>{exactCount(blocks - MOST_BLOCKS)} more thoughts are in the Raw view.</p>}
    </div>
  );
}
