// Asking for a link by mail: to sign in, or to set a new password.
import * as z from 'zod';
import { failure, type Attempt } from './attempt.ts';
import { EMAIL } from './email-address.ts';
import { mailLink } from './mailed-links.ts';
import { tooManyAttempts } from './too-many-attempts.ts';

const Recipient = z.object({ email: EMAIL });

/** The answer is the same for an unknown address, and does not wait for the mail. */
export async function answerMailedLink(request: Request, { services, limits, network }: Attempt): Promise<Response> {
  if (!services.env.mail) return failure(404, 'This Subtext sends no mail. Ask an owner for a link.');
  const { data } = Recipient.safeParse(await request.json().catch(() => undefined));
  if (!data) return failure(400, 'An e-mail address is needed.');
  const wait = await limits.mail(data.email, network);
  if (wait !== undefined) return tooManyAttempts(request, { wait, network });
  const link = new URL(request.url).pathname.endsWith('/magic-link') ? 'sign-in' : 'reset';
  mailLink(services, link, data.email).catch((error: unknown) =>
    console.error(`A ${link} link was not mailed:`, error instanceof Error ? error.message : error),
  );
  return Response.json({}, { headers: { 'cache-control': 'no-store' } });
}
