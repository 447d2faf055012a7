'use client';
// The thoughts of a pair, side by side, with differences marked, or the reason why they cannot be compared.
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { Skeleton } from '../../../components/states/Skeleton.tsx';
import { TextlessThought } from '../../../components/steps/TextlessThought.tsx';
import { ThinkingTag } from '../../../components/text/ThinkingMark.tsx';
import { hasText, isPartial } from '../../../lib/steps/sentences.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import { isHidden } from '../../../lib/figures/thinking.ts';
import { DiffText } from './DiffText.tsx';
import type { DiffPart } from '../diff/diff-text.ts';
import { heldNote } from '../diff/held-diff.ts';
import { useDiff, type TextOf } from '../diff/use-diff.ts';
import { alone, hasMarks, HOW } from './ValuePair.tsx';
import styles from '../compare.module.css';

export interface Sides<Value> {
  a: Value;
  b: Value;
}

interface ThoughtPairProps {
  project: string;
  traces: Sides<string>;
  steps: Sides<Step | undefined>;
  /** Show the whole text, not only its first lines. */
  isWhole: boolean;
}

/** Two cells of the row, and a third one below for a note about both. */
export function ThoughtPair({ project, traces, steps, isWhole }: ThoughtPairProps) {
  const textOf = (side: 'a' | 'b'): TextOf => {
    const step = steps[side];
    const keys = step?.thought.key && hasText(step.thought) ? [step.thought.key] : [];
    const told = { isPartial: step !== undefined && isPartial(step) };
    return { project, trace: traces[side], keys, field: 'thought', ...told };
  };
  const [a, b] = [textOf('a'), textOf('b')];
  const { data, error, refetch } = useDiff('thoughts', a, b);
  const both = steps.a && steps.b ? comparable(steps.a, steps.b) : undefined;
  const marks = both?.can === true && data !== undefined && hasMarks(data.diff);
  const cell = (side: 'a' | 'b') => (
    <ThoughtCell
      step={steps[side]}
      side={side}
      // A thought without a counterpart is shown without marks.
      parts={data && (marks ? data.diff.parts : alone(data.diff.parts, side))}
      isWhole={isWhole}
    />
  );
  const notes = [
    both?.note,
    data && heldNote(data.diff),
    both?.can && data ? HOW[data.diff.by] : undefined,
    data?.isCut ? 'only the beginnings are compared' : undefined,
  ];
  const said = notes.filter(Boolean).join(' · ');
  return (
    <>
      {cell('a')}
      {cell('b')}
      {(said || error) && (
        <p className={styles.note}>
          {error ? (
            <ErrorState inline title="The thoughts could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            said
          )}
        </p>
      )}
    </>
  );
}

interface ThoughtCellProps {
  step: Step | undefined;
  side: 'a' | 'b';
  parts: readonly DiffPart[] | undefined;
  isWhole: boolean;
}

function ThoughtCell({ step, side, parts, isWhole }: ThoughtCellProps) {
  if (!step) return <div className={styles.cell} data-side={side} />;
  const { state } = step.thought;
  if (!hasText(step.thought))
    return (
      <div className={styles.cell} data-side={side}>
        <p className={isHidden(state) ? styles.hidden : styles.quiet}>
          <TextlessThought
            step={step}
            owner={step.shares && step.shares !== 'missing' ? step.shares.label : undefined}
          />
        </p>
      </div>
    );
  return (
    <div className={styles.cell} data-side={side}>
      <div className={styles.thought} data-whole={isWhole || undefined} dir="auto">
        {parts ? <DiffText parts={parts} side={side} /> : <Skeleton width="70%" height="0.75rem" />}
      </div>
      {state === 'summary' && <ThinkingTag state="summary" />}
    </div>
  );
}

type Comparable =
  /** Both thoughts have text; `note` names the kinds when they differ (verbatim and summary, for example). */
  | { can: true; note: string | undefined }
  /** At least one thought has no text; `note` is absent when neither side reports thinking. */
  | { can: false; note: string | undefined };

/** Decides if two thoughts can be compared, and the note beside the comparison. */
function comparable({ thought: a }: Step, { thought: b }: Step): Comparable {
  if (hasText(a) && hasText(b)) {
    if (a.state === b.state) return { can: true, note: a.state === 'summary' ? 'both are summaries' : undefined };
    return { can: true, note: a.state === 'summary' ? 'A is a summary, B verbatim' : 'A verbatim, B is a summary' };
  }
  const hidden = (thought: Step['thought']) => !hasText(thought) && isHidden(thought.state);
  if ((hidden(a) && hasText(b)) || (hasText(a) && hidden(b))) {
    return { can: false, note: `${hidden(a) ? 'A' : 'B'} is hidden: cannot be compared` };
  }
  return { can: false, note: hidden(a) && hidden(b) ? 'both are hidden: cannot be compared' : undefined };
}
