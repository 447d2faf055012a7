'use client';
// `∙∙∙ 12 s`: an answer that is still being written, and for how long already.
import { elapsed } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import styles from './GrowingMark.module.css';

/** `began`: by the clock of this browser. Nobody is told of each second. */
export function GrowingMark({ began }: { began: number }) {
  const now = useNow();
  return (
    <span className={styles.mark} title="Still being written">
      <span aria-hidden className={styles.sign}>
        ∙∙∙
      </span>
      <span aria-hidden> {now !== undefined && elapsed(now - began)}</span>
      <span className="visually-hidden">still being written</span>
    </span>
  );
}
