import { redirect } from 'next/navigation';
import { pagePath } from '../lib/address/pages.ts';
import { requireFirstProject } from '../server/access/page-access.ts';

/** The entry page: redirects to the traces if there are any, otherwise to the onboarding. */
export default async function HomePage() {
  const { project, hasTraces } = await requireFirstProject();
  redirect(hasTraces ? pagePath(project.slug, 'traces') : '/welcome');
}
