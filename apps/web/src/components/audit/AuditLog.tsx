// The pages of an audit log, newest first: that of a project, or that of an organization.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from '../controls/Button.tsx';
import { EmptyState } from '../states/EmptyState.tsx';
import { ErrorState } from '../states/ErrorState.tsx';
import { Loading, Skeleton } from '../states/Skeleton.tsx';
import { AuditRows } from './AuditRows.tsx';
import type { AuditRow } from './changes.ts';

interface AuditLogProps {
  pages: UseInfiniteQueryResult<InfiniteData<{ items: AuditRow[] }>, unknown>;
  isFiltered: boolean;
  /** What appears first in a log without entries. */
  first: string;
}

export function AuditLog({ pages, isFiltered, first }: AuditLogProps) {
  const entries = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  if (pages.isError)
    return (
      <ErrorState title="The audit log could not be loaded." error={pages.error} onRetry={() => void pages.refetch()} />
    );
  return (
    <Loading pending={pages.isPending} skeleton={<Skeleton height="12rem" />}>
      {() =>
        entries.length === 0 ? (
          <NoEntries isFiltered={isFiltered} first={first} />
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

const NoEntries = ({ isFiltered, first }: Pick<AuditLogProps, 'isFiltered' | 'first'>) =>
  isFiltered ? (
    <EmptyState title="No entries match the filter">
      <p>Choose another user, action or range.</p>
    </EmptyState>
  ) : (
    <EmptyState title="Nothing has been recorded yet">
      <p>{first}</p>
    </EmptyState>
  );
