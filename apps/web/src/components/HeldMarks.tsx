// In place of texts that were not kept: what is known of each, as its own state and never as a text.
import type { HeldText } from '@subtext/reasoning';
import { heldWords } from '../lib/held-words.ts';
import styles from './PlainText.module.css';

export function HeldMarks({ held }: { held: readonly HeldText[] }) {
  return held.map((one, index) => (
    <span key={index} className={styles.held} title={one.digest && `${SAYS} Digest ${one.digest}`}>
      {heldWords(one)}
    </span>
  ));
}

const SAYS = 'Replaced before it was stored: the same digest is the same text.';
