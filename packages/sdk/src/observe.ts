/** The public entry: a client, or a fetch, whose model calls become spans. Everything else about it stays what it was. */
import { observeFetchWith, observeWith } from './attach.ts';
import type { ObserveOptions } from './observe-options.ts';
import { recorder } from './recorder.ts';

/**
 * A client of the same type whose calls are recorded. `openai`, `@anthropic-ai/sdk` and `groq-sdk` give a copy with an observed fetch; all
 * others, and those of a class or with patches of your own, are observed in place and come back themselves. A client that is unknown or
 * frozen comes back untouched, and a warning says so once.
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
