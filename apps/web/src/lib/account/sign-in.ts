// Requests of the pages for users without a session. Each resolves to a sentence when the server refused.
import { SECOND_FACTOR_PATH } from '../address/sign-in-paths.ts';
import { post, type Body } from './auth-request.ts';

/** Signs in and goes on to the page that was asked for. */
export async function signInWithPassword(email: string, password: string): Promise<string | undefined> {
  const { error, asksSecondFactor } = await post('/api/auth/sign-in/email', { email, password });
  if (error === undefined) window.location.assign(asksSecondFactor ? SECOND_FACTOR_PATH : '/signed-in');
  return error;
}

/** With a code of the app or a backup code, after a password or a link. */
export async function signInWithCode(code: string): Promise<string | undefined> {
  const refusal = await send('/api/auth/two-factor/verify-totp', { code });
  if (refusal === undefined) window.location.assign('/signed-in');
  return refusal;
}

/** By mail, and only if the address belongs to a user, which the answer does not say. */
export const askForSignInLink = (email: string) => send('/api/auth/sign-in/magic-link', { email });
export const askForResetLink = (email: string) => send('/api/auth/request-password-reset', { email });

export const resetPassword = (token: string, newPassword: string) =>
  send('/api/auth/reset-password', { token, newPassword });

/** The server answers with the page of the identity provider. */
export async function goToProvider(): Promise<string | undefined> {
  const answer = await post('/api/auth/sign-in/social', {});
  if (answer.url === undefined) return answer.error ?? 'The identity provider cannot be reached. Try again.';
  window.location.assign(answer.url);
  return undefined;
}

const send = async (path: string, body: Body): Promise<string | undefined> => (await post(path, body)).error;
