'use client';
// What happened to the organization and its projects, newest first; also the receipts of deleted projects.
import { useInfiniteQuery } from '@tanstack/react-query';
import { AuditRows } from '../../components/audit/AuditRows.tsx';
import { Button } from '../../components/controls/Button.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';

export function OrganizationLog({ organization }: { organization: string }) {
  const pages = useInfiniteQuery(
    useTRPC().organization.log.infiniteQueryOptions({ organization }, { getNextPageParam: ({ next }) => next }),
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
          <EmptyState title="Nothing has been recorded yet">
            <p>The next change of a project or a role appears here.</p>
          </EmptyState>
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
