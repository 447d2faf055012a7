/**
 * Checks the key with Subtext before any agent runs: an exporter in the background would notice a problem only later.
 */

/** @returns one sentence for the user when traces would be refused; undefined otherwise. */
export async function checkIngest(): Promise<string | undefined> {
  const { SUBTEXT_URL: url = 'http://127.0.0.1:4318', SUBTEXT_API_KEY: key } = process.env;
  try {
    const response = await fetch(new URL('/v1/traces', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: '{"resourceSpans":[]}',
    });
    if (response.ok) return undefined;
    if (response.status === 401 || response.status === 403) {
      const what = key ? 'does not know the key in SUBTEXT_API_KEY' : 'asks for a key: set SUBTEXT_API_KEY';
      return `Subtext at ${url} ${what}. Keys are in the web interface under Settings, API keys.`;
    }
    return `Subtext at ${url} takes no traces now: ${response.status} ${(await response.text()).slice(0, 200)}`;
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return `There is no Subtext at ${url} (${reason}). Start it with "npm start", or set SUBTEXT_URL.`;
  }
}
