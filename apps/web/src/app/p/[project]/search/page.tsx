import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { loadSearchRange, SearchPage } from '../../../../features/search/index.ts';
import { Prefetched, prefetchSoon } from '../../../../server/trpc/prefetch.tsx';
import { PeekedTrace } from '../traces/PeekedTrace.tsx';

interface PageProps {
  params: Promise<{ project: string }>;
  searchParams: Promise<SearchParams>;
}

export const metadata: Metadata = { title: 'Search' };

export default async function Page({ params, searchParams }: PageProps) {
  const { project } = await params;
  const { range } = await loadSearchRange(searchParams);
  // Its warning stands above the hits and would move them if it loaded later.
  await prefetchSoon((trpc) => trpc.search.coverage.queryOptions({ project, range }));
  return (
    <Prefetched>
      <SearchPage project={project} peek={<PeekedTrace project={project} />} />
    </Prefetched>
  );
}
