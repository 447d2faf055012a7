// The one rule of access: a session, and membership of the project named by its slug. The tRPC gate and the pages both
// ask here.
import type { Access, PrismaClient } from '@subtext/db';
import type { Auth } from '../sign-in/auth.ts';

export interface User {
  id: string;
  name: string;
  email: string;
  /** The session or key that grants access; open streams end with it. */
  credential: { kind: 'session' | 'key'; id: string };
}

export interface Project {
  id: string;
  slug: string;
  name: string;
}

export interface Membership {
  project: Project;
  role: string;
}

/** The user of the request; undefined without a valid session. */
export async function userOf(auth: Auth, headers: Headers): Promise<User | undefined> {
  const found = await auth.api.getSession({ headers });
  if (!found) return undefined;
  const { user, session } = found;
  return { id: user.id, name: user.name, email: user.email, credential: { kind: 'session', id: session.id } };
}

/** The access of a user to a project. */
export const accessTo = (projectId: string, { id, credential }: Pick<User, 'id' | 'credential'>): Access =>
  credential.kind === 'key'
    ? { kind: 'key', keyId: credential.id, projectId }
    : { kind: 'session', sessionId: credential.id, userId: id, projectId };

const PROJECT = { select: { id: true, slug: true, name: true } } as const;

/** The user's membership of a project; undefined for a foreign project exactly as for one that does not exist. */
export async function membershipOf(
  prisma: PrismaClient,
  userId: string,
  slug: string,
): Promise<Membership | undefined> {
  const member = await prisma.projectMember.findFirst({
    where: { userId, project: { slug } },
    select: { role: true, project: PROJECT },
  });
  return member ?? undefined;
}

/** All memberships of the user, that of the oldest project first. */
export async function membershipsOf(prisma: PrismaClient, userId: string): Promise<Membership[]> {
  return prisma.projectMember.findMany({
    where: { userId },
    select: { role: true, project: PROJECT },
    orderBy: { project: { createdAt: 'asc' } },
  });
}
