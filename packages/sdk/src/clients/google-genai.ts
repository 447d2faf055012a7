/** `@google/genai` 3: all requests read `httpOptions.fetch` of one `ApiClient` that all sub-clients share. */
import type { Fetch } from '../tap/observed-fetch.ts';
import {
  globalFetch,
  isFields,
  isFunction,
  setField,
  type Fields,
  type ObservableClient,
} from './observable-client.ts';

export const googleGenAi: ObservableClient = {
  packages: ['@google/genai'],
  // `getFetch` and the `fetch` option were added together; older versions always call the global fetch.
  takes: (client) =>
    isFields(client.apiClient) && isFunction(client.apiClient.getFetch) && httpOptionsOf(client) !== null,
  observe(client, wrap) {
    const httpOptions = httpOptionsOf(client) ?? {};
    setField(httpOptions, 'fetch', wrap((httpOptions.fetch ?? patientFetch) as Fetch));
    // The sub-client of the Interactions API keeps the fetch it was created with. It is created again when this field
    // is empty.
    if (isFields(client._interactions) && 'sdk' in client._interactions)
      setField(client._interactions, 'sdk', undefined);
    return client;
  },
};

function httpOptionsOf(client: Fields): Fields | null {
  const options = (client.apiClient as Fields).clientOptions;
  return isFields(options) && isFields(options.httpOptions) ? options.httpOptions : null;
}

/**
 * The client's own default without a `fetch` option: it lifts Node's limits of 300 s for headers and body, since the
 * server sets the limits (10 min, streams 20). An application's own fetch gets no such dispatcher from the client, and
 * none from the SDK.
 */
const patientFetch: Fetch = (input, init) => globalFetch(input, { ...init, dispatcher: PATIENT } as RequestInit);

const NODE_DISPATCHER = Symbol.for('undici.globalDispatcher.1');

interface Dispatcher {
  dispatch(options: object, handler: unknown): boolean;
}

const PATIENT: Dispatcher = {
  dispatch(options, handler) {
    // Read at each call, since an application may set a proxy as the global dispatcher. `fetch` has loaded it by then.
    const dispatcher = (globalThis as Record<symbol, unknown>)[NODE_DISPATCHER] as Dispatcher;
    return dispatcher.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler);
  },
};
