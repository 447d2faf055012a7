import type { Metadata } from 'next';
import { QuarantineScreen } from '../../../../../features/quarantine/QuarantineScreen.tsx';
import { requireProject } from '../../../../../server/access/page-access.ts';
import { Prefetched, prefetch } from '../../../../../server/trpc/prefetch.tsx';

export const metadata: Metadata = { title: 'Quarantine' };

export default async function QuarantinePage({ params }: { params: Promise<{ project: string }> }) {
  const { project } = await requireProject((await params).project);
  await prefetch((trpc) => trpc.quarantine.reasons.queryOptions({ project: project.slug }));
  return (
    <Prefetched>
      <QuarantineScreen project={project.slug} />
    </Prefetched>
  );
}
