// The left lane: what was thought before the step, or exactly what is known of it, and what was said.
import { PlainText } from '../../components/PlainText.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { Tag } from '../../components/Tag.tsx';
import { ThinkingMark } from '../../components/ThinkingMark.tsx';
import { exactCount, tokens } from '../../lib/format.ts';
import { isHidden } from '../../lib/thinking.ts';
import type { Lane } from './layout.ts';
import type { Step } from './step-tree.ts';
import type { Preview } from './use-previews.ts';
import styles from './cells.module.css';

interface ThoughtCellProps {
  step: Step;
  preview: Preview | 'failed' | 'absent' | undefined;
  /** The whole thought, while it is peeked at. */
  peeked: string | undefined;
  lines: number;
  hide: ReadonlySet<Lane>;
  find: string;
}

export function ThoughtCell({ step, preview, peeked, lines, hide, find }: ThoughtCellProps) {
  const loaded = typeof preview === 'object' ? preview : undefined;
  const text = peeked ?? loaded?.thought;
  return (
    <div className={styles.thoughtCell}>
      {!hide.has('thought') && (
        <div className={styles.thoughtLine}>
          {step.thought.characters === 0 ? (
            <Textless step={step} />
          ) : (
            <p className={styles.thought} style={{ WebkitLineClamp: lines }} data-state={step.thought.state}>
              {text ? <PlainText text={text} find={find} /> : <Unloaded preview={preview} />}
            </p>
          )}
          <ThoughtTokens step={step} />
        </div>
      )}
      {step.thought.hasPreamble && !hide.has('said') && (
        <p className={styles.said}>
          “{loaded?.preamble ? <PlainText text={loaded.preamble.replaceAll(/\s+/g, ' ')} find={find} /> : '…'}”
        </p>
      )}
    </div>
  );
}

function Unloaded({ preview }: { preview: ThoughtCellProps['preview'] }) {
  if (preview === 'failed')
    return (
      <button type="button" tabIndex={-1} className={styles.retry} data-retry>
        ✕ Text could not be loaded. Retry
      </button>
    );
  return preview === undefined ? <Skeleton width="70%" height="0.75rem" /> : null;
}

/** The exact words of the states without text. */
function Textless({ step }: { step: Step }) {
  const { state, tokens: count } = step.thought;
  if (state !== 'shared')
    return (
      <p className={isHidden(state) ? styles.hiddenThought : styles.noThought}>
        <ThinkingMark state={state} tokens={count} />
      </p>
    );
  const owner = step.shares && step.shares !== 'missing' ? step.shares : undefined;
  return (
    <p className={styles.noThought}>
      {owner ? (
        <button type="button" tabIndex={-1} className={styles.link} data-goto={owner.key}>
          <ThinkingMark state="shared" owner={owner.label} />
        </button>
      ) : (
        <ThinkingMark state="shared" />
      )}
    </p>
  );
}

function ThoughtTokens({ step: { thought, paid } }: { step: Step }) {
  if (thought.tokens === null || thought.tokens === 0 || thought.state === 'shared' || thought.state === 'withheld')
    return null;
  const about = paid?.approximate === true || thought.source === 'estimated' || thought.source === 'apportioned';
  const sign = thought.state === 'summary' ? '⣿ ' : isHidden(thought.state) ? '▨ ' : '';
  return (
    <span className={styles.tokens} title={`${about ? 'about ' : ''}${exactCount(thought.tokens)} thinking tokens`}>
      {thought.state === 'summary' && <Tag tone="hidden">summary</Tag>}
      <span className={isHidden(thought.state) ? styles.hiddenInk : undefined}>
        {sign}
        {about && '≈ '}
        {tokens(thought.tokens)} tok
      </span>
      {paid?.clamped && <span title="More thinking than output was reported: shown as all of the output"> ⚠</span>}
    </span>
  );
}
