// The second line: the thought before the first error, otherwise the last thought with text, otherwise a sentence about
// the thoughts.
import { ThoughtText } from '../../../components/text/ThoughtText.tsx';
import { thoughtsLine } from './row-words.ts';
import type { TraceRow } from './trace-row.ts';
import styles from '../list.module.css';

export function LastThought({ row }: { row: TraceRow }) {
  const { highlight } = row;
  if (highlight?.thought)
    return (
      <span
        className={styles.thought}
        dir="auto"
        title={highlight.failedTool ? 'The thought before the first error' : 'The last thought with text'}
      >
        <span aria-hidden className={styles.rail}>
          ┊
        </span>
        <ThoughtText text={highlight.thought.text.replaceAll(/\s+/g, ' ')} />
      </span>
    );
  const { mark, text } = thoughtsLine(row);
  return (
    <span className={mark === '▨' ? styles.noText : styles.noThought}>
      <span aria-hidden className={styles.rail}>
        {mark}
      </span>
      {text}
    </span>
  );
}
