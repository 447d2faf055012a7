// Access for pages: no session leads to the sign-in page, a foreign project to the not-found page.
import 'server-only';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { membershipOf, projectsOf, userOf, type Membership, type Project, type User } from './access.ts';
import { services } from './services.ts';

export const requireUser = cache(async (): Promise<User> => {
  const user = await userOf(services().auth, await headers());
  return user ?? redirect('/sign-in');
});

export const requireProject = cache(async (slug: string): Promise<Membership & { user: User }> => {
  const user = await requireUser();
  const membership = await membershipOf(services().prisma, user.id, slug);
  return membership ? { ...membership, user } : notFound();
});

export const requireFirstProject = cache(async (): Promise<{ project: Project; user: User }> => {
  const user = await requireUser();
  const [project] = await projectsOf(services().prisma, user.id);
  return project ? { project, user } : notFound();
});
