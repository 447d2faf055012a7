/**
 * Clients that Speakeasy generates: `@mistralai/mistralai`, `@openrouter/sdk`. All their requests go through `request`
 * of one HTTPClient, which sub-clients (`client.chat`) take from the options when they are first used.
 */
import { unobserved, type Fetch } from '../tap/observed-fetch.ts';
import {
  globalFetch,
  isFields,
  isFunction,
  setField,
  type Fields,
  type ObservableClient,
  type Wrap,
} from './observable-client.ts';

export const speakeasy: ObservableClient = {
  packages: ['@mistralai/mistralai', '@openrouter/sdk'],
  takes: (client) => '_baseURL' in client && isFields(client._options) && isFields(client._options.hooks),
  observe(client, wrap) {
    const options = client._options as Fields;
    if (isHttpClient(options.httpClient)) observeHttpClient(options.httpClient, wrap);
    else giveHttpClient(client, options, wrap);
    return client;
  },
};

type HttpClient = Fields & { request: (request: Request) => Promise<Response> };

function isHttpClient(value: unknown): value is HttpClient {
  return isFields(value) && isFunction(value.request);
}

/** Wraps the whole method, not the `fetcher` inside: an application's own HTTPClient may have no fetcher. */
function observeHttpClient(http: HttpClient, wrap: Wrap): void {
  const request = http.request as Fetch;
  const isObserved = unobserved(request) !== request;
  setField(http, 'request', wrap(isObserved ? request : request.bind(http)));
}

/**
 * The default HTTPClient of `@mistralai/mistralai` is not reachable, so sub-clients that are created from now on get
 * this one; existing sub-clients are created again.
 */
function giveHttpClient(client: Fields, options: Fields, wrap: Wrap): void {
  const request = wrap(globalFetch);
  setField(options, 'httpClient', { request, clone: () => ({ request }) });
  for (const [name, part] of Object.entries(client)) {
    if (name.startsWith('_') && isFields(part) && isFields(part._options)) setField(client, name, undefined);
  }
}
