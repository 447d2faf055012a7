import type { Metadata } from 'next';
import { DataScreen } from '../../../../../features/data/DataScreen.tsx';
import { requireProject } from '../../../../../server/access/page-access.ts';
import { Prefetched, prefetch } from '../../../../../server/trpc/prefetch.tsx';

export const metadata: Metadata = { title: 'Data' };

export default async function DataPage({ params }: { params: Promise<{ project: string }> }) {
  const { project } = await requireProject((await params).project);
  await prefetch((trpc) => trpc.retention.list.queryOptions({ project: project.slug }));
  return (
    <Prefetched>
      <DataScreen project={project.slug} />
    </Prefetched>
  );
}
