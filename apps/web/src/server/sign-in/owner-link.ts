// Makes the owner and a one-time sign-in link. Users are created only here and by accepting an invitation
// (packages/db/src/projects/invitations.ts).
import { randomUUID } from 'node:crypto';
import { FIRST_ORGANIZATION, recordAuditOfUser, type PrismaClient } from '@subtext/db';
import type { AuditAction } from '../../lib/account/audit-actions.ts';
import { createAuth } from './auth.ts';
import type { WebEnv } from '../env.ts';

export interface OwnerLinkOptions {
  prisma: PrismaClient;
  env: WebEnv;
}

/** Ensures the owner and the first organization; returns a link that signs the owner in once, within minutes. */
export async function ownerLink({ prisma, env }: OwnerLinkOptions): Promise<string> {
  await ensureOwner(prisma, env.ownerEmail);
  return makeSignInLink({ prisma, env }, env.ownerEmail, { isPrinted: true });
}

/**
 * Makes a link for a member without a session, and ends their other sessions. It can remove their second factor and
 * their passkeys, for a member who has lost them.
 * @throws Error when no user has the address.
 */
export async function memberLink(
  { prisma, env }: OwnerLinkOptions,
  address: string,
  { removesSecondFactor = false } = {},
): Promise<string> {
  const email = address.trim().toLowerCase();
  const user = await findMember(prisma, email);
  if (!user) throw new Error(`No member of a project has the address ${email}.`);
  if (removesSecondFactor) await removeFactor(prisma, user.id);
  await prisma.session.deleteMany({ where: { userId: user.id } });
  return makeSignInLink({ prisma, env }, email, { isPrinted: true });
}

async function removeFactor(prisma: PrismaClient, userId: string): Promise<void> {
  const action: AuditAction = 'account.removeSecondFactor';
  await prisma.passkey.deleteMany({ where: { userId } });
  await prisma.twoFactor.deleteMany({ where: { userId } });
  await prisma.user.update({ where: { id: userId }, data: { twoFactorEnabled: false } });
  await recordAuditOfUser(prisma, { id: userId }, { action, after: { method: 'command of the operator' } });
}

/** The user with the address, if they can open anything here. */
export const findMember = (prisma: PrismaClient, email: string): Promise<{ id: string } | null> =>
  prisma.user.findFirst({
    where: { email, OR: [{ memberships: { some: {} } }, { organizations: { some: {} } }] },
    select: { id: true },
  });

/** A link that signs in the user with the address, once and within minutes. A printed one asks for no second factor. */
export async function makeSignInLink(
  { prisma, env }: OwnerLinkOptions,
  email: string,
  { isPrinted = false } = {},
): Promise<string> {
  let link: string | undefined;
  const auth = createAuth({ prisma, env, isPrinted, onLink: (url) => (link = url) });
  await auth.api.signInMagicLink({
    headers: new Headers(),
    body: { email, callbackURL: '/signed-in', errorCallbackURL: '/sign-in' },
  });
  if (!link) throw new Error('The auth library made no sign-in link.');
  return link;
}

/** An owner of the first organization owns every project in it, so no membership of a project is needed. */
async function ensureOwner(prisma: PrismaClient, email: string): Promise<void> {
  const { id: organizationId, name } = FIRST_ORGANIZATION;
  const [user] = await Promise.all([
    prisma.user.upsert({
      where: { email },
      create: { id: randomUUID(), name: 'Owner', email, emailVerified: true },
      update: {},
    }),
    prisma.organization.upsert({ where: { id: organizationId }, create: { id: organizationId, name }, update: {} }),
  ]);
  await prisma.organizationMember.upsert({
    where: { organizationId_userId: { organizationId, userId: user.id } },
    create: { organizationId, userId: user.id, role: 'owner' },
    update: {},
  });
}
