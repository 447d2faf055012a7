'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { AuditLog } from '../../components/audit/AuditLog.tsx';
import type { AuditChoice } from '../../components/audit/audit-choice.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';

export function AuditTable({ project, choice }: { project: string; choice: AuditChoice }) {
  const trpc = useTRPC();
  const pages = useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions({ project, ...choice }, { getNextPageParam: ({ next }) => next }),
  );
  return (
    <AuditLog
      pages={pages}
      isFiltered={Object.keys(choice).length > 0}
      first="The next change, export or sign-in appears here."
    />
  );
}
