/** The public entry points: a client, or a fetch, whose model calls become spans. Nothing else about it changes. */
import { observeFetchWith, observeWith } from './attach.ts';
import type { ObserveOptions } from './observe-options.ts';
import { recorder } from '../conversation/recorder.ts';

/**
 * Returns a client of the same type whose calls are recorded. `openai`, `@anthropic-ai/sdk` and `groq-sdk` return a
 * copy with an observed fetch. All others, and clients of your own class or with patches, are observed in place and
 * returned. An unknown or frozen client is returned unchanged, with one warning.
 */
export function observe<Client extends object>(client: Client, options: ObserveOptions = {}): Client {
  return observeWith(recorder, client, options);
}

/** Returns a fetch that behaves like the given one and records requests that are answered in a known model format. */
export function observeFetch(
  fetch: typeof globalThis.fetch = globalThis.fetch,
  options: ObserveOptions = {},
): typeof globalThis.fetch {
  return observeFetchWith(recorder, fetch, options);
}
