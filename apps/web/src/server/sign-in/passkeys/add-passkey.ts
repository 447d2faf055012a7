// A signed-in user adds a passkey. First they prove who they are, because a stolen session must not become a way in that
// stays.
import { getAuthenticatorName } from '@better-auth/passkey';
import { recordAuditOfUser } from '@subtext/db';
import type { AuditAction } from '../../../lib/account/audit-actions.ts';
import { clientAddressOf } from '../../gate/index.ts';
import { failure, requestWith, type Attempt, type AuthServices } from '../attempt.ts';
import { deviceOf } from '../device.ts';
import { hasPassword, isCurrentPassword } from '../password.ts';
import { hasSecondFactor, Proof, refusedCode, verifyCode } from '../second-factor/index.ts';
import { tooManyAttempts } from '../too-many-attempts.ts';
import { challenge, codeOf, TOO_LATE } from './challenge.ts';
import { needsPasskey, proofsOf, SIGN_IN_WITH_PASSKEY } from './needs-passkey.ts';
import { NewPasskey } from './responses.ts';

/** A user has a handful. */
const MAX_PASSKEYS = 20;
/** Maximum age of a session whose user has no other way to prove who they are. */
const MAX_SESSION_AGE_MS = 86_400_000;

const ENDED = 'Your session has ended. Sign in again.';

type SignedIn = NonNullable<Awaited<ReturnType<AuthServices['auth']['api']['getSession']>>>;

export async function registrationOptions(request: Request, attempt: Attempt): Promise<Response> {
  const { services, limits, network } = attempt;
  const { data: proof } = Proof.safeParse(await request.json().catch(() => undefined));
  if (!proof) return failure(400, 'A code or a password is needed.');
  const found = await services.auth.api.getSession({ headers: request.headers });
  if (!found) return failure(401, ENDED);
  const wait = await limits.password(found.user.email, network);
  if (wait !== undefined) return tooManyAttempts(request, { wait, network });
  const refused = await refusalOf({ request, services, proof }, found);
  if (refused) return refused;
  await limits.passwordAccepted(found.user.email, network);
  return challenge(services, 'register', { url: request.url, headers: request.headers });
}

interface Enrollment {
  request: Request;
  services: AuthServices;
  proof: Proof;
}

/** The password, where there is one, and a code, where there is a second factor; a user without both signed in lately. */
async function refusalOf({ request, services, proof }: Enrollment, { user, session }: SignedIn) {
  const { env, sql, prisma } = services;
  if (env.oidc?.isOnly) return failure(403, `You sign in with ${env.oidc.name}.`);
  if (await needsPasskey(services, { id: user.id, ...proofsOf({ user, session }) }))
    return failure(403, SIGN_IN_WITH_PASSKEY);
  if ((await prisma.passkey.count({ where: { userId: user.id } })) >= MAX_PASSKEYS)
    return failure(409, `You have ${MAX_PASSKEYS} passkeys. Remove one that you do not use any more.`);
  if (!(await isCurrentPassword(sql, user.id, proof.password))) return failure(403, 'The current password is wrong.');
  if (hasSecondFactor(user)) {
    const verified = await verifyCode({ request, services, userId: user.id }, proof.code);
    return verified.ok ? undefined : failure(403, await refusedCode(verified));
  }
  const isOld = Date.now() - session.createdAt.getTime() > MAX_SESSION_AGE_MS;
  if (!isOld || (await hasPassword(sql, user.id))) return undefined;
  return failure(403, 'You signed in more than a day ago. Sign out and in again, then add the passkey.');
}

export async function addPasskey(request: Request, { services, limits, network }: Attempt): Promise<Response> {
  const { data } = NewPasskey.safeParse(await request.json().catch(() => undefined));
  if (!data) return failure(400, 'The answer of a passkey is needed.');
  const wait = await limits.other(network);
  if (wait !== undefined) return tooManyAttempts(request, { wait, network });
  const found = await services.auth.api.getSession({ headers: request.headers });
  if (!found) return failure(401, ENDED);
  const { prisma } = services;
  if (await prisma.passkey.findUnique({ where: { credentialID: data.response.id }, select: { id: true } }))
    return failure(409, 'This passkey is registered already.');
  // The database needs a name, and the model of the authenticator is only known afterwards.
  const given = data.name || deviceOf(request.headers.get('user-agent')) || 'Passkey';
  const response = await services.auth.handler(requestWith(request, { response: data.response, name: given }));
  if (!response.ok)
    return failure(
      403,
      (await codeOf(response)) === 'CHALLENGE_NOT_FOUND' ? TOO_LATE : 'The passkey was not accepted.',
    );
  const { id, aaguid } = (await response.json()) as { id: string; aaguid?: string };
  const name = data.name || getAuthenticatorName(aaguid) || given;
  await prisma.passkey.update({ where: { id }, data: { name }, select: { id: true } });
  // The user has just proven to have the passkey.
  await prisma.session.update({ where: { id: found.session.id }, data: { passkeyId: id }, select: { id: true } });
  const action: AuditAction = 'account.addPasskey';
  const user = { id: found.user.id, address: clientAddressOf(request.headers) };
  await recordAuditOfUser(prisma, user, { action, target: name });
  return Response.json({ name }, { headers: { 'cache-control': 'no-store' } });
}
