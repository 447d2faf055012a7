// The first half of a ceremony: a challenge, which the auth library stores for 5 minutes and takes once.
import { failure, withCookiesOf, type AuthServices } from '../attempt.ts';

export const CHALLENGE_MINUTES = 5;

export const TOO_LATE = `This took longer than ${CHALLENGE_MINUTES} minutes, or was answered before. Try again.`;

type Ceremony = 'authenticate' | 'register';

/** Resolves to the options for the browser's authenticator. `headers`: without a session when it signs in. */
export async function challenge(
  { auth }: Pick<AuthServices, 'auth'>,
  ceremony: Ceremony,
  { url, headers }: { url: string; headers: Headers },
): Promise<Response> {
  const path = new URL(`/api/auth/passkey/generate-${ceremony}-options`, url);
  const response = await auth.handler(new Request(path, { headers }));
  if (!response.ok) return failure(500, 'The server could not answer. Try again.');
  const options = (await response.json()) as object;
  // The library only prefers it for signing in.
  return withCookiesOf(response, ceremony === 'authenticate' ? { ...options, userVerification: 'required' } : options);
}

export const codeOf = async (response: Response): Promise<string | undefined> =>
  ((await response.json().catch(() => ({}))) as { code?: string }).code;
