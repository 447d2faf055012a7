import type { Metadata } from 'next';
import { Shell } from '../../components/shell/Shell.tsx';
import { WelcomeScreen } from '../../features/welcome/WelcomeScreen.tsx';
import { rightsOf } from '../../lib/account/roles.ts';
import { projectsOfUser, requireFirstProject } from '../../server/access/page-access.ts';
import { Prefetched, prefetch } from '../../server/trpc/prefetch.tsx';
import { services } from '../../server/services.ts';

export const metadata: Metadata = { title: 'Connect an agent' };

export default async function WelcomePage() {
  const { ingestUrl, sdkSource } = services().env;
  const { project, role, user } = await requireFirstProject();
  await prefetch((trpc) => trpc.onboarding.status.queryOptions({ project: project.slug }));
  return (
    <Shell project={project} projects={await projectsOfUser()} email={user.email} rights={rightsOf(role)}>
      <Prefetched>
        <WelcomeScreen project={project.slug} ingestUrl={ingestUrl} sdkSource={sdkSource} />
      </Prefetched>
    </Shell>
  );
}
