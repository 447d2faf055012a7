// Who is at the door: better-auth on the tables users, sessions, accounts, verifications. The only way in is a one-time link;
// nobody can sign up. Pure configuration, so that the link printer, the web process and the tests build the same thing.
import type { PrismaClient } from '@subtext/db';
import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { magicLink } from 'better-auth/plugins/magic-link';
import { trustedOrigins, type WebEnv } from './env.ts';

const DAY_SECONDS = 86_400;
export const LINK_MINUTES = 15;

export interface AuthOptions {
  prisma: PrismaClient;
  env: Pick<WebEnv, 'webUrl' | 'authSecret'>;
  /** Takes the link that was made. Only the link printer gives one: the web process cannot send links. */
  onLink?: (url: string) => void;
}

export function createAuth({ prisma, env, onLink }: AuthOptions) {
  return betterAuth({
    appName: 'Subtext',
    baseURL: env.webUrl,
    secret: env.authSecret,
    trustedOrigins: trustedOrigins(env.webUrl),
    database: prismaAdapter(prisma, { provider: 'postgresql' }),
    session: { expiresIn: 30 * DAY_SECONDS, updateAge: DAY_SECONDS },
    rateLimit: { enabled: true, window: 60, max: 100 },
    telemetry: { enabled: false },
    // Said aloud, because the library switches them off under a test runner: tests would prove another door than the one we ship.
    advanced: { disableOriginCheck: false, disableCSRFCheck: false },
    plugins: [
      magicLink({
        disableSignUp: true,
        storeToken: 'hashed',
        expiresIn: LINK_MINUTES * 60,
        rateLimit: { window: 60, max: 20 },
        sendMagicLink({ url }) {
          if (!onLink) throw new Error('Sign-in links are printed by `npm run sign-in-link`, not sent.');
          onLink(url);
        },
      }),
    ],
  });
}

export type Auth = ReturnType<typeof createAuth>;

/** What the browser may ask of the auth library; all its other endpoints do not exist here. */
export const AUTH_PATHS: ReadonlySet<string> = new Set([
  '/api/auth/magic-link/verify',
  '/api/auth/sign-out',
  '/api/auth/get-session',
]);
