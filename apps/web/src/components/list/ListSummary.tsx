// The line above a list: its sums, the number of new rows, and the actions for the whole list.
import { Suspense, type ReactNode } from 'react';
import { later } from '../../lib/later.ts';
import styles from './list-summary.module.css';

// A page never opens with new rows waiting.
const ShowNewest = later(async () => (await import('./ShowNewest.tsx')).ShowNewest);
const ErrorState = later(async () => (await import('../states/ErrorState.tsx')).ErrorState);

export interface SumsFailure {
  error: unknown;
  onRetry: () => void;
}

interface ListSummaryProps {
  /** undefined while they load. */
  sums: ReactNode;
  /** Set when the sums could not be loaded. */
  failure?: SumsFailure | undefined;
  waiting: number;
  orMore?: boolean;
  onShowNewest: () => void;
  action?: ReactNode;
}

export function ListSummary({ sums, failure, waiting, orMore = false, onShowNewest, action }: ListSummaryProps) {
  return (
    <div className={styles.summary}>
      {sums ?? (failure ? <Failed {...failure} /> : <p>&nbsp;</p>)}
      <span className={styles.actions}>
        <Suspense>
          <ShowNewest waiting={waiting} orMore={orMore} onShow={onShowNewest} />
        </Suspense>
        {action}
      </span>
    </div>
  );
}

const Failed = (failure: SumsFailure) => (
  <div>
    <Suspense>
      <ErrorState inline title="The totals could not be loaded." {...failure} />
    </Suspense>
  </div>
);
