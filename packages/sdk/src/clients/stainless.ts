/**
 * Clients of one generator (Stainless): `openai`, `@anthropic-ai/sdk` with its siblings, `groq-sdk`, `@cerebras/cerebras_cloud_sdk` and
 * more. All keep their fetch in a field of that name; newer ones make copies by `withOptions`.
 */
import type { Fetch } from '../observed-fetch.ts';
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
 * Classes whose `withOptions` is known to give the same client, each with its parent. A class of somebody else may hold what no copy
 * gets (private fields, what its constructor took), and `AnthropicVertex` would look for its credentials once more.
 */
const COPYABLE = new Set(['OpenAI', 'AzureOpenAI OpenAI', 'Anthropic BaseAnthropic', 'Groq']);

/** null when the copy would not be the same client. */
function copyWithFetch(client: Fields, wrap: Wrap): object | null {
  if (!isFunction(client.withOptions) || isProxy(client) || !COPYABLE.has(lineage(client))) return null;
  // A provider somebody wrote would be set up a second time.
  if (isFields(client._options) && client._options.provider) return null;
  try {
    const fetch = wrap(client.fetch as Fetch);
    const copy = (client.withOptions as WithOptions).call(client, { fetch, ...withoutOwnSpans(client) });
    unsayDefaults(client, copy);
    return copy.fetch === fetch && sameSettings(client, copy) ? copy : null;
  } catch {
    return null;
  }
}

/**
 * `withOptions` hands the defaults of a client to its copy as if somebody had set them. It matters: Anthropic's client finds its own timeout
 * for each call, and refuses long ones that are not streamed, only while nobody has set one.
 */
function unsayDefaults(client: Fields, copy: Fields): void {
  const [said, told] = [client._options, copy._options];
  if (!isFields(said) || !isFields(told)) return;
  for (const [name, value] of Object.entries(told)) {
    const isSetting = typeof value === 'number' || typeof value === 'string';
    if (isSetting && (said[name] === undefined || said[name] === null)) told[name] = said[name];
  }
}

/** The names of the class and of its parents: `AzureOpenAI OpenAI`. */
function lineage(client: Fields): string {
  const names: string[] = [];
  for (let at: unknown = client.constructor; isFunction(at) && at.name !== ''; at = Object.getPrototypeOf(at)) {
    names.push(at.name);
  }
  return names.join(' ');
}

/** `@anthropic-ai/sdk` 1.x makes spans of its own once a provider exists: this client's would count everything twice. */
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

/** A copy that somebody makes has the observed fetch, and would have a tracer of its own again. */
function keepCopiesQuiet(client: Fields): void {
  const { withOptions } = client;
  if (!('openTelemetry' in client) || !isFunction(withOptions) || Object.hasOwn(client, 'withOptions')) return;
  const copy = (options: Fields) =>
    (withOptions as WithOptions).call(client, { ...withoutOwnSpans(client), ...options });
  Object.defineProperty(client, 'withOptions', { value: copy, configurable: true, writable: true });
}

type WithOptions = (options: Fields) => Fields;

/** Every plain setting equal, and no resource patched by somebody else (a copy would lose the patch). */
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
  // Patches of methods may be hidden from `Object.keys`, as methods of classes are.
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
