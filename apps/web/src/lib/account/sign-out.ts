/** Ends the session on the server, then goes to the sign-in page. @throws Error when the server did not end it. */
export async function signOut(): Promise<void> {
  const response = await fetch('/api/auth/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  window.location.assign('/sign-in');
}
