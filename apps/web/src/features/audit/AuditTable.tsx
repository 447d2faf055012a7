'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { AuditRows } from '../../components/audit/AuditRows.tsx';
import { Button } from '../../components/controls/Button.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import type { AuditChoice } from './audit-choice.ts';

export function AuditTable({ project, choice }: { project: string; choice: AuditChoice }) {
  const trpc = useTRPC();
  const pages = useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions({ project, ...choice }, { getNextPageParam: ({ next }) => next }),
  );
  const entries = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  if (pages.isError)
    return (
      <ErrorState title="The audit log could not be loaded." error={pages.error} onRetry={() => void pages.refetch()} />
    );
  return (
    <Loading pending={pages.isPending} skeleton={<Skeleton height="12rem" />}>
      {() =>
        entries.length === 0 ? (
          <NoEntries isFiltered={Object.keys(choice).length > 0} />
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

const NoEntries = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No entries match the filter">
      <p>Choose another user, action or range.</p>
    </EmptyState>
  ) : (
    <EmptyState title="Nothing has been recorded yet">
      <p>The next change, export or sign-in appears here.</p>
    </EmptyState>
  );
