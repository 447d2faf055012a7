// Authentication: better-auth on the tables users, sessions, accounts, verifications. The only way to sign in is a
// one-time link; there is no sign-up. Pure configuration, so that the link printer, the web process and the tests build
// the same thing.
import { recordAuditOfUser, type PrismaClient } from '@subtext/db';
import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { magicLink } from 'better-auth/plugins/magic-link';
import type { AuditAction } from '../../lib/account/audit-actions.ts';
import { trustedOrigins, type WebEnv } from '../env.ts';
import { CLIENT_ADDRESS_HEADER } from '../gate/index.ts';
import { linkTokenHash } from './link-token.ts';

const DAY_SECONDS = 86_400;
/** How exactly the account page knows when a session was last used. */
const SEEN_SECONDS = 600;
export const LINK_MINUTES = 15;

export interface AuthOptions {
  prisma: PrismaClient;
  env: Pick<WebEnv, 'webUrl' | 'authSecret'>;
  /** Receives the created link. Only the link printer passes it: the web process cannot send links. */
  onLink?: (url: string) => void;
}

export function createAuth({ prisma, env, onLink }: AuthOptions) {
  return betterAuth({
    appName: 'Subtext',
    baseURL: env.webUrl,
    secret: env.authSecret,
    trustedOrigins: trustedOrigins(env.webUrl),
    database: prismaAdapter(prisma, { provider: 'postgresql' }),
    session: { expiresIn: 30 * DAY_SECONDS, updateAge: SEEN_SECONDS },
    // Limits stand before the library (sign-in/answer-auth.ts): its own limits count all users as one client, or trust
    // X-Forwarded-For.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    databaseHooks: {
      session: {
        create: { after: (session) => recordSession(prisma, session, 'session.signIn') },
        delete: {
          // Sessions also end by themselves, which is not an action.
          after: async (session, context) => {
            if (context?.path === '/sign-out') await recordSession(prisma, session, 'session.signOut');
          },
        },
      },
    },
    // Set explicitly, because the library turns them off under a test runner, and tests must run the shipped settings.
    advanced: {
      ...{ disableOriginCheck: false, disableCSRFCheck: false },
      // Cookies are shared by all ports of a host: without a prefix of its own another application on this host would
      // overwrite them. `__Secure-` comes before it where the address is https.
      cookiePrefix: 'subtext',
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    plugins: [
      magicLink({
        disableSignUp: true,
        storeToken: { type: 'custom-hasher', hash: (token) => Promise.resolve(linkTokenHash(token)) },
        expiresIn: LINK_MINUTES * 60,
        sendMagicLink({ url }) {
          if (!onLink) throw new Error('Sign-in links are printed by `npm run sign-in-link`, not sent.');
          onLink(url);
        },
      }),
    ],
  });
}

interface AuditedSession {
  userId: string;
  ipAddress?: string | null | undefined;
}

const recordSession = (prisma: PrismaClient, { userId, ipAddress }: AuditedSession, action: AuditAction) =>
  recordAuditOfUser(prisma, { id: userId, address: ipAddress || null }, action);

export type Auth = ReturnType<typeof createAuth>;

/** The path of a sign-in link. */
export const VERIFY_PATH = '/api/auth/magic-link/verify';

/** The endpoints of the auth library that browsers may use; all others do not exist here. */
export const AUTH_PATHS: ReadonlySet<string> = new Set([VERIFY_PATH, '/api/auth/sign-out', '/api/auth/get-session']);
