/**
 * Clients of one generator (Speakeasy): `@mistralai/mistralai`, `@openrouter/sdk`. All they send goes through `request` of one HTTPClient,
 * which parts of the client (`client.chat`) take from the options when they are first asked for.
 */
import { unobserved, type Fetch } from '../observed-fetch.ts';
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

/** The method as a whole, not the `fetcher` inside: a client of somebody's own may have none. */
function observeHttpClient(http: HttpClient, wrap: Wrap): void {
  const request = http.request as Fetch;
  const isObserved = unobserved(request) !== request;
  setField(http, 'request', wrap(isObserved ? request : request.bind(http)));
}

/** The default HTTPClient of `@mistralai/mistralai` is out of reach, so the parts made from here on get one; those made before are made anew. */
function giveHttpClient(client: Fields, options: Fields, wrap: Wrap): void {
  const request = wrap(globalFetch);
  setField(options, 'httpClient', { request, clone: () => ({ request }) });
  for (const [name, part] of Object.entries(client)) {
    if (name.startsWith('_') && isFields(part) && isFields(part._options)) setField(client, name, undefined);
  }
}
