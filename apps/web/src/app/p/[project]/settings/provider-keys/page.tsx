import type { Metadata } from 'next';
import { ProviderKeysScreen } from '../../../../../features/provider-keys/ProviderKeysScreen.tsx';
import { requireProject } from '../../../../../server/access/page-access.ts';
import { Prefetched, prefetch } from '../../../../../server/trpc/prefetch.tsx';

export const metadata: Metadata = { title: 'Provider keys' };

export default async function ProviderKeysPage({ params }: { params: Promise<{ project: string }> }) {
  const { project, role } = await requireProject((await params).project);
  await prefetch((trpc) => trpc.providerKeys.list.queryOptions({ project: project.slug }));
  return (
    <Prefetched>
      <ProviderKeysScreen project={project.slug} isOwner={role === 'owner'} />
    </Prefetched>
  );
}
