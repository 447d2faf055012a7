/** The public entry: a client, or a fetch, whose model calls become spans. Everything else about it stays what it was. */
import { observeFetchWith, observeWith } from './attach.ts';
import type { ObserveOptions } from './observe-options.ts';
import { recorder } from './recorder.ts';

/**
 * A client of the same type whose calls are recorded. `openai` and `@anthropic-ai/sdk` (and others of their generator) give a copy with
 * an observed fetch, or themselves with their fetch observed where a copy would not be the same. An unknown client comes back untouched.
 */
export function observe<Client extends object>(client: Client, options: ObserveOptions = {}): Client {
  return observeWith(recorder, client, options);
}

/** A fetch that does what the given one does; requests answered in a known model format are recorded. */
export function observeFetch(
  fetch: typeof globalThis.fetch = globalThis.fetch,
  options: ObserveOptions = {},
): typeof globalThis.fetch {
  return observeFetchWith(recorder, fetch, options);
}
