import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { firstRows, FROM_THE_START, loadListParams, TraceListPage } from '../../../../features/trace-list/index.ts';
import { prefetch, Prefetched, prefetchPages } from '../../../../server/trpc/prefetch.tsx';
import { PeekedTrace } from './PeekedTrace.tsx';

interface PageProps {
  params: Promise<{ project: string }>;
  searchParams: Promise<SearchParams>;
}

export const metadata: Metadata = { title: 'Traces' };

export default async function Page({ params, searchParams }: PageProps) {
  const { project } = await params;
  const input = firstRows(project, await loadListParams(searchParams));
  await (input
    ? prefetchPages((trpc) => trpc.traces.list.infiniteQueryOptions(input, FROM_THE_START))
    : prefetch((trpc) => trpc.views.list.queryOptions({ project })));
  return (
    <Prefetched>
      <TraceListPage project={project} peek={<PeekedTrace project={project} />} />
    </Prefetched>
  );
}
