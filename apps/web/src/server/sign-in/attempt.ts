// One attempt of a browser to sign in, and the answers that its page reads.
import type { WebEnv } from '../env.ts';
import type { Services } from '../services.ts';
import type { Attempts } from './attempts.ts';
import type { Auth } from './auth.ts';

export interface AuthServices extends Pick<Services, 'prisma' | 'sql'> {
  auth: Pick<Auth, 'handler'> & { api: Pick<Auth['api'], 'getSession'> };
  env: WebEnv;
}

export interface Attempt {
  services: AuthServices;
  limits: Attempts;
  /** The network of the client, whose attempts are counted together. */
  network: string;
}

const NOT_CACHED = { 'cache-control': 'no-store' };

export const failure = (status: number, error: string): Response =>
  Response.json({ error }, { status, headers: NOT_CACHED });

/** The session is in the cookie alone: its token is out of reach of scripts. */
export function withCookiesOf(response: Response, answer: object = {}): Response {
  const headers = new Headers(NOT_CACHED);
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie);
  return Response.json(answer, { headers });
}

/** The same request with a body that was checked, for the same path or another one. */
export function requestWith(request: Request, body: object, path = ''): Request {
  const headers = new Headers(request.headers);
  headers.set('content-type', 'application/json');
  return new Request(new URL(path, request.url), { method: 'POST', headers, body: JSON.stringify(body) });
}
