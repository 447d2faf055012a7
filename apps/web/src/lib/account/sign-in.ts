// Requests of the pages for users without a session. Each resolves to a sentence when the server refused.

/** Signs in and goes on to the page that was asked for. */
export async function signInWithPassword(email: string, password: string): Promise<string | undefined> {
  const refusal = await send('/api/auth/sign-in/email', { email, password });
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

type Body = Readonly<Record<string, string>>;

const send = async (path: string, body: Body): Promise<string | undefined> => (await post(path, body)).error;

interface Answer {
  /** A sentence. */
  error?: string;
  url?: string;
}

async function post(path: string, body: Body): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (!response) return { error: 'Subtext cannot be reached. Check the connection and try again.' };
  const answer = (await response.json().catch(() => ({}))) as Answer;
  return response.ok ? answer : { error: answer.error ?? `The server answered ${response.status}. Try again.` };
}
