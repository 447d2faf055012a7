// The code of a user who has proven the first factor. The auth library allows 5 wrong codes for one sign-in, and 10 in a
// row for an account.
import { recordAuditOfUser } from '@subtext/db';
import type { AuditAction } from '../../../lib/account/audit-actions.ts';
import { clientAddressOf } from '../../gate/index.ts';
import { failure, withCookiesOf, type Attempt, type AuthServices } from '../attempt.ts';
import { tooManyAttempts } from '../too-many-attempts.ts';
import { challengeOf } from './challenge.ts';
import { isOfApp } from './codes.ts';
import { refusedCode, verifyCode } from './verify-code.ts';

const SIGN_IN_AGAIN = 'This sign-in is older than 10 minutes or had too many wrong codes. Sign in again.';
const LOCKED = 'Too many wrong codes for this account. Try again in 15 minutes, or ask the operator for a link.';

export async function answerChallenge(
  request: Request,
  { services, limits, network }: Attempt,
  code: string,
): Promise<Response> {
  const blocked = await limits.ofNetwork(network);
  if (blocked !== undefined) return tooManyAttempts(request, { wait: blocked, network });
  // Found before the code is verified, which ends the challenge.
  const userId = await userOfChallenge(services, request);
  const response = await verifyCode({ request, services, userId }, code);
  const record = (action: AuditAction) => {
    const method = isOfApp(code) ? 'authenticator code' : 'backup code';
    const address = clientAddressOf(request.headers);
    return userId && recordAuditOfUser(services.prisma, { id: userId, address }, { action, after: { method } });
  };
  if (response.ok) {
    await record('session.signIn');
    return withCookiesOf(response);
  }
  await record('session.signInFailed');
  const wait = await limits.failed(network);
  if (wait !== undefined) return tooManyAttempts(request, { wait, network });
  return refusal(response);
}

async function refusal(response: Response): Promise<Response> {
  if (response.status === 429) return failure(429, LOCKED);
  const reason = await refusedCode(response);
  const { code } = (await response.json()) as { code?: string };
  if (code === 'INVALID_CODE' || code === 'INVALID_BACKUP_CODE' || code === 'USED_CODE') return failure(401, reason);
  return response.status < 500 ? failure(401, SIGN_IN_AGAIN) : failure(500, 'The server could not answer. Try again.');
}

async function userOfChallenge({ prisma }: AuthServices, request: Request): Promise<string | undefined> {
  const identifier = challengeOf(request);
  if (identifier === undefined) return undefined;
  const found = await prisma.verification.findFirst({
    where: { identifier, expiresAt: { gt: new Date() } },
    select: { value: true },
  });
  return found?.value;
}
