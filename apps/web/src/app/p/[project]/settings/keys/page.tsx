import type { Metadata } from 'next';
import { KeysScreen } from '../../../../../features/settings/KeysScreen.tsx';
import { requireProject } from '../../../../../server/access/page-access.ts';
import { Prefetched, prefetch } from '../../../../../server/trpc/prefetch.tsx';
import { services } from '../../../../../server/services.ts';

export const metadata: Metadata = { title: 'API keys' };

export default async function KeysPage({ params }: { params: Promise<{ project: string }> }) {
  const { project } = await requireProject((await params).project);
  await prefetch((trpc) => trpc.keys.list.queryOptions({ project: project.slug }));
  return (
    <Prefetched>
      <KeysScreen project={project.slug} ingestUrl={services().env.ingestUrl} />
    </Prefetched>
  );
}
