import type { Metadata } from 'next';
import { DataScreen } from '../../../../../features/data/DataScreen.tsx';
import { requireProject } from '../../../../../server/access/page-access.ts';
import { Prefetched, prefetch, prefetchPages } from '../../../../../server/trpc/prefetch.tsx';

export const metadata: Metadata = { title: 'Data' };

export default async function DataPage({ params }: { params: Promise<{ project: string }> }) {
  const { project, role } = await requireProject((await params).project);
  const isOwner = role === 'owner';
  await Promise.all([
    prefetch((trpc) => trpc.retention.list.queryOptions({ project: project.slug })),
    isOwner &&
      prefetchPages((trpc) =>
        trpc.deletions.list.infiniteQueryOptions({ project: project.slug }, { getNextPageParam: ({ next }) => next }),
      ),
    isOwner && prefetch((trpc) => trpc.exports.targets.queryOptions({ project: project.slug })),
    isOwner &&
      prefetchPages((trpc) =>
        trpc.exports.runs.infiniteQueryOptions({ project: project.slug }, { getNextPageParam: ({ next }) => next }),
      ),
    isOwner && prefetch((trpc) => trpc.holds.list.queryOptions({ project: project.slug })),
  ]);
  return (
    <Prefetched>
      <DataScreen project={project.slug} isOwner={isOwner} />
    </Prefetched>
  );
}
