// Access for pages: no session leads to the sign-in page, a foreign project to the not-found page.
import 'server-only';
import { hasTraces } from '@subtext/db';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { mayReadTexts } from '../../lib/account/roles.ts';
import { PATH_HEADER, signInPath } from '../../lib/address/return-path.ts';
import { membershipsOf, userOf, type Membership, type User } from './access.ts';
import { services } from '../services.ts';

const requireUser = cache(async (): Promise<User> => {
  const asked = await headers();
  const user = await userOf(services().auth, asked);
  return user ?? redirect(signInPath(asked.get(PATH_HEADER)));
});

const requireMemberships = cache(async () => membershipsOf(services().sql, (await requireUser()).id));

/** One query for all projects of the user, because the shell around each page lists the others. */
export const requireProject = cache(async (slug: string): Promise<Membership & { user: User }> => {
  const user = await requireUser();
  const membership = (await requireMemberships()).find(({ project }) => project.slug === slug);
  return membership ? { ...membership, user } : notFound();
});

/** For pages that consist of texts. */
export const readsTexts = async (slug: string): Promise<boolean> => mayReadTexts((await requireProject(slug)).role);

/** All projects of the user, oldest first, for the project menu. */
export const projectsOfUser = async () =>
  (await requireMemberships()).map(({ project: { slug, name } }) => ({ slug, name }));

/** The oldest project of the current user, if there is one: for pages that need no session. */
export async function firstProjectIfAny() {
  const { auth, sql } = services();
  const user = await userOf(auth, await headers());
  return user ? (await membershipsOf(sql, user.id))[0]?.project : undefined;
}

/** The oldest project of the user, and whether anything was ever stored in it. */
export const requireFirstProject = cache(async () => {
  const user = await requireUser();
  const [membership] = await requireMemberships();
  return membership
    ? { ...membership, user, hasTraces: await hasTraces(services().sql, membership.project.id) }
    : notFound();
});
