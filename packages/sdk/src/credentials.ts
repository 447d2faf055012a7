/**
 * Keys and tokens of requests, which leave this process under no policy: remembered as requests pass, and taken out of whatever a span would
 * carry, since servers repeat them in errors and programs hand them to tools. URLs in errors lose their query and user for the same reason.
 */
import { jsonOf } from './json.ts';
import { memoised } from './memoised.ts';

/** Stands where a credential stood. */
export const CREDENTIAL = '[credential]';

/** Header and parameter names of all providers, gateways and clouds: `x-api-key`, `cf-aig-authorization`, `x-amz-security-token`, … */
const NAMES =
  /authorization|\bauth\b|^(?!idempotency).*(?:^|[-_.])(?:api)?-?key|apikey|token|secret|password|cookie|signature|^sig$/i;
/** Shorter ones are placeholders (`k`, `none`), and would be found in any text. */
const MIN_LENGTH = 8;
/** Newest last. Few clients use more at a time; tokens that are renewed push out those before them. */
const MAX_KNOWN = 16;

const isNameOfCredential = memoised((name) => NAMES.test(name));

const known = new Set<string>();
let changes = 0;
/** As it was sent, with all that is in it. */
let newest: string | undefined;

/** Called before anything of the exchange is written to a span, with every header of its request; names in small letters. */
export function rememberHeader(name: string, value: string): void {
  if (isNameOfCredential(name)) remember(value);
}

/** As `rememberHeader`, for what the URL carries. */
export function rememberUrl(url: string): void {
  if (!url.includes('?') && !url.includes('@')) return;
  for (const [name, value] of urlEntries(url)) if (isNameOfCredential(name)) remember(value);
}

function remember(value: string): void {
  // A client sends the same with every request.
  if (value === newest) return;
  newest = value;
  for (const secret of secretsIn(value)) {
    if (secret.length < MIN_LENGTH) continue;
    if (!known.delete(secret)) changes += 1;
    known.add(secret);
  }
  while (known.size > MAX_KNOWN) known.delete(known.values().next().value ?? '');
}

/** Newest last. */
export function knownCredentials(): readonly string[] {
  return [...known];
}

/** Grows with each one that was not known. */
export function credentialChanges(): number {
  return changes;
}

/** As another thread knows them. */
export function learnCredentials(secrets: readonly string[]): void {
  known.clear();
  newest = undefined;
  for (const secret of secrets) known.add(secret);
}

export function withoutCredentials(text: string): string {
  if (text.length < MIN_LENGTH) return text;
  let clean = text;
  for (const secret of known) if (clean.includes(secret)) clean = clean.replaceAll(secret, CREDENTIAL);
  return clean;
}

/** A text of errors, with what URLs in it carry beside host and path taken out. */
export function withoutUrlSecrets(text: string): string {
  return text.replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)([^\s/?#"'<>]*@)?([^\s?#"'<>]*)([?#][^\s"'<>]*)?/gi, '$1$3');
}

/** Tool definitions may name servers, with the key to them: their JSON text without it. */
export function definitionsJson(tools: readonly unknown[]): string | undefined {
  return tools.some(namesServer) ? withoutSecretsJson(tools) : jsonOf(tools);
}

/** Of what a program hands over, which may hold connections and their keys: JSON text without those. */
export function withoutSecretsJson(value: unknown): string | undefined {
  return jsonOf(value, withoutSecrets);
}

function namesServer(tool: unknown): boolean {
  return typeof tool === 'object' && tool !== null && Object.keys(tool).some((name) => SERVER_FIELDS.test(name));
}

const SERVER_FIELDS = /url|headers|auth|token/i;

/** For `JSON.stringify`: strings under the name of a credential, all headers, and what a URL carries beside host and path. */
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

/** `Bearer abc` → `abc`; of Basic also the password inside; a URL carries it encoded or not. */
function secretsIn(value: string): string[] {
  const secret = /^(?:bearer|basic|token|key|apikey)\s+(.+)$/i.exec(value.trim())?.[1] ?? value.trim();
  const basic = /^basic\s/i.test(value.trim()) ? fromBase64(secret) : '';
  return [secret, decoded(secret), basic.slice(basic.indexOf(':') + 1)];
}

/** Empty for what is none. */
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
