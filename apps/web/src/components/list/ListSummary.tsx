// The line above a list: its sums, how many new rows wait, and what can be done with all of it.
import type { ReactNode } from 'react';
import { ShowNewest } from './ShowNewest.tsx';
import styles from './list-summary.module.css';

interface ListSummaryProps {
  /** Undefined while they are not known. */
  sums: ReactNode;
  waiting: number;
  orMore?: boolean;
  onShowNewest: () => void;
  action?: ReactNode;
}

export function ListSummary({ sums, waiting, orMore = false, onShowNewest, action }: ListSummaryProps) {
  return (
    <div className={styles.summary}>
      {sums ?? <p>&nbsp;</p>}
      <span className={styles.actions}>
        <ShowNewest waiting={waiting} orMore={orMore} onShow={onShowNewest} />
        {action}
      </span>
    </div>
  );
}
