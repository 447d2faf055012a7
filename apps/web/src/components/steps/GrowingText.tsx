// The end of a text that is still being written: plain, in so many lines at most. What came first leaves at the top.
import type { CSSProperties } from 'react';
import { PlainText } from '../PlainText.tsx';
import styles from './GrowingText.module.css';

interface GrowingTextProps {
  text: string;
  lines: number;
  /** Of the text: its voice. */
  className?: string | undefined;
  find?: string;
}

export function GrowingText({ text, lines, className, find = '' }: GrowingTextProps) {
  return (
    <span className={styles.place} style={{ '--lines': lines } as CSSProperties}>
      <span className={[styles.text, className].filter(Boolean).join(' ')} dir="auto">
        <PlainText text={text.replaceAll(/\s+/g, ' ')} find={find} />
      </span>
    </span>
  );
}

/** The same in one line: what came first leaves at its beginning. */
export function GrowingLine({ text, find = '' }: Pick<GrowingTextProps, 'text' | 'find'>) {
  return (
    <span className={styles.line}>
      <bdi className={styles.lineText}>
        <PlainText text={text.replaceAll(/\s+/g, ' ')} find={find} />
      </bdi>
    </span>
  );
}
