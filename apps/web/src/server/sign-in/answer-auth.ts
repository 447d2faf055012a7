/**
 * Requests of browsers to the auth library, limited per network and per account. Other paths do not exist here.
 */
import { AUTH_PATHS, VERIFY_PATH, type Auth } from './auth.ts';
import { clientAddressOf, clientNetwork } from '../gate/index.ts';
import type { Services } from '../services.ts';
import { attempts, type Attempts, type Wait } from './attempts.ts';
import { accountOfLink } from './link-token.ts';
import { tooManyAttempts } from './too-many-attempts.ts';

export interface AuthServices extends Pick<Services, 'prisma'> {
  auth: Pick<Auth, 'handler'>;
}

export async function answerAuth(
  request: Request,
  services: AuthServices,
  limits: Attempts = attempts(),
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!AUTH_PATHS.has(pathname)) return new Response('Not found', { status: 404 });
  const network = clientNetwork(clientAddressOf(request.headers));
  const wait =
    pathname === VERIFY_PATH ? await countLink(request, { services, limits, network }) : await limits.other(network);
  return wait === undefined ? services.auth.handler(request) : tooManyAttempts(request, { wait, network });
}

interface LinkAttempt {
  services: AuthServices;
  limits: Attempts;
  network: string;
}

async function countLink(request: Request, { services, limits, network }: LinkAttempt): Promise<Wait | undefined> {
  const wait = await limits.ofNetwork(network);
  if (wait !== undefined) return wait;
  const account = await accountOfLink(services.prisma, new URL(request.url).searchParams.get('token'));
  return account === undefined ? limits.failed(network) : limits.signIn(account, network);
}
