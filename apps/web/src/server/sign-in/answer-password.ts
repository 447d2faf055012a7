// Signing in with a password.
import { recordAuditOfUser } from '@subtext/db';
import * as z from 'zod';
import type { AuditAction } from '../../lib/account/audit-actions.ts';
import { clientAddressOf } from '../gate/index.ts';
import { failure, requestWith, withCookiesOf, type Attempt, type AuthServices } from './attempt.ts';
import { EMAIL } from './email-address.ts';
import { isChallenged } from './second-factor/index.ts';
import { tooManyAttempts } from './too-many-attempts.ts';

const Credentials = z.object({ email: EMAIL, password: z.string() });

/** The answer is the same for an unknown address and a wrong password, and takes the same time. */
export async function answerPassword(request: Request, { services, limits, network }: Attempt): Promise<Response> {
  const { data } = Credentials.safeParse(await request.json().catch(() => undefined));
  if (!data) return failure(400, 'An e-mail address and a password are needed.');
  const wait = await limits.password(data.email, network);
  if (wait !== undefined) return tooManyAttempts(request, { wait, network });
  const response = await services.auth.handler(requestWith(request, data));
  if (response.ok) {
    await limits.passwordAccepted(data.email, network);
    return withCookiesOf(response, isChallenged(response) ? { asksSecondFactor: true } : {});
  }
  if (response.status !== 401) return failure(500, 'The server could not answer. Try again.');
  // Not awaited, because only the address of a user has an entry.
  recordFailure(services, data.email, clientAddressOf(request.headers)).catch(console.error);
  return failure(401, 'This e-mail address and this password do not belong together.');
}

async function recordFailure({ prisma }: AuthServices, email: string, address: string): Promise<void> {
  const user = await prisma.user.findUnique({ where: { email }, select: { id: true } });
  const action: AuditAction = 'session.signInFailed';
  if (user) await recordAuditOfUser(prisma, { id: user.id, address }, { action, after: { method: 'password' } });
}
