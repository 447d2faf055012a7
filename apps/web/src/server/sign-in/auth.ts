// Authentication: better-auth on the tables users, sessions, accounts, verifications. Users sign in by a one-time link or
// with a password; there is no sign-up. Pure configuration, so that the link printer, the web process and the tests
// build the same thing.
import { recordAuditOfUser, type PrismaClient } from '@subtext/db';
import { betterAuth, type BetterAuthOptions, type BetterAuthPlugin } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { magicLink } from 'better-auth/plugins/magic-link';
import { generateRandomString } from 'better-auth/crypto';
import type { AuditAction } from '../../lib/account/audit-actions.ts';
import { LINK_MINUTES } from '../../lib/account/link-minutes.ts';
import { PASSWORD_LENGTH } from '../../lib/account/password-length.ts';
import { trustedOrigins, type WebEnv } from '../env.ts';
import { CLIENT_ADDRESS_HEADER, clientAddressOf } from '../gate/index.ts';
import { linkTokenHash } from './link-token.ts';
import { PASSKEY_SIGN_IN, passkeys } from './passkeys/plugin.ts';
import { awaitsSecondFactor, PRINTED_TOKEN, secondFactor } from './second-factor/plugin.ts';

const DAY_SECONDS = 86_400;
/** How exactly the account page knows when a session was last used. */
const SEEN_SECONDS = 600;

const SESSIONS = {
  expiresIn: 30 * DAY_SECONDS,
  updateAge: SEEN_SECONDS,
  // Where a recent proof is needed, it is asked for (passkeys/add-passkey.ts).
  freshAge: 0,
  additionalFields: { passkeyId: { type: 'string', required: false, input: false } },
} as const;

export type Admit = NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>;

export interface AuthOptions {
  prisma: PrismaClient;
  env: Pick<WebEnv, 'webUrl' | 'authSecret'>;
  /** Receives the created link. Only the code that prints or mails links passes it. */
  onLink?: (url: string) => void;
  /** Its links are printed on the server, and ask for no second factor. */
  isPrinted?: boolean;
  /** The same for the token of a link that sets a password. */
  onResetToken?: (token: string) => void;
  /** The identity provider, and which of its users may sign in (oidc/oidc-auth.ts). */
  provider?: BetterAuthPlugin;
  admit?: Admit;
}

export function createAuth({ prisma, env, onLink, isPrinted = false, onResetToken, provider, admit }: AuthOptions) {
  return betterAuth({
    appName: 'Subtext',
    baseURL: env.webUrl,
    secret: env.authSecret,
    trustedOrigins: trustedOrigins(env.webUrl),
    database: prismaAdapter(prisma, { provider: 'postgresql' }),
    emailAndPassword: passwords(prisma, onResetToken),
    // The token of a reset link is stored as a hash; the magic-link plugin hashes its own tokens.
    verification: { storeIdentifier: { default: 'plain', overrides: { 'reset-password:': 'hashed' } } },
    session: SESSIONS,
    // Limits stand before the library (sign-in/answer-auth.ts): its own limits count all users as one client, or trust
    // X-Forwarded-For.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its warnings are written for every wrong password, which strangers can send.
    logger: { level: 'error', log: logError },
    databaseHooks: { session: recordedSessions(prisma), account: WITHOUT_TOKENS },
    account: { updateAccountOnSignIn: false },
    user: admit && { validateUserInfo: admit },
    // Where the browser goes when a request fails before its own error page is known.
    onAPIError: { errorURL: `${env.webUrl}/sign-in` },
    // Set explicitly, because the library turns them off under a test runner, and tests must run the shipped settings.
    advanced: {
      ...{ disableOriginCheck: false, disableCSRFCheck: false },
      // Cookies are shared by all ports of a host: without a prefix of its own another application on this host would
      // overwrite them. `__Secure-` comes before it where the address is https.
      cookiePrefix: 'subtext',
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    plugins: [
      ...(provider ? [provider] : []),
      secondFactor(),
      passkeys(env.webUrl),
      magicLink({
        disableSignUp: true,
        generateToken: () => `${isPrinted ? PRINTED_TOKEN : ''}${generateRandomString(32, 'a-z', 'A-Z')}`,
        storeToken: { type: 'custom-hasher', hash: (token) => Promise.resolve(linkTokenHash(token)) },
        expiresIn: LINK_MINUTES * 60,
        sendMagicLink({ url }) {
          if (!onLink) throw new Error('Sign-in links are made by owner-link.ts alone.');
          onLink(url);
        },
      }),
    ],
  });
}

/** A passkey that is refused is one line, because strangers can send one. */
const REFUSALS: ReadonlySet<string> = new Set(['Failed to verify authentication', 'Failed to verify registration']);

function logError(_level: string, message: string, ...details: unknown[]): void {
  const [error] = details;
  if (REFUSALS.has(message) && error instanceof Error) console.error(`Passkey refused: ${error.message}`);
  else console.error(message, ...details);
}

const passwords = (prisma: PrismaClient, onResetToken: AuthOptions['onResetToken']) => ({
  enabled: true,
  disableSignUp: true,
  minPasswordLength: PASSWORD_LENGTH.min,
  maxPasswordLength: PASSWORD_LENGTH.max,
  resetPasswordTokenExpiresIn: LINK_MINUTES * 60,
  revokeSessionsOnPasswordReset: true,
  ...(onResetToken && {
    sendResetPassword({ token }: { token: string }) {
      onResetToken(token);
      return Promise.resolve();
    },
  }),
  onPasswordReset: ({ user }: { user: { id: string } }, request?: Request) => {
    const action: AuditAction = 'account.resetPassword';
    return recordAuditOfUser(prisma, { id: user.id, address: request && clientAddressOf(request.headers) }, { action });
  },
});

/** Sessions also end by themselves, which is not an action. */
const recordedSessions = (prisma: PrismaClient) => ({
  create: {
    before: async (session: object, context: RequestContext) => ({
      data: { ...session, ...(context?.path === PASSKEY_SIGN_IN && (await passkeyOf(prisma, context))) },
    }),
    after: async (session: AuditedSession, context: RequestContext) => {
      if (await isSignIn(prisma, session, context))
        await recordSession(prisma, session, { action: 'session.signIn', after: { method: methodOf(context?.path) } });
    },
  },
  delete: {
    after: async (session: AuditedSession, context: RequestContext) => {
      if (context?.path === '/sign-out') await recordSession(prisma, session, { action: 'session.signOut' });
    },
  },
});

/** Where a second factor is asked for, the answer to it is the sign-in, and is recorded there. */
async function isSignIn(prisma: PrismaClient, { userId }: AuditedSession, context: RequestContext): Promise<boolean> {
  if (context?.path?.startsWith('/two-factor/')) return false;
  if (!context || !awaitsSecondFactor(context)) return true;
  const user = await prisma.user.findUnique({ where: { id: userId }, select: { twoFactorEnabled: true } });
  return !user?.twoFactorEnabled;
}

/** The passkey that the auth library has verified when it creates the session. */
async function passkeyOf(prisma: PrismaClient, { body }: NonNullable<RequestContext>) {
  const credentialID = body?.response?.id ?? '';
  const passkey = await prisma.passkey.findUniqueOrThrow({ where: { credentialID }, select: { id: true } });
  return { passkeyId: passkey.id };
}

/** null outside of a request. */
type RequestContext = { path?: string; query?: { token?: unknown }; body?: { response?: { id?: string } } } | null;

interface AuditedSession {
  userId: string;
  ipAddress?: string | null | undefined;
}

interface SessionEntry {
  action: AuditAction;
  after?: { method: string };
}

const recordSession = (prisma: PrismaClient, { userId, ipAddress }: AuditedSession, entry: SessionEntry) =>
  recordAuditOfUser(prisma, { id: userId, address: ipAddress || null }, entry);

/** Nothing is asked of the provider after the sign-in, so its tokens are not stored. */
const WITHOUT_TOKENS = {
  create: {
    before: (account: object) =>
      Promise.resolve({ data: { ...account, accessToken: null, refreshToken: null, idToken: null } }),
  },
};

/** How a session was opened, by the path of the endpoint that did. */
const METHODS: Readonly<Record<string, string>> = {
  '/magic-link/verify': 'link',
  '/sign-in/email': 'password',
  '/callback/:id': 'identity provider',
  [PASSKEY_SIGN_IN]: 'passkey',
};
const methodOf = (path: string | undefined): string => METHODS[path ?? ''] ?? 'unknown';

export type Auth = ReturnType<typeof createAuth>;

export type AuthRoute = 'link' | 'password' | 'passkey' | 'mail' | 'reset' | 'oidc' | 'second factor' | 'other';

/** The endpoints of the auth library that browsers may use, and how their use is limited; all others do not exist here. */
export const AUTH_ROUTES: ReadonlyMap<string, AuthRoute> = new Map<string, AuthRoute>([
  ['GET /api/auth/magic-link/verify', 'link'],
  ['POST /api/auth/sign-in/email', 'password'],
  // Two of these are GET in the auth library. Here the check of the origin covers all four.
  ['POST /api/auth/passkey/generate-authenticate-options', 'passkey'],
  ['POST /api/auth/passkey/verify-authentication', 'passkey'],
  ['POST /api/auth/passkey/generate-register-options', 'passkey'],
  ['POST /api/auth/passkey/verify-registration', 'passkey'],
  ['POST /api/auth/sign-in/magic-link', 'mail'],
  ['POST /api/auth/request-password-reset', 'mail'],
  ['POST /api/auth/reset-password', 'reset'],
  ['POST /api/auth/sign-in/social', 'oidc'],
  ['GET /api/auth/callback/oidc', 'oidc'],
  ['POST /api/auth/two-factor/enable', 'second factor'],
  ['POST /api/auth/two-factor/verify-totp', 'second factor'],
  ['POST /api/auth/two-factor/disable', 'second factor'],
  ['POST /api/auth/two-factor/generate-backup-codes', 'second factor'],
  ['POST /api/auth/sign-out', 'other'],
]);
