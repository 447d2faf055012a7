// Access for pages: no session leads to the sign-in page, a foreign project to the not-found page.
import 'server-only';
import { hasTraces, organizationsOfUser } from '@subtext/db';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { mayReadTexts, rightsOf } from '../../lib/account/roles.ts';
import { PATH_HEADER, signInPath } from '../../lib/address/return-path.ts';
import { PAGES, type PageId } from '../../lib/address/pages.ts';
import { SET_UP_SECOND_FACTOR_PATH } from '../../lib/address/sign-in-paths.ts';
import { organizationPath } from '../../lib/address/organization-path.ts';
import { lacksRequiredFactor, membershipsOf, userOf, type Membership, type User } from './access.ts';
import { services } from '../services.ts';
import { needsPasskey } from '../sign-in/passkeys/index.ts';

const requireUser = cache(async (): Promise<User> => {
  const asked = await headers();
  const user = await userOf(services().auth, asked);
  if (!user) return redirect(signInPath(asked.get(PATH_HEADER)));
  return lacksRequiredFactor(services().env, user) ? redirect(SET_UP_SECOND_FACTOR_PATH) : user;
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

const requireOrganizations = cache(async () =>
  organizationsOfUser(services().sql, { userId: (await requireUser()).id }),
);

/** Pages that consist of texts. They say so to those who come by a link. */
const OF_TEXTS: ReadonlySet<PageId> = new Set(['search', 'live', 'compare']);

/** What the shell around each page of a project shows: the current user, and where else they can go. */
export async function requireShell({ project, role }: Membership) {
  const [{ email }, memberships, organizations] = await Promise.all([
    requireUser(),
    requireMemberships(),
    requireOrganizations(),
  ]);
  return {
    ...{ project, email, organizations },
    projects: memberships.map(({ project: { slug, name, organizationId, isArchived } }) => ({
      ...{ slug, name, organizationId, isArchived },
    })),
    rights: rightsOf(role, project),
    pages: PAGES.filter(({ id }) => mayReadTexts(role) || !OF_TEXTS.has(id)),
  };
}

/** An organization of the user; a foreign one leads to the not-found page. */
export async function requireOrganization(id: string) {
  return (await requireOrganizations()).find((organization) => organization.id === id) ?? notFound();
}

/**
 * For the page that sets up a second factor, which a user without one can open. `needsPasskey`: they have a passkey, and
 * have to sign in with it instead.
 */
export async function requireUserWithoutFactor(): Promise<User & { needsPasskey: boolean }> {
  const asked = await headers();
  const user = await userOf(services().auth, asked);
  if (!user) return redirect(signInPath(asked.get(PATH_HEADER)));
  if (user.hasSecondFactor || user.hasProvenPasskey) return redirect('/');
  return { ...user, needsPasskey: await needsPasskey(services(), user) };
}

/** The oldest project of the current user, if there is one: for pages that need no session. */
export async function firstProjectIfAny() {
  const { auth, sql } = services();
  const user = await userOf(auth, await headers());
  return user ? (await membershipsOf(sql, user.id))[0]?.project : undefined;
}

/**
 * The oldest project of the user that is not archived, and whether anything was ever stored in it. A user without a
 * project is led to their organization.
 */
export const requireFirstProject = cache(async () => {
  const user = await requireUser();
  const memberships = await requireMemberships();
  const membership = memberships.find(({ project }) => !project.isArchived) ?? memberships[0];
  if (membership) return { ...membership, user, hasTraces: await hasTraces(services().sql, membership.project.id) };
  const [organization] = await requireOrganizations();
  return organization ? redirect(organizationPath(organization.id)) : notFound();
});
