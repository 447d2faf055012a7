/**
 * Clients that Stainless generates: `openai`, `@anthropic-ai/sdk` with its siblings, `groq-sdk`,
 * `@cerebras/cerebras_cloud_sdk` and more. All keep their fetch in a field `fetch`; newer ones create copies with
 * `withOptions`.
 */
import type { Fetch } from '../tap/observed-fetch.ts';
import { isProxy } from '../platform/node.ts';
import { isFields, isFunction, setField, type Fields, type ObservableClient, type Wrap } from './observable-client.ts';

export const stainless: ObservableClient = {
  packages: [
    'openai',
    '@anthropic-ai/sdk',
    '@anthropic-ai/vertex-sdk',
    '@anthropic-ai/bedrock-sdk',
    'groq-sdk',
    '@cerebras/cerebras_cloud_sdk',
  ],
  takes: (client) => isFunction(client.fetch) && typeof client.baseURL === 'string',
  observe: (client, wrap) => copyWithFetch(client, wrap) ?? setFetch(client, wrap),
};

/**
 * Classes whose `withOptions` returns an equal client, each with its parent. Other classes may hold state that a copy
 * does not get (private fields, constructor arguments), and `AnthropicVertex` would look for its credentials once more.
 */
const COPYABLE = new Set(['OpenAI', 'AzureOpenAI OpenAI', 'Anthropic BaseAnthropic', 'Groq']);

/** Returns null when the copy would not behave like the client. */
function copyWithFetch(client: Fields, wrap: Wrap): object | null {
  if (!isFunction(client.withOptions) || isProxy(client) || !COPYABLE.has(lineage(client))) return null;
  // A custom provider would be set up a second time.
  if (isFields(client._options) && client._options.provider) return null;
  try {
    const fetch = wrap(client.fetch as Fetch);
    const copy = (client.withOptions as WithOptions).call(client, { fetch, ...withoutOwnSpans(client) });
    clearCopiedDefaults(client, copy);
    return copy.fetch === fetch && sameSettings(client, copy) ? copy : null;
  } catch {
    return null;
  }
}

/**
 * `withOptions` passes the defaults of a client to its copy as explicit options. That matters: only without an explicit
 * timeout does Anthropic's client compute one for each call, and refuse long calls that are not streamed.
 */
function clearCopiedDefaults(client: Fields, copy: Fields): void {
  const [originalOptions, copiedOptions] = [client._options, copy._options];
  if (!isFields(originalOptions) || !isFields(copiedOptions)) return;
  for (const [name, value] of Object.entries(copiedOptions)) {
    const isSetting = typeof value === 'number' || typeof value === 'string';
    if (isSetting && (originalOptions[name] === undefined || originalOptions[name] === null))
      copiedOptions[name] = originalOptions[name];
  }
}

/** The class name and the names of its parents: `AzureOpenAI OpenAI`. */
function lineage(client: Fields): string {
  const names: string[] = [];
  for (let at: unknown = client.constructor; isFunction(at) && at.name !== ''; at = Object.getPrototypeOf(at)) {
    names.push(at.name);
  }
  return names.join(' ');
}

/**
 * `@anthropic-ai/sdk` 1.x creates spans of its own once a provider exists. Those of an observed client would count
 * every call twice.
 */
function withoutOwnSpans(client: Fields): Fields {
  if (!('openTelemetry' in client)) return {};
  const own = client.openTelemetry as { traces?: object } | undefined;
  return { openTelemetry: { ...own, traces: { ...own?.traces, enabled: false } } };
}

function setFetch(client: Fields, wrap: Wrap): object {
  setField(client, 'fetch', wrap(client.fetch as Fetch));
  if ('_tracer' in client) setField(client, '_tracer', undefined);
  keepCopiesQuiet(client);
  return client;
}

/** A copy that the application creates inherits the observed fetch, and would create a tracer of its own again. */
function keepCopiesQuiet(client: Fields): void {
  const { withOptions } = client;
  if (!('openTelemetry' in client) || !isFunction(withOptions) || Object.hasOwn(client, 'withOptions')) return;
  const copy = (options: Fields) =>
    (withOptions as WithOptions).call(client, { ...withoutOwnSpans(client), ...options });
  Object.defineProperty(client, 'withOptions', { value: copy, configurable: true, writable: true });
}

type WithOptions = (options: Fields) => Fields;

/** True when every plain setting is equal and no resource is patched (a copy would lose the patch). */
function sameSettings(original: Fields, copy: Fields): boolean {
  return Object.entries(original).every(([name, value]) => {
    if (name === 'fetch') return true;
    const other = copy[name];
    if (isResource(value)) return isResource(other) && sameMembers(value, other);
    if (isFunction(value)) return value === other;
    return isFields(value) || Object.is(value, other);
  });
}

function sameMembers(original: Fields, copy: Fields): boolean {
  // Patched methods may be non-enumerable, as methods of classes are, so `Object.keys` is not enough.
  const names = Object.getOwnPropertyNames(original);
  if (names.length !== Object.getOwnPropertyNames(copy).length) return false;
  return names.every((name) => {
    const [value, other] = [original[name], copy[name]];
    return isResource(value) ? isResource(other) && sameMembers(value, other) : Object.hasOwn(copy, name);
  });
}

function isResource(value: unknown): value is Fields {
  return isFields(value) && '_client' in value;
}
