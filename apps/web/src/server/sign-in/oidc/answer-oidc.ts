// Signing in by the identity provider: the way there, and back.
import type { Sql } from '@subtext/db';
import type { WebEnv } from '../../env.ts';
import { clientAddressOf } from '../../gate/index.ts';
import { failure, requestWith, type Attempt } from '../attempt.ts';
import type { Auth } from '../auth.ts';
import { isChallenged } from '../second-factor/index.ts';
import { tooManyAttempts } from '../too-many-attempts.ts';
import { claimsOfRequest, type Claims, type OidcRequest } from './claims.ts';
import { applyGroupRoles, rolesOf } from './group-roles.ts';
import { createOidcAuth, isReachable, OIDC_PROVIDER } from './oidc-auth.ts';
import { recordRefusal } from './record-refusal.ts';

// On globalThis, because a build gives each route a module of its own.
const holder = globalThis as typeof globalThis & { subtextOidcAuths?: WeakMap<WebEnv, Promise<Pick<Auth, 'handler'>>> };

/** Asks the provider once; again after a failure. */
function oidcAuth({ prisma, env }: Attempt['services'], oidc: NonNullable<WebEnv['oidc']>) {
  const auths = (holder.subtextOidcAuths ??= new WeakMap());
  const found = auths.get(env);
  if (found) return found;
  const made = createOidcAuth({ prisma, env, oidc });
  auths.set(env, made);
  made.catch(() => auths.delete(env));
  return made;
}

export async function answerOidc(request: Request, { services, limits, network }: Attempt): Promise<Response> {
  const { oidc } = services.env;
  if (!oidc) return failure(404, 'This Subtext has no identity provider.');
  const wait = await limits.other(network);
  if (wait !== undefined) return tooManyAttempts(request, { wait, network });
  const isStart = request.method === 'POST';
  const auth = await oidcAuth(services, oidc).catch((error: Error) =>
    console.error('The identity provider cannot be used:', error.message),
  );
  if (!auth && !isStart) return Response.redirect(new URL(UNREACHABLE, services.env.webUrl), 303);
  if (!auth || (isStart && !(await isReachable(oidc))))
    return failure(502, `${oidc.name} cannot be reached. Try again, or ask the operator for a link.`);
  if (isStart) {
    const paths = { callbackURL: '/signed-in', errorCallbackURL: '/sign-in' };
    return auth.handler(requestWith(request, { provider: OIDC_PROVIDER, disableRedirect: true, ...paths }));
  }
  const found: OidcRequest = {};
  const response = await claimsOfRequest.run(found, () => auth.handler(request));
  const address = clientAddressOf(request.headers);
  if (isSignedIn(response) || isChallenged(response)) {
    if (found.claims) await applyRoles(services, found.claims, address);
    return response;
  }
  // Counted, so that nobody can fill the log.
  const blocked = await limits.failed(network);
  if (blocked !== undefined) return tooManyAttempts(request, { wait: blocked, network }, '/sign-in');
  if (found.email !== undefined) await recordRefusal(services.sql, { email: found.email, address, response });
  return response;
}

const UNREACHABLE = '/sign-in?error=provider_unreachable';

const isSignedIn = (response: Response): boolean =>
  response.headers.getSetCookie().some((cookie) => /session_token=[^;]/.test(cookie));

interface RoleServices {
  sql: Sql;
  env: WebEnv;
}

async function applyRoles({ sql, env }: RoleServices, claims: Claims, address: string): Promise<void> {
  const [user] = await sql<{ id: string; email: string }[]>`
    SELECT u.id, u.email FROM accounts a JOIN users u ON u.id = a.user_id
    WHERE a.issuer = ${claims.issuer} AND a.account_id = ${claims.subject}`;
  if (user) await applyGroupRoles(sql, { ...user, address }, rolesOf(claims.groups, env.oidc?.groupRoles ?? []));
}
