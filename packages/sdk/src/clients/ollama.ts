/** `ollama`: one class, whose `fetch` field every request reads. It is set in place, since `abort()` ends the streams of one instance. */
import type { Fetch } from '../observed-fetch.ts';
import { isFields, isFunction, setField, type ObservableClient } from './observable-client.ts';

export const ollama: ObservableClient = {
  packages: ['ollama'],
  takes: ({ fetch, config, chat }) =>
    isFunction(fetch) && isFunction(chat) && isFields(config) && typeof config.host === 'string',
  observe(client, wrap) {
    setField(client, 'fetch', wrap(client.fetch as Fetch));
    return client;
  },
};
