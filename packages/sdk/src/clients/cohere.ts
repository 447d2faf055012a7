/** `cohere-ai` 8: every sub-client has its own options and reads their `fetch` at each request. */
import type { Fetch } from '../tap/observed-fetch.ts';
import {
  globalFetch,
  isFields,
  isFunction,
  setField,
  type Fields,
  type ObservableClient,
} from './observable-client.ts';

/** `CohereClientV2` contains a `CohereClient`, which contains the sub-clients. */
const DEPTH = 3;

export const cohere: ObservableClient = {
  packages: ['cohere-ai'],
  // `fetch()` and the `fetch` option were added together; older versions ignore the option.
  takes: (client) => isFunction(client.fetch) && isFunction(client.chatStream),
  observe(client, wrap) {
    for (const options of allOptions(client)) setField(options, 'fetch', wrap((options.fetch ?? globalFetch) as Fetch));
    return client;
  },
};

function allOptions(client: Fields): Set<Fields> {
  const options = new Set<Fields>();
  collectOptions(client, options, DEPTH);
  // The options object that the application passed, which may configure other clients too. The client no longer reads
  // it.
  if ('clientV2' in client) options.delete(client._options as Fields);
  return options;
}

function collectOptions(part: Fields, found: Set<Fields>, depth: number): void {
  if (isFields(part._options)) found.add(part._options);
  if (depth === 0) return;
  for (const value of Object.values(part)) {
    if (isFields(value) && isFields(value._options)) collectOptions(value, found, depth - 1);
  }
}
