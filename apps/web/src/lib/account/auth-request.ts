// A request to the routes of the auth library, and its answer.

export type Body = Readonly<Record<string, unknown>>;

export interface Answer {
  /** A sentence. */
  error?: string;
  url?: string;
  /** The session waits for the second factor. */
  asksSecondFactor?: boolean;
  /** What an authenticator app has to know, as a URL, and the codes for the case that it is lost. */
  totpURI?: string;
  backupCodes?: string[];
  /** The name of a passkey that was added. */
  name?: string;
}

export async function post(path: string, body: Body): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (!response) return { error: 'Subtext cannot be reached. Check the connection and try again.' };
  const answer = (await response.json().catch(() => ({}))) as Answer;
  return response.ok ? answer : { error: answer.error ?? `The server answered ${response.status}. Try again.` };
}
