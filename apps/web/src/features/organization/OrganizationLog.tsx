'use client';
// What happened to the organization and its projects, newest first; also the receipts of deleted projects.
import { useInfiniteQuery } from '@tanstack/react-query';
import { AuditLog } from '../../components/audit/AuditLog.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';

export function OrganizationLog({ organization }: { organization: string }) {
  const pages = useInfiniteQuery(
    useTRPC().organization.log.infiniteQueryOptions({ organization }, { getNextPageParam: ({ next }) => next }),
  );
  return (
    <AuditLog
      pages={pages}
      empty={
        <EmptyState title="Nothing has been recorded yet">
          <p>The next change of a project or a role appears here.</p>
        </EmptyState>
      }
    />
  );
}
