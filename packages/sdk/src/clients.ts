/** The table of clients: how each is known by its shape, and where it takes a fetch. Nothing here imports a client library. */
import type { Fetch } from './observed-fetch.ts';

export interface ObservableClient {
  name: string;
  takes(client: Fields): boolean;
  /** The client with this fetch: a copy where it is sure to be the same, else the client itself. */
  observe(client: Fields, wrap: (fetch: Fetch) => Fetch): object;
}

type Fields = Record<string, unknown>;
type WithOptions = (options: Fields) => Fields;

export const CLIENTS: readonly ObservableClient[] = [
  {
    name: 'openai, @anthropic-ai/sdk, groq-sdk, cerebras and others of the same generator',
    takes: (client) =>
      hasFetch(client) && typeof client.withOptions === 'function' && typeof client.baseURL === 'string',
    observe: (client, wrap) => copyWithFetch(client, wrap) ?? setFetch(client, wrap),
  },
  {
    name: 'clients with a fetch of their own and no withOptions',
    takes: (client) => hasFetch(client) && typeof client.baseURL === 'string',
    observe: setFetch,
  },
];

function hasFetch(client: Fields): boolean {
  return typeof client.fetch === 'function';
}

/** null when the copy would not be the same client: subclasses can lose settings that their constructor does not take back. */
function copyWithFetch(client: Fields, wrap: (fetch: Fetch) => Fetch): object | null {
  try {
    const fetch = wrap(client.fetch as Fetch);
    const copy = (client.withOptions as WithOptions).call(client, { fetch, ...withoutOwnSpans(client) });
    return copy.fetch === fetch && sameSettings(client, copy) ? copy : null;
  } catch {
    return null;
  }
}

/** `@anthropic-ai/sdk` 1.x makes spans of its own once a provider exists: this client's would count everything twice. */
function withoutOwnSpans(client: Fields): Fields {
  if (!('openTelemetry' in client)) return {};
  const own = client.openTelemetry as { traces?: object } | undefined;
  return { openTelemetry: { ...own, traces: { ...own?.traces, enabled: false } } };
}

function setFetch(client: Fields, wrap: (fetch: Fetch) => Fetch): object {
  client.fetch = wrap(client.fetch as Fetch);
  if ('_tracer' in client) client._tracer = undefined;
  return client;
}

/** Every plain setting equal, and no resource patched by somebody else (a copy would lose the patch). */
function sameSettings(original: Fields, copy: Fields): boolean {
  return Object.entries(original).every(([name, value]) => {
    if (name === 'fetch') return true;
    const other = copy[name];
    if (isResource(value)) return isResource(other) && sameMembers(value, other);
    return value === null || typeof value !== 'object' ? typeof value === 'function' || Object.is(value, other) : true;
  });
}

function sameMembers(original: Fields, copy: Fields): boolean {
  // Patches of methods may be hidden from `Object.keys`, as methods of classes are.
  const names = Object.getOwnPropertyNames(original);
  if (names.length !== Object.getOwnPropertyNames(copy).length) return false;
  return names.every((name) => {
    const [value, other] = [original[name], copy[name]];
    return isResource(value) ? isResource(other) && sameMembers(value, other) : Object.hasOwn(copy, name);
  });
}

function isResource(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && '_client' in value;
}
