// Makes the owner and a one-time sign-in link. Users are created only here and by accepting an invitation
// (packages/db/src/projects/invitations.ts).
import { randomUUID } from 'node:crypto';
import type { PrismaClient } from '@subtext/db';
import { createAuth } from './auth.ts';
import type { WebEnv } from '../env.ts';

/** The slug of the project that every installation starts with. */
export const DEFAULT_PROJECT = 'default';

export interface OwnerLinkOptions {
  prisma: PrismaClient;
  env: WebEnv;
}

/** Ensures owner, default project and membership; returns a link that signs the owner in once, within minutes. */
export async function ownerLink({ prisma, env }: OwnerLinkOptions): Promise<string> {
  await ensureOwner(prisma, env.ownerEmail);
  return makeSignInLink({ prisma, env }, env.ownerEmail);
}

/**
 * Makes a link for a member without a session, and ends their other sessions.
 * @throws Error when no user has the address.
 */
export async function memberLink({ prisma, env }: OwnerLinkOptions, address: string): Promise<string> {
  const email = address.trim().toLowerCase();
  const user = await prisma.user.findFirst({ where: { email, memberships: { some: {} } }, select: { id: true } });
  if (!user) throw new Error(`No member of a project has the address ${email}.`);
  await prisma.session.deleteMany({ where: { userId: user.id } });
  return makeSignInLink({ prisma, env }, email);
}

/** A link that signs in the user with the address, once and within minutes. */
export async function makeSignInLink({ prisma, env }: OwnerLinkOptions, email: string): Promise<string> {
  let link: string | undefined;
  const auth = createAuth({ prisma, env, onLink: (url) => (link = url) });
  await auth.api.signInMagicLink({
    headers: new Headers(),
    body: { email, callbackURL: '/signed-in', errorCallbackURL: '/sign-in' },
  });
  if (!link) throw new Error('The auth library made no sign-in link.');
  return link;
}

async function ensureOwner(prisma: PrismaClient, email: string): Promise<void> {
  const [user, project] = await Promise.all([
    prisma.user.upsert({
      where: { email },
      create: { id: randomUUID(), name: 'Owner', email, emailVerified: true },
      update: {},
    }),
    prisma.project.upsert({
      where: { slug: DEFAULT_PROJECT },
      create: { slug: DEFAULT_PROJECT, name: 'Default' },
      update: {},
    }),
  ]);
  await prisma.projectMember.upsert({
    where: { projectId_userId: { projectId: project.id, userId: user.id } },
    create: { projectId: project.id, userId: user.id, role: 'owner' },
    update: {},
  });
}
