// The end of a streaming text, as plain text with a maximum number of lines. The beginning leaves at the top.
import type { CSSProperties } from 'react';
import { PlainText } from '../text/PlainText.tsx';
import styles from './GrowingText.module.css';

interface GrowingTextProps {
  text: string;
  lines: number;
  /** Class for the text's typeface. */
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

/** The same on one line: the beginning leaves at the start of the line. */
export function GrowingLine({ text, find = '' }: Pick<GrowingTextProps, 'text' | 'find'>) {
  return (
    <span className={styles.line}>
      <bdi className={styles.lineText}>
        <PlainText text={text.replaceAll(/\s+/g, ' ')} find={find} />
      </bdi>
    </span>
  );
}
