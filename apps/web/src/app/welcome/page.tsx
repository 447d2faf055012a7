import type { Metadata } from 'next';
import { Shell } from '../../components/shell/Shell.tsx';
import { WelcomeScreen } from '../../features/welcome/WelcomeScreen.tsx';
import { requireFirstProject, requireShell } from '../../server/access/page-access.ts';
import { Prefetched, prefetch } from '../../server/trpc/prefetch.tsx';
import { services } from '../../server/services.ts';

export const metadata: Metadata = { title: 'Connect an agent' };

export default async function WelcomePage() {
  const { ingestUrl, sdkSource } = services().env;
  const membership = await requireFirstProject();
  const { project } = membership;
  await prefetch((trpc) => trpc.onboarding.status.queryOptions({ project: project.slug }));
  return (
    <Shell {...await requireShell(membership)}>
      <Prefetched>
        <WelcomeScreen project={project.slug} ingestUrl={ingestUrl} sdkSource={sdkSource} />
      </Prefetched>
    </Shell>
  );
}
