/**
 * Removes keys and tokens of requests from spans, under every policy. They are remembered as requests pass and removed
 * from all attributes, since servers repeat them in errors and programs pass them to tools. URLs in errors lose their
 * query and user for the same reason.
 */
import { toJson } from '../platform/json.ts';
import { memoized } from '../platform/memoized.ts';
import { isSecret } from './secret.ts';

/** Replaces a credential. */
export const CREDENTIAL = '[credential]';

/**
 * Header and parameter names of all providers, gateways and clouds: `x-api-key`, `cf-aig-authorization`,
 * `x-amz-security-token`, …
 */
const NAMES =
  /authorization|\bauth\b|^(?!idempotency).*(?:^|[-_.])(?:api)?-?key|apikey|token|secret|password|cookie|signature|^sig$/i;
/** Newest last. Few clients use more at a time; renewed tokens displace the oldest. */
const MAX_CREDENTIALS = 16;

const isNameOfCredential = memoized((name) => NAMES.test(name));

const credentials = new Set<string>();
let changes = 0;
/** The latest header or parameter value as it was sent. */
let newest: string | undefined;

/** Called for every request header, before anything of the exchange is written to a span. Names are lower case. */
export function rememberHeader(name: string, value: string): void {
  if (isNameOfCredential(name)) remember(value);
}

/** Like `rememberHeader`, for the credentials in the URL. */
export function rememberUrl(url: string): void {
  if (!url.includes('?') && !url.includes('@')) return;
  for (const [name, value] of urlEntries(url)) if (isNameOfCredential(name)) remember(value);
}

function remember(value: string): void {
  // Clients send the same value with every request.
  if (value === newest) return;
  newest = value;
  for (const secret of secretsIn(value)) {
    if (!isSecret(secret)) continue;
    if (!credentials.delete(secret)) changes += 1;
    credentials.add(secret);
  }
  while (credentials.size > MAX_CREDENTIALS) credentials.delete(credentials.values().next().value ?? '');
}

/** Newest last. */
export function knownCredentials(): readonly string[] {
  return [...credentials];
}

/** Increases with each new credential. */
export function credentialChanges(): number {
  return changes;
}

/** Replaces the list by that of another thread. */
export function learnCredentials(secrets: readonly string[]): void {
  credentials.clear();
  newest = undefined;
  for (const secret of secrets) credentials.add(secret);
}

export function withoutCredentials(text: string): string {
  let clean = text;
  for (const secret of credentials) if (clean.includes(secret)) clean = clean.replaceAll(secret, CREDENTIAL);
  return clean;
}

/** Removes user, query and fragment of all URLs in an error text. */
export function withoutUrlSecrets(text: string): string {
  return text.replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)([^\s/?#"'<>]*@)?([^\s?#"'<>]*)([?#][^\s"'<>]*)?/gi, '$1$3');
}

/** Tool definitions as JSON text. They may contain servers and their keys, which are removed. */
export function definitionsJson(tools: readonly unknown[]): string | undefined {
  return tools.some(namesServer) ? withoutSecretsJson(tools) : toJson(tools);
}

/** A program's value as JSON text without the connections and keys it may contain. */
export function withoutSecretsJson(value: unknown): string | undefined {
  return toJson(value, withoutSecrets);
}

function namesServer(tool: unknown): boolean {
  return typeof tool === 'object' && tool !== null && Object.keys(tool).some((name) => SERVER_FIELDS.test(name));
}

const SERVER_FIELDS = /url|headers|auth|token/i;

/**
 * A replacer for `JSON.stringify`: removes strings with the name of a credential, all headers, and everything but host
 * and path of URLs.
 */
function withoutSecrets(name: string, value: unknown): unknown {
  if (/^headers$/i.test(name) && typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.keys(value).map((header) => [header, CREDENTIAL]));
  }
  if (typeof value !== 'string') return value;
  if (NAMES.test(name)) return CREDENTIAL;
  return /url$/i.test(name) ? withoutUrlSecrets(value) : value;
}

function urlEntries(source: string): [string, string][] {
  const url = URL.parse(source);
  if (!url) return [];
  return [...url.searchParams, ['auth', url.password], ['auth', url.username]];
}

/** `Bearer abc` → `abc`; for Basic also the password inside. A URL carries it encoded or not. */
function secretsIn(value: string): string[] {
  const secret = /^(?:bearer|basic|token|key|apikey)\s+(.+)$/i.exec(value.trim())?.[1] ?? value.trim();
  const basic = /^basic\s/i.test(value.trim()) ? fromBase64(secret) : '';
  return [secret, decoded(secret), basic.slice(basic.indexOf(':') + 1)];
}

/** Returns '' for invalid base64. */
function fromBase64(text: string): string {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  } catch {
    return '';
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
