import type { Metadata } from 'next';
import { RuleScreen } from '../../../../../../features/alerts/RuleScreen.tsx';
import { NEW_ONE } from '../../../../../../lib/address/settings-pages.ts';
import { requireProject } from '../../../../../../server/access/page-access.ts';
import { Prefetched, prefetch } from '../../../../../../server/trpc/prefetch.tsx';

export const metadata: Metadata = { title: 'Alert rule' };

export default async function AlertRulePage({ params }: { params: Promise<{ project: string; rule: string }> }) {
  const { project: slug, rule } = await params;
  const { project } = await requireProject(slug);
  await prefetch((trpc) => trpc.alerts.list.queryOptions({ project: project.slug }));
  return (
    <Prefetched>
      <RuleScreen project={project.slug} ruleId={rule === NEW_ONE ? null : rule} />
    </Prefetched>
  );
}
