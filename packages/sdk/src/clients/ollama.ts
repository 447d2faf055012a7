/**
 * `ollama`: one class whose `fetch` field every request reads. It is set in place, because `abort()` ends the streams
 * of one instance.
 */
import type { Fetch } from '../tap/observed-fetch.ts';
import { isFields, isFunction, setField, type ObservableClient } from './observable-client.ts';

export const ollama: ObservableClient = {
  packages: ['ollama'],
  // The method is checked last: in other clients `chat` is a getter that creates a sub-client.
  takes: (client) =>
    isFunction(client.fetch) &&
    isFields(client.config) &&
    typeof client.config.host === 'string' &&
    isFunction(client.chat),
  observe(client, wrap) {
    setField(client, 'fetch', wrap(client.fetch as Fetch));
    return client;
  },
};
