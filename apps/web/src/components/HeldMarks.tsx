// In place of texts that were not kept: what is known of each, as its own state and never as a text.
import type { HeldText } from '@subtext/reasoning';
import { Fragment } from 'react';
import { heldWords } from '../lib/held-words.ts';
import styles from './PlainText.module.css';

export function HeldMarks({ held }: { held: readonly HeldText[] }) {
  return held.map((one, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className={styles.held} title={one.digest && `${SAYS} Digest ${one.digest}`}>
        {heldWords(one)}
      </span>
    </Fragment>
  ));
}

const SAYS = 'Replaced before it was stored: the same digest is the same text.';
