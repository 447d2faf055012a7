'use client';
// `∙∙∙ 12 s`: a response that is streaming, and for how long.
import { elapsed } from '../../lib/figures/format.ts';
import { useNow } from '../../lib/time/now.ts';
import styles from './GrowingMark.module.css';

/** `began`: by this browser's clock. Screen readers do not announce every second. */
export function GrowingMark({ began }: { began: number }) {
  const now = useNow();
  return (
    <span className={styles.mark} title="Still streaming">
      <span aria-hidden className={styles.sign}>
        ∙∙∙
      </span>
      <span aria-hidden> {now !== undefined && elapsed(now - began)}</span>
      <span className="visually-hidden">still streaming</span>
    </span>
  );
}
