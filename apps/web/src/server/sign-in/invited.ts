// Shows and accepts an invitation. A user signed in with its address joins as that user. Without a session, the link
// alone joins and signs in, but only if no user with the address is a member of any project: otherwise an owner who saw
// the link could open that user's other projects.
import { acceptInvitation, findInvitation, type Invitation, type PrismaClient, type Sql } from '@subtext/db';
import { userOf } from '../access/access.ts';
import { createAuth, type Auth } from './auth.ts';
import type { WebEnv } from '../env.ts';
import { clientAddressOf } from '../gate/index.ts';
import { makeSignInLink } from './owner-link.ts';
import { isChallenged } from './second-factor/index.ts';

interface Door {
  auth: Auth;
  prisma: PrismaClient;
  sql: Sql;
  env: WebEnv;
}

export type Invited =
  | { how: 'over' }
  /** Another user is signed in here. */
  | { how: 'other'; invitation: Invitation; email: string }
  /** The user with the address has to sign in first. */
  | { how: 'sign in'; invitation: Invitation }
  | { how: 'join'; invitation: Invitation; isTheirs: boolean };

interface SignIn {
  cookies: string[];
  asksSecondFactor: boolean;
}

type Accepted = SignIn & { project: string };

const SIGNED_IN: SignIn = { cookies: [], asksSecondFactor: false };

export async function invitedBy({ auth, sql, env }: Door, token: string, headers: Headers): Promise<Invited> {
  const [invitation, user] = await Promise.all([findInvitation(sql, token), userOf(auth, headers)]);
  if (!invitation) return { how: 'over' };
  if (user && user.email.toLowerCase() !== invitation.email) return { how: 'other', invitation, email: user.email };
  // Where an identity provider is the only way in, an invitation must not be another.
  if (!user && (invitation.isOfMember || env.oidc?.isOnly)) return { how: 'sign in', invitation };
  return { how: 'join', invitation, isTheirs: user !== undefined };
}

/**
 * Resolves to the project and the cookies of the new session, or of the question for the second factor; undefined when
 * the invitation could not be accepted.
 */
export async function takeUp(door: Door, token: string, headers: Headers): Promise<Accepted | undefined> {
  const invited = await invitedBy(door, token, headers);
  if (invited.how !== 'join') return undefined;
  const { invitation, isTheirs } = invited;
  if (!(await acceptInvitation(door.sql, invitation, { isTheirs, address: clientAddressOf(headers) })))
    return undefined;
  const project = invitation.project.slug;
  return { project, ...(isTheirs ? SIGNED_IN : await signIn(door, invitation.email, headers)) };
}

/** Signs in by a link that is created and used at once. */
async function signIn({ prisma, env }: Door, email: string, headers: Headers): Promise<SignIn> {
  const link = new URL(await makeSignInLink({ prisma, env }, email));
  const response = await createAuth({ prisma, env }).api.magicLinkVerify({
    query: { token: link.searchParams.get('token') ?? '' },
    headers,
    asResponse: true,
  });
  if (!response.ok) throw new Error(`The sign-in after an invitation answered ${response.status}.`);
  return { cookies: response.headers.getSetCookie(), asksSecondFactor: isChallenged(response) };
}
