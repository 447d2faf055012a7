/** `@google/genai` 3: all requests read `httpOptions.fetch` of the one `ApiClient` that the parts of a client share. */
import type { Fetch } from '../observed-fetch.ts';
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
  // `getFetch` came together with the option; older versions call the global fetch whatever the options say.
  takes: (client) =>
    isFields(client.apiClient) && isFunction(client.apiClient.getFetch) && httpOptionsOf(client) !== null,
  observe(client, wrap) {
    const httpOptions = httpOptionsOf(client) ?? {};
    setField(httpOptions, 'fetch', wrap((httpOptions.fetch ?? patientFetch) as Fetch));
    // The part that speaks to the Interactions API keeps the fetch it was made with, and makes itself anew when it is gone.
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
 * What the client does when it is given no fetch: Node's own limits of 300 s for headers and body are lifted, since the server sets the
 * limits (10 min, streams 20). A fetch of the caller's own gets no such dispatcher from the client, and none from us.
 */
const patientFetch: Fetch = (input, init) => globalFetch(input, { ...init, dispatcher: PATIENT } as RequestInit);

const NODE_DISPATCHER = Symbol.for('undici.globalDispatcher.1');

interface Dispatcher {
  dispatch(options: object, handler: unknown): boolean;
}

const PATIENT: Dispatcher = {
  dispatch(options, handler) {
    // Looked up at each call, since an application may set a proxy as the global one. `fetch` has loaded it by then.
    const dispatcher = (globalThis as Record<symbol, unknown>)[NODE_DISPATCHER] as Dispatcher;
    return dispatcher.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler);
  },
};
