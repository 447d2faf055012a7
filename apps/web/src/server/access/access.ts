// The one rule of access: a session, and a role in the project named by its slug (packages/db, project-roles.ts). The
// tRPC gate and the pages both ask here.
import { projectsOfUser, type Access, type AuditActor, type Sql, type UserProject } from '@subtext/db';
import type { WebEnv } from '../env.ts';
import type { Auth } from '../sign-in/auth.ts';
import { proofsOf, type Proofs } from '../sign-in/passkeys/index.ts';

/** A key has no proofs. */
export interface User extends Proofs {
  id: string;
  name: string;
  email: string;
  /** The session or key that grants access; open streams end with it. */
  credential: { kind: 'session' | 'key'; id: string };
}

export type Project = Omit<UserProject, 'role'>;

export interface Membership {
  project: Project;
  role: string;
}

/** The user of the request; undefined without a valid session. */
export async function userOf(auth: Auth, headers: Headers): Promise<User | undefined> {
  const found = await auth.api.getSession({ headers });
  if (!found) return undefined;
  const { user, session } = found;
  return {
    ...{ id: user.id, name: user.name, email: user.email },
    ...proofsOf(found),
    credential: { kind: 'session', id: session.id },
  };
}

/** True when the operator requires a second factor, and this user has proven none. A key has none. */
export const lacksRequiredFactor = (env: WebEnv, { hasSecondFactor, hasProvenPasskey, credential }: User): boolean =>
  env.isSecondFactorRequired && !hasSecondFactor && !hasProvenPasskey && credential.kind === 'session';

export const SECOND_FACTOR_REQUIRED = 'Set up a second factor first: this Subtext requires one.';

/** The user, or the key, as the audit log names it. */
export const actorOf = ({ id, email, name }: User, address: string | undefined): AuditActor => ({
  id,
  email: email || name,
  address,
});

/** The access of a user to a project. */
export const accessTo = (projectId: string, { id, credential }: Pick<User, 'id' | 'credential'>): Access =>
  credential.kind === 'key'
    ? { kind: 'key', keyId: credential.id, projectId }
    : { kind: 'session', sessionId: credential.id, userId: id, projectId };

/** The user's membership of a project; undefined for a foreign project exactly as for one that does not exist. */
export async function membershipOf(sql: Sql, userId: string, slug: string): Promise<Membership | undefined> {
  const [found] = await projectsOfUser(sql, { userId, slug });
  return found && membership(found);
}

/** All memberships of the user, that of the oldest project first. */
export const membershipsOf = async (sql: Sql, userId: string): Promise<Membership[]> =>
  (await projectsOfUser(sql, { userId })).map(membership);

const membership = ({ role, ...project }: UserProject): Membership => ({ project, role });
