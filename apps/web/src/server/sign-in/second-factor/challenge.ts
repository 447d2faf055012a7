// A sign-in that waits for the second factor: the auth library sets a cookie for it instead of a session.
import { SECOND_FACTOR_PATH } from '../../../lib/address/sign-in-paths.ts';

const COOKIE = /(?:^|;\s*)(?:__Secure-)?subtext\.two_factor=([^;]+)/;

/** True when the answer asks for the second factor. */
export const isChallenged = (response: Response): boolean =>
  response.headers.getSetCookie().some((cookie) => COOKIE.test(cookie));

/** The key of the challenge in the database. The auth library checks the signature behind the dot. */
export function challengeOf({ headers }: Request): string | undefined {
  const value = COOKIE.exec(headers.get('cookie') ?? '')?.[1];
  return value && decodeURIComponent(value).split('.')[0];
}

/** Sends a browser that opened a link on to the page that asks, with the cookie. */
export function redirectToChallenge(response: Response): Response {
  const headers = new Headers({ location: SECOND_FACTOR_PATH, 'cache-control': 'no-store' });
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}
