import type { Metadata } from 'next';
import { BudgetScreen } from '../../../../../../features/budgets/BudgetScreen.tsx';
import { NEW_ONE } from '../../../../../../lib/address/settings-pages.ts';
import { requireProject } from '../../../../../../server/access/page-access.ts';
import { Prefetched, prefetch } from '../../../../../../server/trpc/prefetch.tsx';

export const metadata: Metadata = { title: 'Budget' };

export default async function BudgetPage({ params }: { params: Promise<{ project: string; budget: string }> }) {
  const { project: slug, budget } = await params;
  const { project } = await requireProject(slug);
  await prefetch((trpc) => trpc.budgets.list.queryOptions({ project: project.slug }));
  return (
    <Prefetched>
      <BudgetScreen project={project.slug} budgetId={budget === NEW_ONE ? null : budget} />
    </Prefetched>
  );
}
