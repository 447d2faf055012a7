import { redirect } from 'next/navigation';
import { pagePath } from '../lib/pages.ts';
import { requireFirstProject } from '../server/page-access.ts';

/** The door: traces when there are any, else how to get the first one. */
export default async function HomePage() {
  const { project, hasTraces } = await requireFirstProject();
  redirect(hasTraces ? pagePath(project.slug, 'traces') : '/welcome');
}
