import type { Metadata } from 'next';
import { MembersScreen } from '../../../../../features/settings/MembersScreen.tsx';
import { requireProject } from '../../../../../server/access/page-access.ts';
import { services } from '../../../../../server/services.ts';
import { Prefetched, prefetch } from '../../../../../server/trpc/prefetch.tsx';

export const metadata: Metadata = { title: 'Members' };

export default async function MembersPage({ params }: { params: Promise<{ project: string }> }) {
  const { project, role } = await requireProject((await params).project);
  const isOwner = role === 'owner';
  await Promise.all([
    prefetch((trpc) => trpc.members.list.queryOptions({ project: project.slug })),
    isOwner && prefetch((trpc) => trpc.members.invitations.queryOptions({ project: project.slug })),
  ]);
  return (
    <Prefetched>
      <MembersScreen project={project.slug} isOwner={isOwner} hasMail={services().env.mail !== undefined} />
    </Prefetched>
  );
}
