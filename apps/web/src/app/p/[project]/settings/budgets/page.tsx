import type { Metadata } from 'next';
import { BudgetsScreen } from '../../../../../features/budgets/BudgetsScreen.tsx';
import { requireProject } from '../../../../../server/access/page-access.ts';
import { Prefetched, prefetch } from '../../../../../server/trpc/prefetch.tsx';

export const metadata: Metadata = { title: 'Budgets' };

export default async function BudgetsPage({ params }: { params: Promise<{ project: string }> }) {
  const { project } = await requireProject((await params).project);
  await prefetch((trpc) => trpc.budgets.list.queryOptions({ project: project.slug }));
  return (
    <Prefetched>
      <BudgetsScreen project={project.slug} />
    </Prefetched>
  );
}
