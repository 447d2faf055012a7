// One side of a diff. Text that only this side has is marked by its background and, for screen readers, in words.
import { PlainText } from '../../../components/text/PlainText.tsx';
import type { DiffPart } from '../diff/diff-text.ts';
import styles from '../compare.module.css';

export function DiffText({ parts, side }: { parts: readonly DiffPart[]; side: 'a' | 'b' }) {
  return parts
    .filter((part) => part.in === 'both' || part.in === side)
    .map((part, index) =>
      part.in === 'both' ? (
        <PlainText key={index} text={part.text} />
      ) : side === 'a' ? (
        <del key={index} className={styles.removed}>
          <PlainText text={part.text} />
        </del>
      ) : (
        <ins key={index} className={styles.added}>
          <PlainText text={part.text} />
        </ins>
      ),
    );
}
