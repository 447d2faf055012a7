import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { NoTexts } from '../../../../components/states/NoTexts.tsx';
import { loadSearchRange, SearchPage } from '../../../../features/search/index.ts';
import { readsTexts } from '../../../../server/access/page-access.ts';
import { Prefetched, prefetchSoon } from '../../../../server/trpc/prefetch.tsx';
import { PeekedTrace } from '../traces/PeekedTrace.tsx';

interface PageProps {
  params: Promise<{ project: string }>;
  searchParams: Promise<SearchParams>;
}

export const metadata: Metadata = { title: 'Search' };

export default async function Page({ params, searchParams }: PageProps) {
  const { project } = await params;
  if (!(await readsTexts(project))) return <NoTexts page="Search" />;
  const { range } = await loadSearchRange(searchParams);
  // Its warning stands above the hits and would move them if it loaded later.
  await prefetchSoon((trpc) => trpc.search.coverage.queryOptions({ project, range }));
  return (
    <Prefetched>
      <SearchPage project={project} peek={<PeekedTrace project={project} />} />
    </Prefetched>
  );
}
