/** Signs in and goes on to the page that was asked for. Resolves to a sentence when the server refused. */
export async function signInWithPassword(email: string, password: string): Promise<string | undefined> {
  const response = await fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ email, password }),
  }).catch(() => undefined);
  if (!response) return 'Subtext cannot be reached. Check the connection and try again.';
  if (!response.ok) return refusalOf(response);
  window.location.assign('/signed-in');
  return undefined;
}

async function refusalOf(response: Response): Promise<string> {
  const answer = (await response.json().catch(() => undefined)) as { error?: string } | undefined;
  return answer?.error ?? `The server answered ${response.status}. Try again.`;
}
