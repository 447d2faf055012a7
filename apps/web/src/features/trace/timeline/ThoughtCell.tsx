// The left lane: the thought before the step, or the exact state of a missing one, and the preamble.
import type { ReactNode } from 'react';
import { QuotedMessage } from '../../../components/text/QuotedMessage.tsx';
import { Skeleton } from '../../../components/states/Skeleton.tsx';
import { GrowingMark } from '../../../components/steps/GrowingMark.tsx';
import { GrowingText } from '../../../components/steps/GrowingText.tsx';
import { TextlessThought } from '../../../components/steps/TextlessThought.tsx';
import { ThinkingMark } from '../../../components/text/ThinkingMark.tsx';
import { ThoughtText } from '../../../components/text/ThoughtText.tsx';
import { exactCount, tokens } from '../../../lib/figures/format.ts';
import { isHidden, THINKING } from '../../../lib/figures/thinking.ts';
import type { GrowingStep } from '../live/growth.ts';
import type { Lane } from './layout.ts';
import { hasText, isAbout } from '../../../lib/steps/sentences.ts';
import { taskLabel } from '../../../lib/steps/step-task.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import type { Preview } from '../live/growth.ts';
import styles from './cells.module.css';

interface ThoughtCellProps {
  step: Step;
  preview: Preview | 'failed' | 'absent' | undefined;
  /** The whole thought, while it is expanded in place. */
  peeked: string | undefined;
  lines: number;
  growing: GrowingStep | undefined;
  hide: ReadonlySet<Lane>;
  find: string;
  /** Replaces a text that could not be loaded, in the lane of that text. */
  retry: ReactNode;
  failed: Lane | undefined;
}

// No <p>: row heights are counted in lines, and users with wider text spacing (WCAG 1.4.12) add space after paragraphs.
export function ThoughtCell(props: ThoughtCellProps) {
  const { step, preview, peeked, lines, growing, hide, find, retry, failed } = props;
  if (taskLabel(step)) return null;
  const loaded = typeof preview === 'object' ? preview : undefined;
  const text = peeked ?? loaded?.thought?.replaceAll(/\s+/g, ' ');
  const said = loaded?.preamble?.replaceAll(/\s+/g, ' ');
  return (
    <div className={styles.thoughtCell}>
      {!hide.has('thought') && (
        <div className={styles.thoughtLine}>
          {growing && peeked === undefined ? (
            <Growing text={growing.thought ?? text} {...{ growing, lines, find }} />
          ) : !hasText(step.thought) ? (
            <Textless step={step} />
          ) : (
            <div
              className={styles.thought}
              style={{ WebkitLineClamp: lines }}
              data-state={step.thought.state}
              dir="auto"
            >
              {text && <ThoughtText text={text} find={find} />}
              {!text &&
                (failed === 'thought' ? retry : preview === undefined && <Skeleton width="70%" height="0.75rem" />)}
            </div>
          )}
          {loaded?.thoughtCut && <CutTag cut={loaded.thoughtCut} />}
          {!growing && <ThoughtTokens step={step} lines={lines} />}
        </div>
      )}
      {step.thought.hasPreamble && !hide.has('said') && (
        <div className={styles.said} dir="auto">
          {failed === 'said' ? retry : said ? <QuotedMessage text={said} find={find} /> : '“…”'}
        </div>
      )}
    </div>
  );
}

interface GrowingProps extends Pick<ThoughtCellProps, 'lines' | 'find'> {
  growing: GrowingStep;
  text: string | undefined;
}

/** The thinking streamed so far, and how long the response has been streaming. */
function Growing({ growing: { began }, text, lines, find }: GrowingProps) {
  if (!text)
    return (
      <div className={styles.noThought}>
        <GrowingMark began={began} />
      </div>
    );
  return (
    <>
      <GrowingText text={text} lines={lines} className={styles.growingThought} find={find} />
      <GrowingMark began={began} />
    </>
  );
}

/** The exact words for the states without text. */
function Textless({ step }: { step: Step }) {
  const { state } = step.thought;
  if (state !== 'shared')
    return (
      <div className={isHidden(state) ? styles.hiddenThought : styles.noThought}>
        <TextlessThought step={step} />
      </div>
    );
  const owner = step.shares && step.shares !== 'missing' ? step.shares : undefined;
  return (
    <div className={styles.noThought}>
      {owner ? (
        <button type="button" tabIndex={-1} className={styles.link} data-goto={owner.key}>
          <ThinkingMark state="shared" owner={owner.label} />
        </button>
      ) : (
        <ThinkingMark state="shared" />
      )}
    </div>
  );
}

function ThoughtTokens({ step, lines }: { step: Step; lines: number }) {
  const { thought, paid } = step;
  const { state, tokens: count } = thought;
  if (!count || state === 'shared' || state === 'withheld') return state === 'summary' ? <SummaryTag /> : null;
  const about = isAbout(step);
  // The mark of a summary stands before its text and takes the width of another mark.
  const sign = state === 'summary' ? '⣿ ' : '';
  return (
    <span
      className={styles.tokens}
      data-column={lines > 1 || undefined}
      title={`${about ? 'about ' : ''}${exactCount(count)} thinking tokens`}
    >
      <span className={isHidden(state) ? styles.hiddenInk : undefined}>
        {sign}
        {about && '≈ '}
        {tokens(count)} tok
        {paid?.clamped && <span title="More thinking than output was reported: shown as all of the output"> ⚠</span>}
      </span>
      {state === 'summary' && <SummaryTag />}
    </span>
  );
}

/** These words are here and not with those of the states, which every page loads. */
function CutTag({ cut: { kept, of } }: { cut: NonNullable<Preview['thoughtCut']> }) {
  const words = `Thought, cut at capture: ${exactCount(kept)} of ${exactCount(of)} characters kept`;
  return (
    <span className={styles.cut} title={words}>
      <span aria-hidden>{THINKING.truncated.mark}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

const SummaryTag = () => <span className={styles.tag}>summary</span>;
