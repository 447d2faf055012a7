// Hostile text as text: what reorders or hides is drawn as a mark, and words that were looked for are marked. What stands in place of a text
// that was not kept is drawn as what it is.
import type { ReactNode } from 'react';
import { markedParts, type Find } from '../lib/find-marks.ts';
import { visibleText } from '../lib/visible-text.ts';
import styles from './PlainText.module.css';

interface PlainTextProps {
  text: string;
  /** What to mark, in any case. */
  find?: Find;
}

export function PlainText({ text, find }: PlainTextProps) {
  return visibleText(text).map((piece, index) =>
    'mark' in piece ? (
      <span key={index} className={piece.isHeld ? styles.held : styles.sign} title={piece.name}>
        {piece.mark}
      </span>
    ) : (
      <Found key={index} text={piece.text} find={find} />
    ),
  );
}

function Found({ text, find }: { text: string; find: Find }): ReactNode {
  const parts = markedParts(text, find);
  if (parts.length === 1) return text;
  // The odd ones are what matched.
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      <mark key={index} className={styles.found}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
