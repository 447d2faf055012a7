// Setting a new password with a link that was mailed, or passed on by an owner.
import * as z from 'zod';
import { LINK_MINUTES } from '../../lib/account/link-minutes.ts';
import { PASSWORD_LENGTH } from '../../lib/account/password-length.ts';
import { failure, requestWith, withCookiesOf, type Attempt } from './attempt.ts';
import { tooManyAttempts } from './too-many-attempts.ts';

const { min, max } = PASSWORD_LENGTH;
const Reset = z.object({ token: z.string().max(200), newPassword: z.string().min(min).max(max) });

export async function answerReset(request: Request, { services, limits, network }: Attempt): Promise<Response> {
  const { data } = Reset.safeParse(await request.json().catch(() => undefined));
  if (!data) return failure(400, `A password has ${min} to ${max} characters.`);
  const blocked = await limits.ofNetwork(network);
  if (blocked !== undefined) return tooManyAttempts(request, { wait: blocked, network });
  const response = await services.auth.handler(requestWith(request, data));
  if (response.ok) return withCookiesOf(response);
  if (response.status !== 400) return failure(500, 'The server could not answer. Try again.');
  const wait = await limits.failed(network);
  if (wait !== undefined) return tooManyAttempts(request, { wait, network });
  return failure(400, `This link was already used or is older than ${LINK_MINUTES} minutes. Ask for a new one.`);
}
