import type { Metadata } from 'next';
import { MembersScreen } from '../../../../../features/settings/MembersScreen.tsx';
import { requireProject } from '../../../../../server/page-access.ts';
import { Prefetched, prefetch } from '../../../../../server/prefetch.tsx';

export const metadata: Metadata = { title: 'Members' };

export default async function MembersPage({ params }: { params: Promise<{ project: string }> }) {
  const { project } = await requireProject((await params).project);
  await prefetch((trpc) => trpc.members.list.queryOptions({ project: project.slug }));
  return (
    <Prefetched>
      <MembersScreen project={project.slug} />
    </Prefetched>
  );
}
