'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { AuditLog } from '../../components/audit/AuditLog.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import type { AuditChoice } from './audit-choice.ts';

export function AuditTable({ project, choice }: { project: string; choice: AuditChoice }) {
  const trpc = useTRPC();
  const pages = useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions({ project, ...choice }, { getNextPageParam: ({ next }) => next }),
  );
  return <AuditLog pages={pages} empty={<NoEntries isFiltered={Object.keys(choice).length > 0} />} />;
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
