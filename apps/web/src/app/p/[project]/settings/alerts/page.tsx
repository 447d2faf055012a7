import type { Metadata } from 'next';
import { AlertsScreen } from '../../../../../features/alerts/AlertsScreen.tsx';
import { requireProject } from '../../../../../server/access/page-access.ts';
import { Prefetched, prefetch } from '../../../../../server/trpc/prefetch.tsx';

export const metadata: Metadata = { title: 'Alerts' };

export default async function AlertsPage({ params }: { params: Promise<{ project: string }> }) {
  const { project } = await requireProject((await params).project);
  await prefetch((trpc) => trpc.alerts.list.queryOptions({ project: project.slug }));
  return (
    <Prefetched>
      <AlertsScreen project={project.slug} />
    </Prefetched>
  );
}
