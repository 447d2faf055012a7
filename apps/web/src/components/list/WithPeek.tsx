// A list, and the place for a peek beside it; where there is no room, over its end.
import type { ReactNode } from 'react';
import styles from './with-peek.module.css';

/** `peek`: nothing = the list has the whole width. */
export function WithPeek({ peek, children }: { peek: ReactNode; children: ReactNode }) {
  return (
    <div className={peek ? styles.withPeek : undefined}>
      {children}
      {peek}
    </div>
  );
}
