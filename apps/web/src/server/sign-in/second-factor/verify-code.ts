// Verifies a code of the second factor, and accepts each code of the app once: the auth library would accept it again
// for up to 90 seconds, also from somebody who saw it being typed.
import type { PrismaClient } from '@subtext/db';
import { createOTP } from '@better-auth/utils/otp';
import { symmetricDecrypt } from 'better-auth/crypto';
import type { AuthServices } from '../attempt.ts';
import { isOfApp, verification } from './codes.ts';

const PERIOD_MS = 30_000;
/** The auth library also accepts the codes of the period before and of the one after. */
const PERIODS = [-1, 0, 1];

const USED = 'USED_CODE';

export const WRONG_CODE = 'This code is wrong or too old. Enter the one that the app shows now.';

interface Verified {
  request: Request;
  services: AuthServices;
  /** undefined = not known, which the auth library refuses. */
  userId: string | undefined;
}

/** Resolves to the answer of the auth library, which counts wrong codes. */
export async function verifyCode({ request, services, userId }: Verified, code: string): Promise<Response> {
  const { prisma, env } = services;
  const isUsed =
    isOfApp(code) && userId !== undefined && (await wasUsed({ prisma, secret: env.authSecret, userId }, code));
  return isUsed ? Response.json({ code: USED }, { status: 401 }) : services.auth.handler(verification(request, code));
}

/** Why a code was refused. */
export async function refusedCode(response: Response): Promise<string> {
  const { code } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string };
  return code === USED ? 'This code was used before. Wait until the app shows the next one.' : WRONG_CODE;
}

interface Factor {
  prisma: PrismaClient;
  secret: string;
  userId: string;
}

/** Takes the period of the code, in one statement, so that two requests at the same time do not both have it. */
async function wasUsed({ prisma, secret: key, userId }: Factor, code: string): Promise<boolean> {
  const factor = await prisma.twoFactor.findUnique({ where: { userId }, select: { secret: true } });
  if (!factor) return false;
  const period = await periodOf(await symmetricDecrypt({ key, data: factor.secret }), code);
  if (period === undefined) return false;
  const isLater = [{ lastPeriod: null }, { lastPeriod: { lt: period } }];
  const taken = await prisma.twoFactor.updateMany({ where: { userId, OR: isLater }, data: { lastPeriod: period } });
  return taken.count === 0;
}

/** undefined for a wrong code. */
async function periodOf(secret: string, code: string): Promise<number | undefined> {
  const now = Math.floor(Date.now() / PERIOD_MS);
  const periods = PERIODS.map((offset) => now + offset);
  const codes = await Promise.all(periods.map((period) => createOTP(secret).hotp(period)));
  // The latest, in the rare case that two periods have the same code.
  return periods[codes.lastIndexOf(code)];
}
