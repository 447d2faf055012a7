// Renders hostile text as text: characters that reorder or hide are shown as marks, find matches are highlighted, and
// placeholders of texts that were not kept are recognizable.
import type { ReactNode } from 'react';
import { markedParts, type Find } from '../../lib/text/find-marks.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import styles from './PlainText.module.css';

interface PlainTextProps {
  text: string;
  /** Text to highlight, ignoring case. */
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
  // Parts with an odd index are matches.
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
