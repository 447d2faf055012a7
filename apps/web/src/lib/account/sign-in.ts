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

async function send(path: string, body: Readonly<Record<string, string>>): Promise<string | undefined> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (!response) return 'Subtext cannot be reached. Check the connection and try again.';
  if (response.ok) return undefined;
  const answer = (await response.json().catch(() => undefined)) as { error?: string } | undefined;
  return answer?.error ?? `The server answered ${response.status}. Try again.`;
}
