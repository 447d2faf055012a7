// Sends a link to sign in, or to set a password, to an address that asked for one. Whether the address belongs to a user
// is not said, neither by the answer nor by the time that it takes: the mail is written after the answer.
import type { PrismaClient } from '@subtext/db';
import { sendMail, type MailServer } from '@subtext/outbound';
import { LINK_MINUTES } from '../../lib/account/link-minutes.ts';
import { signInWithPath } from '../../lib/address/sign-in-paths.ts';
import type { WebEnv } from '../env.ts';
import { resetMail, signInMail } from '../mail/index.ts';
import { findMember, makeSignInLink } from './owner-link.ts';
import { makeResetLink } from './reset-link.ts';

export type MailedLink = 'sign-in' | 'reset';

interface MailOptions {
  prisma: PrismaClient;
  env: WebEnv;
}

/** Does nothing for an address of no member. @throws Error when the mail server did not accept the mail. */
export async function mailLink({ prisma, env }: MailOptions, link: MailedLink, email: string): Promise<void> {
  if (!env.mail) return;
  if (!(await findMember(prisma, email))) return;
  await (link === 'reset' ? mailReset : mailSignIn)({ prisma, env, server: env.mail }, email);
}

type Sending = MailOptions & { server: MailServer };

async function mailSignIn({ server, ...options }: Sending, email: string): Promise<void> {
  const token = new URL(await makeSignInLink(options, email)).searchParams.get('token') ?? '';
  const url = `${options.env.webUrl}${signInWithPath(token)}`;
  await sendMail(server, signInMail({ to: email, url, minutes: LINK_MINUTES }));
}

export async function mailReset({ server, ...options }: Sending, email: string): Promise<void> {
  const url = await makeResetLink(options, email);
  await sendMail(server, resetMail({ to: email, url, minutes: LINK_MINUTES }));
}
