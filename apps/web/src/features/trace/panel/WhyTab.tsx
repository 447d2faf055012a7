// Why: the thoughts that led to the calls, block by block, the preamble, and the calls with their arguments.
import { PlainText } from '../../../components/text/PlainText.tsx';
import { GrowingMark } from '../../../components/steps/GrowingMark.tsx';
import { exactCount } from '../../../lib/figures/format.ts';
import { CallHead } from './CallHead.tsx';
import { CutNotes } from './CutNotes.tsx';
import { isSilent } from '../live/growth.ts';
import {
  callFailure,
  hasText,
  isAbout,
  isPartial,
  whySentence,
  WRITTEN_BEFORE_FAILURE,
} from '../../../lib/steps/sentences.ts';
import { useTextRefusal } from '../../../lib/traces/shared-trace.ts';
import { MediaOfAnswer } from '../media/later-media.tsx';
import { StepEvidence } from './StepEvidence.tsx';
import { StepHint } from './StepHint.tsx';
import { taskLabel } from '../../../lib/steps/step-task.ts';
import type { StepView } from './step-view.ts';
import { TextBlock } from '../text/TextBlock.tsx';
import { Thoughts } from './Thoughts.tsx';
import { ThoughtSource } from './ThoughtSource.tsx';
import styles from './panel.module.css';

const MAX_CALLS = 50;

export function WhyTab({ address, step, call, open, growing, find, labelOf, onGoto }: StepView) {
  const evidence = { address, step, labelOf, onGoto };
  const isGrowing = growing !== undefined;
  const { thought, shares, kind } = step;
  const key = step.calls[0]?.key;
  const isAnswer = kind === 'answer' || kind === 'trailing';
  const task = taskLabel(step);
  const showsMedia = !useTextRefusal() && (isAnswer || kind === 'response');
  const owner = shares && shares !== 'missing' ? shares : undefined;
  const chosen = call >= 0 ? step.calls.slice(call, call + 1) : step.calls;
  return (
    <div className={styles.sections}>
      <section>
        <h3>{task ?? (isAnswer ? 'Why this answer?' : kind === 'response' ? 'What happened?' : 'Why this call?')}</h3>
        <p>
          <PlainText text={whySentence(step)} />
        </p>
        {growing && <GrowingMark began={growing.began} />}
        {hasText(thought) && thought.key && (
          <>
            <Thoughts {...{ address, state: thought.state, find, isGrowing }} textKey={thought.key} />
            <ThoughtSource address={address} textKey={thought.key} />
          </>
        )}
        {owner?.textKey && <Thoughts address={address} textKey={owner.textKey} state="readable" find={find} />}
        {owner && (
          <button type="button" className={styles.goto} onClick={() => onGoto(owner.key)}>
            ↰ Go to call {owner.label}
          </button>
        )}
        {!isPartial(step) && <StepHint address={address} step={step} />}
        {!growing && step.span && <CutNotes address={address} spanId={step.span.id} />}
        {thought.state === 'summary' && thought.tokens !== null && (
          <p className={styles.hiddenNote}>
            ⣿ summary of {isAbout(step) && '≈ '}
            {exactCount(thought.tokens)} hidden tokens
          </p>
        )}
      </section>
      {thought.hasPreamble && thought.key && (
        <section>
          <h3>Message</h3>
          <TextBlock {...{ address, find, isGrowing }} text={{ key: thought.key, field: 'preamble' }} voice="saying" />
        </section>
      )}
      {isAnswer && key && !isSilent(step, growing) && (
        <section>
          <h3>{callFailure(step) === undefined ? (task ? 'Output' : 'Answer') : WRITTEN_BEFORE_FAILURE}</h3>
          <TextBlock {...{ address, find, isGrowing }} text={{ key, field: 'arguments' }} voice="saying" />
        </section>
      )}
      {showsMedia && step.span && !isGrowing && <MediaOfAnswer address={address} spanId={step.span.id} />}
      {!isAnswer &&
        chosen.slice(0, MAX_CALLS).map((one) => (
          <section key={one.key}>
            <CallHead step={step} call={one} open={open} />
            <TextBlock
              {...{ address, find, isGrowing }}
              text={{ key: one.key, field: 'arguments' }}
              voice="doing"
              asTree
            />
            <StepEvidence {...evidence} call={one} />
          </section>
        ))}
      {!isGrowing && <StepEvidence {...evidence} />}
    </div>
  );
}
