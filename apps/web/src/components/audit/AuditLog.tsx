// The pages of an audit log, newest first: that of a project, or that of an organization.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { ErrorState } from '../states/ErrorState.tsx';
import { Loading, Skeleton } from '../states/Skeleton.tsx';
import { AuditRows } from './AuditRows.tsx';
import type { AuditRow } from './changes.ts';

interface AuditLogProps {
  pages: UseInfiniteQueryResult<InfiniteData<{ items: AuditRow[] }>, unknown>;
  /** In place of the table when there are no entries. */
  empty: ReactNode;
}

export function AuditLog({ pages, empty }: AuditLogProps) {
  const entries = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  if (pages.isError)
    return (
      <ErrorState title="The audit log could not be loaded." error={pages.error} onRetry={() => void pages.refetch()} />
    );
  return (
    <Loading pending={pages.isPending} skeleton={<Skeleton height="12rem" />}>
      {() =>
        entries.length === 0 ? (
          empty
        ) : (
          <>
            <AuditRows entries={entries} />
            {pages.hasNextPage && (
              <Button disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                Show more
              </Button>
            )}
          </>
        )
      }
    </Loading>
  );
}
