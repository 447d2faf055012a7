/**
 * Requests of browsers to sign in and out, limited per network and per account. Other paths do not exist here.
 */
import { trustedOrigins } from '../env.ts';
import { clientAddressOf, clientNetwork } from '../gate/index.ts';
import { answerMailedLink } from './answer-mailed-link.ts';
import { answerPassword } from './answer-password.ts';
import { answerReset } from './answer-reset.ts';
import { failure, type Attempt, type AuthServices } from './attempt.ts';
import { attempts, type Attempts, type Wait } from './attempts.ts';
import { AUTH_ROUTES, type AuthRoute } from './auth.ts';
import { accountOfLink } from './link-token.ts';
import { answerOidc } from './oidc/index.ts';
import { answerPasskeys } from './passkeys/index.ts';
import { answerSecondFactor, isChallenged, redirectToChallenge } from './second-factor/index.ts';
import { tooManyAttempts } from './too-many-attempts.ts';

export async function answerAuth(
  request: Request,
  services: AuthServices,
  limits: Attempts = attempts(),
): Promise<Response> {
  const route = AUTH_ROUTES.get(`${request.method} ${new URL(request.url).pathname}`);
  if (!route) return new Response('Not found', { status: 404 });
  if (request.method !== 'GET' && !isOwnOrigin(request, services))
    return new Response('Requests of other origins are not answered.', { status: 403 });
  const network = clientNetwork(clientAddressOf(request.headers));
  const attempt = { services, limits, network };
  if (route === 'oidc') return orChallenge(await answerOidc(request, attempt));
  if (route === 'second factor') return answerSecondFactor(request, attempt);
  // These would open a session without the provider. The links that the operator prints still work.
  if (services.env.oidc?.isOnly && WITHOUT_PROVIDER.has(route))
    return failure(403, `Sign in with ${services.env.oidc.name}.`);
  if (route === 'password') return answerPassword(request, attempt);
  if (route === 'passkey') return answerPasskeys(request, attempt);
  if (route === 'mail') return answerMailedLink(request, attempt);
  if (route === 'reset') return answerReset(request, attempt);
  const wait = route === 'link' ? await countLink(request, attempt) : await limits.other(network);
  if (wait !== undefined) return tooManyAttempts(request, { wait, network });
  return orChallenge(await services.auth.handler(request));
}

const WITHOUT_PROVIDER: ReadonlySet<AuthRoute> = new Set(['password', 'passkey', 'mail', 'reset']);

/** A browser that came by a link or from the identity provider is asked for the second factor by a page. */
const orChallenge = (response: Response): Response =>
  isChallenged(response) ? redirectToChallenge(response) : response;

/** Prevents login CSRF: another site must not sign its visitors in here as a user of its choice. */
function isOwnOrigin(request: Request, { env }: AuthServices): boolean {
  const origin = request.headers.get('origin');
  return origin !== null && trustedOrigins(env.webUrl).includes(origin);
}

async function countLink(request: Request, { services, limits, network }: Attempt): Promise<Wait | undefined> {
  const wait = await limits.ofNetwork(network);
  if (wait !== undefined) return wait;
  const account = await accountOfLink(services.prisma, new URL(request.url).searchParams.get('token'));
  return account === undefined ? limits.failed(network) : limits.signIn(account, network);
}
