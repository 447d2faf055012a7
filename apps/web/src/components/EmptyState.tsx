import type { ReactNode } from 'react';
import styles from './states.module.css';

/** Nothing here yet: says why, and what to do. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <section className={styles.state}>
      <h2>{title}</h2>
      {children && <div className={styles.text}>{children}</div>}
    </section>
  );
}
