// Requests about the second factor: of a user who signs in, and of one who is signed in.
import { failure, type Attempt } from '../attempt.ts';
import { needsPasskey, proofsOf, SIGN_IN_WITH_PASSKEY } from '../passkeys/needs-passkey.ts';
import { isCurrentPassword } from '../password.ts';
import { tooManyAttempts } from '../too-many-attempts.ts';
import { beginSetUp, confirmSetUp, removeOwn, renewBackupCodes, type OwnFactor } from './account-factor.ts';
import { answerChallenge } from './answer-challenge.ts';
import { Proof } from './codes.ts';
import { hasSecondFactor } from './plugin.ts';

const SETTINGS = new Map<string, (factor: OwnFactor) => Promise<Response>>([
  ['/api/auth/two-factor/enable', beginSetUp],
  ['/api/auth/two-factor/verify-totp', confirmSetUp],
  ['/api/auth/two-factor/disable', removeOwn],
  ['/api/auth/two-factor/generate-backup-codes', renewBackupCodes],
]);
const VERIFY = '/api/auth/two-factor/verify-totp';

export async function answerSecondFactor(request: Request, attempt: Attempt): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { data: proof } = Proof.safeParse(await request.json().catch(() => undefined));
  const change = SETTINGS.get(pathname);
  if (!proof || !change) return failure(400, 'A code or a password is needed.');
  const { services, limits, network } = attempt;
  const found = await services.auth.api.getSession({ headers: request.headers });
  if (!found && pathname === VERIFY) return answerChallenge(request, attempt, proof.code);
  if (!found) return failure(401, 'Your session has ended. Sign in again.');
  const { user } = found;
  if (await needsPasskey(services, { id: user.id, ...proofsOf(found) })) return failure(403, SIGN_IN_WITH_PASSKEY);
  // A stolen session must not become a way to guess the password or a code.
  const wait = await limits.password(user.email, network);
  if (wait !== undefined) return tooManyAttempts(request, { wait, network });
  if (pathname !== VERIFY && !(await isCurrentPassword(services.sql, user.id, proof.password)))
    return failure(403, 'The current password is wrong.');
  const response = await change({
    request,
    services,
    proof,
    user: { id: user.id, hasSecondFactor: hasSecondFactor(user) },
  });
  if (response.ok) await limits.passwordAccepted(user.email, network);
  return response;
}
