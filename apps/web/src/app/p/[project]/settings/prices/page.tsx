import type { Metadata } from 'next';
import { PricesScreen } from '../../../../../features/prices/PricesScreen.tsx';
import { requireProject } from '../../../../../server/access/page-access.ts';
import { Prefetched, prefetch } from '../../../../../server/trpc/prefetch.tsx';

export const metadata: Metadata = { title: 'Prices' };

export default async function PricesPage({ params }: { params: Promise<{ project: string }> }) {
  const { project } = await requireProject((await params).project);
  await prefetch((trpc) => trpc.prices.list.queryOptions({ project: project.slug }));
  return (
    <Prefetched>
      <PricesScreen project={project.slug} />
    </Prefetched>
  );
}
