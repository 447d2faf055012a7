// The token of a one-time sign-in link: stored as a hash, and the account that it belongs to.
import { createHash } from 'node:crypto';
import type { PrismaClient } from '@subtext/db';
import * as z from 'zod';

/** A token has 190 random bits, so a slow hash would only add work that attackers can cause. */
export const linkTokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

const Value = z.object({ email: z.string() });

/** The e-mail address that a link signs in, without using the link up; undefined for one that does not work. */
export async function accountOfLink(prisma: PrismaClient, token: string | null): Promise<string | undefined> {
  if (!token) return undefined;
  const found = await prisma.verification.findFirst({
    where: { identifier: linkTokenHash(token), expiresAt: { gt: new Date() } },
    select: { value: true },
  });
  return found ? Value.parse(JSON.parse(found.value)).email : undefined;
}
