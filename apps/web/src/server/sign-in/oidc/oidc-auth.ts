// Sign-in by the operator's identity provider: the auth library's generic OAuth plugin, with discovery, PKCE, state,
// nonce and a verified ID token. It has an instance of the auth library of its own, because that asks the provider when
// it starts: while the provider is away, all other ways to sign in still work.
import type { PrismaClient } from '@subtext/db';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { decodeJwt } from 'jose';
import * as z from 'zod';
import type { WebEnv } from '../../env.ts';
import { createAuth, type Admit, type Auth } from '../auth.ts';
import { EMAIL } from '../email-address.ts';
import { claimsOf, claimsOfRequest, isAllowedDomain } from './claims.ts';
import { rolesOf } from './group-roles.ts';
import type { OidcSettings } from './settings.ts';

export const OIDC_PROVIDER = 'oidc';

const TIMEOUT_MS = 10_000;

const Discovered = z.object({ issuer: z.url(), userinfo_endpoint: z.url().optional() });

export interface OidcOptions {
  prisma: PrismaClient;
  env: WebEnv;
  oidc: OidcSettings;
}

/** @throws Error while the provider cannot be reached. */
export async function createOidcAuth({ prisma, env, oidc }: OidcOptions): Promise<Pick<Auth, 'handler'>> {
  const { userinfo_endpoint: userInfoUrl } = Discovered.parse(await getJson(oidc.discoveryUrl));
  const provider = genericOAuth({
    config: [
      {
        providerId: OIDC_PROVIDER,
        discoveryUrl: oidc.discoveryUrl,
        requireIdTokenVerification: true,
        clientId: oidc.clientId,
        clientSecret: oidc.clientSecret,
        scopes: oidc.scopes,
        pkce: true,
        getUserInfo: async ({ idToken, accessToken }) => {
          const profile = await profileOf({ idToken, accessToken, userInfoUrl });
          noteEmail(profile?.email);
          return profile;
        },
        mapProfileToUser: ({ name, email }) => ({ name: nameOf(name, email), image: undefined }),
      },
    ],
  });
  const auth = createAuth({ prisma, env, provider, admit: admission({ prisma, oidc }) });
  await auth.$context;
  return auth;
}

/** Asked before a browser is sent there, which would otherwise show an error of its own. */
export const isReachable = ({ discoveryUrl }: OidcSettings): Promise<boolean> =>
  getJson(discoveryUrl).then(
    () => true,
    () => false,
  );

/** For the audit log: the library does not say whom it refused. */
function noteEmail(text: string | undefined): void {
  const request = claimsOfRequest.getStore();
  const { data: email } = EMAIL.safeParse(text);
  if (request && email !== undefined) request.email = email;
}

async function getJson(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`The identity provider answered ${response.status}.`);
  return response.json();
}

interface Tokens {
  idToken: string | undefined;
  accessToken: string | undefined;
  userInfoUrl: string | undefined;
}

/** The claims of the ID token, which the auth library has verified, with those of the user-info endpoint. */
async function profileOf({ idToken, accessToken, userInfoUrl }: Tokens) {
  // The auth library verifies a token only if there is one.
  if (!idToken) return null;
  const claims = decodeJwt(idToken);
  if (!userInfoUrl || !accessToken) return asProfile(claims);
  const more = z
    .looseObject({ sub: z.string() })
    .parse(await getJson(userInfoUrl, { authorization: `Bearer ${accessToken}` }));
  // Claims with another subject belong to another user (OpenID Connect Core 1.0, 5.3.2).
  return more.sub === claims.sub ? asProfile({ ...more, ...claims }) : null;
}

const asProfile = (claims: Record<string, unknown>) => ({
  ...claims,
  sub: String(claims.sub),
  email: typeof claims.email === 'string' ? claims.email : undefined,
  emailVerified: claims.email_verified === true,
});

const nameOf = (name: unknown, email: unknown): string =>
  typeof name === 'string' && name.trim() !== '' ? name.slice(0, 100) : String(email).split('@')[0]!;

/** Runs before a user is created, an identity is linked to a user, and each sign-in. */
const admission =
  ({ prisma, oidc }: Pick<OidcOptions, 'prisma' | 'oidc'>): Admit =>
  async ({ source }) => {
    if (source.method !== 'oauth') return;
    const claims = claimsOf(source.oauth?.profile ?? {}, oidc);
    if (!claims) return { error: 'email_not_verified' };
    if (!isAllowedDomain(claims, oidc)) return { error: 'domain_not_allowed' };
    const hasRole = [...rolesOf(claims.groups, oidc.groupRoles).values()].some(Boolean);
    if (source.action === 'create-user' && !hasRole && !(await isInvited(prisma, claims.email)))
      return { error: 'no_project' };
    const request = claimsOfRequest.getStore();
    if (request) request.claims = claims;
    return;
  };

const isInvited = async (prisma: PrismaClient, email: string): Promise<boolean> =>
  (await prisma.invitation.count({
    where: { email, acceptedAt: null, revokedAt: null, expiresAt: { gt: new Date() } },
  })) > 0;
