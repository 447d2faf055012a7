// Hostile text as text: what reorders or hides is drawn as a mark, and words that were looked for are marked.
import type { ReactNode } from 'react';
import { visibleText } from '../lib/visible-text.ts';
import styles from './PlainText.module.css';

interface PlainTextProps {
  text: string;
  /** Words to mark, in any case; several where any of them is looked for. */
  find?: Find;
}
export type Find = string | readonly string[] | null | undefined;

export function PlainText({ text, find }: PlainTextProps) {
  return visibleText(text).map((piece, index) =>
    'mark' in piece ? (
      <span key={index} className={styles.sign} title={piece.name}>
        {piece.mark}
      </span>
    ) : (
      <Found key={index} text={piece.text} words={wordsOf(find)} />
    ),
  );
}

const wordsOf = (find: Find): string[] =>
  [find ?? []]
    .flat()
    .map((word) => word.trim())
    .filter(Boolean);

function Found({ text, words }: { text: string; words: readonly string[] }): ReactNode {
  if (words.length === 0) return text;
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const parts = text.split(new RegExp(`(${pattern})`, 'i'));
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
