// The state of a thought whose text is not in the row: the mark and the exact words, or only the mark.
import { isHidden, THINKING, type DisplayedState, type ThinkingFacts } from '../../lib/figures/thinking.ts';
import { Tag } from './Tag.tsx';
import styles from './ThinkingMark.module.css';

interface ThinkingMarkProps extends ThinkingFacts {
  state: DisplayedState;
  /** Shows only the mark; its words are read aloud and shown on hover. */
  markOnly?: boolean;
}

export function ThinkingMark({ state, markOnly = false, ...facts }: ThinkingMarkProps) {
  const look = THINKING[state];
  const words = look.words(facts);
  const tone = isHidden(state)
    ? styles.hidden
    : state === 'unreported' || state === 'none' || state === 'pending' || state === 'untold'
      ? styles.quiet
      : styles.thought;
  return (
    <span className={[styles.mark, tone].join(' ')} title={markOnly ? words : undefined}>
      <span aria-hidden className={styles.sign}>
        {look.mark}
      </span>
      <span className={markOnly ? 'visually-hidden' : undefined}>{words}</span>
    </span>
  );
}

/** The state in one word, for tags beside a text: `summary`, `encrypted`, `not reported`. */
export function ThinkingTag({ state }: { state: DisplayedState }) {
  return <Tag tone={isHidden(state) ? 'hidden' : 'thought'}>{THINKING[state].label}</Tag>;
}
