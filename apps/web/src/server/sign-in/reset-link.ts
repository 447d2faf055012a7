// Makes links that set a new password: for a mail, or for an owner to pass on. The auth library stores a hash of the
// token.
import type { PrismaClient } from '@subtext/db';
import { resetPath } from '../../lib/address/sign-in-paths.ts';
import type { WebEnv } from '../env.ts';
import { createAuth } from './auth.ts';

/** A link that sets the password of the user with the address, once and within minutes. */
export async function makeResetLink({ prisma, env }: { prisma: PrismaClient; env: WebEnv }, email: string) {
  let made: string | undefined;
  const auth = createAuth({ prisma, env, onResetToken: (token) => (made = token) });
  await auth.api.requestPasswordReset({ body: { email } });
  if (!made) throw new Error('The auth library made no link to set a password.');
  return `${env.webUrl}${resetPath(made)}`;
}
