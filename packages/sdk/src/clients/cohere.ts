/** `cohere-ai` 8: every part of a client keeps options of its own, and reads their `fetch` at each request. */
import type { Fetch } from '../observed-fetch.ts';
import {
  globalFetch,
  isFields,
  isFunction,
  setField,
  type Fields,
  type ObservableClient,
} from './observable-client.ts';

/** `CohereClientV2` holds a `CohereClient`, which holds its parts. */
const DEPTH = 3;

export const cohere: ObservableClient = {
  packages: ['cohere-ai'],
  // `fetch()` came together with the option of that name; older versions would not read it.
  takes: (client) => isFunction(client.fetch) && isFunction(client.chatStream),
  observe(client, wrap) {
    for (const options of allOptions(client)) setField(options, 'fetch', wrap((options.fetch ?? globalFetch) as Fetch));
    return client;
  },
};

function allOptions(client: Fields): Set<Fields> {
  const options = new Set<Fields>();
  collectOptions(client, options, DEPTH);
  // The very object that its maker passed, which may make other clients too; it is not read any more.
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
