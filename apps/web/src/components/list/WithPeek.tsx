// A list with a peek beside it; on narrow screens the peek covers the end of the list.
import type { ReactNode } from 'react';
import styles from './with-peek.module.css';

/** `peek`: null = the list has the whole width. */
export function WithPeek({ peek, children }: { peek: ReactNode; children: ReactNode }) {
  return (
    <div className={peek ? styles.withPeek : undefined}>
      {children}
      {peek}
    </div>
  );
}
