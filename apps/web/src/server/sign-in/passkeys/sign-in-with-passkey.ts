// Signing in with a passkey. It names the user, so no address is asked for.
import { recordAuditOfUser } from '@subtext/db';
import type { AuditAction } from '../../../lib/account/audit-actions.ts';
import { clientAddressOf } from '../../gate/index.ts';
import { failure, requestWith, withCookiesOf, type Attempt, type AuthServices } from '../attempt.ts';
import { tooManyAttempts } from '../too-many-attempts.ts';
import { challenge, codeOf, TOO_LATE } from './challenge.ts';
import { SignInResponse } from './responses.ts';

export async function signInOptions(request: Request, { services, limits, network }: Attempt): Promise<Response> {
  const wait = await limits.other(network);
  if (wait !== undefined) return tooManyAttempts(request, { wait, network });
  return challenge(services, 'authenticate', { url: request.url, headers: new Headers() });
}

export async function signInWithPasskey(request: Request, { services, limits, network }: Attempt): Promise<Response> {
  const { data } = SignInResponse.safeParse(await request.json().catch(() => undefined));
  if (!data) return failure(400, 'The answer of a passkey is needed.');
  const { id: credential } = data.response;
  const wait = await limits.passkey(credential, network);
  if (wait !== undefined) return tooManyAttempts(request, { wait, network });
  const response = await services.auth.handler(requestWith(request, data));
  if (response.ok) {
    await Promise.all([limits.passkeyAccepted(network), markUsed(services, credential)]);
    return withCookiesOf(response);
  }
  await recordRefusal(services, credential, clientAddressOf(request.headers));
  return refusal(response);
}

async function refusal(response: Response): Promise<Response> {
  const code = await codeOf(response);
  if (code === 'CHALLENGE_NOT_FOUND') return failure(401, TOO_LATE);
  if (code === 'PASSKEY_NOT_FOUND')
    return failure(401, 'Subtext does not know this passkey. It may have been removed. Sign in another way.');
  if (code === 'USER_NOT_VERIFIED')
    return failure(401, 'This passkey did not verify you by a PIN or a fingerprint. Sign in another way.');
  if (response.status >= 500) return failure(500, 'The server could not answer. Try again.');
  return failure(401, 'This passkey was not accepted. Try again, or sign in another way.');
}

const markUsed = ({ prisma }: AuthServices, credentialID: string) =>
  prisma.passkey.update({ where: { credentialID }, data: { lastUsedAt: new Date() }, select: { id: true } });

/** A passkey that is not known belongs to no user, so no log has it. */
async function recordRefusal({ prisma }: AuthServices, credentialID: string, address: string): Promise<void> {
  const passkey = await prisma.passkey.findUnique({ where: { credentialID }, select: { userId: true, name: true } });
  if (!passkey) return;
  const action: AuditAction = 'session.signInFailed';
  const details = { action, target: passkey.name, after: { method: 'passkey' } };
  await recordAuditOfUser(prisma, { id: passkey.userId, address }, details);
}
