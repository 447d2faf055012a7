import { redirect } from 'next/navigation';
import { hasTraces } from '@subtext/db';
import { pagePath } from '../lib/pages.ts';
import { requireFirstProject } from '../server/page-access.ts';
import { services } from '../server/services.ts';

/** The door: traces when there are any, else how to get the first one. */
export default async function HomePage() {
  const { project } = await requireFirstProject();
  redirect((await hasTraces(services().sql, project.id)) ? pagePath(project.slug, 'traces') : '/welcome');
}
