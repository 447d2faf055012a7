import type { ReactNode } from 'react';
import styles from './welcome.module.css';

/** One numbered step: its name on the left, what to do on the right. */
export function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <h2 className={styles.stepTitle}>
        <span className={styles.number}>{number}</span>
        {title}
      </h2>
      <div className={styles.stepBody}>{children}</div>
    </li>
  );
}
