// Below the last row: the next page loads, could not be loaded, or can be requested.
import { Suspense } from 'react';
import { later } from '../../lib/later.ts';
import { Button } from '../controls/Button.tsx';
import type { MorePages } from './use-window-rows.ts';
import styles from './rows.module.css';

const ErrorState = later(async () => (await import('../states/ErrorState.tsx')).ErrorState);

export function RowsEnd({ more, error }: { more: MorePages; error: unknown }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = more;
  return (
    <div className={styles.end}>
      {isFetchingNextPage && <p role="status">Loading more…</p>}
      {isFetchNextPageError && (
        <Suspense>
          <ErrorState inline title="More could not be loaded." error={error} onRetry={() => void fetchNextPage()} />
        </Suspense>
      )}
      {hasNextPage && !isFetchingNextPage && !isFetchNextPageError && (
        <Button onClick={() => void fetchNextPage()}>Load more</Button>
      )}
    </div>
  );
}
