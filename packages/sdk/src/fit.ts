/** Keeps a span within its bytes: the longest texts are cut first, with a visible mark, and the span names what was cut. */
import type { Attributes } from '@opentelemetry/api';
import { SUBTEXT } from '@subtext/reasoning';
import { parseJson } from './json.ts';
import { byteLength } from './platform/node.ts';

/** Far below what a receiver takes in one request (64 MiB), well above what a model call says. */
const MAX_SPAN_BYTES = 1024 * 1024;
/** What every cut attribute keeps at least. */
const MIN_KEPT_BYTES = 1024;
/** Of one UTF-16 unit in UTF-8. */
const MAX_BYTES_OF_UNIT = 3;
/** Of the mark behind a cut text. */
const MARK_BYTES = 45;

/** The same attributes when they fit; else a copy with the largest ones cut and `subtext.truncated` saying which. */
export function fitAttributes(attributes: Attributes, limit = MAX_SPAN_BYTES): Attributes {
  if (mostBytes(attributes) <= limit) return attributes;
  const sizes = Object.entries(attributes).map(([name, value]) => ({ name, value, bytes: bytesOf(value) }));
  let excess = sizes.reduce((total, { bytes }) => total + bytes, 0) - limit;
  if (excess <= 0) return attributes;
  const cut: Attributes = { ...attributes };
  const told: string[] = [...((attributes[SUBTEXT.truncated] as string[] | undefined) ?? [])];
  for (const { name, value, bytes } of sizes.sort((a, b) => b.bytes - a.bytes)) {
    if (excess <= 0 || bytes <= MIN_KEPT_BYTES) break;
    const kept = shorten(value, Math.max(bytes - excess, MIN_KEPT_BYTES));
    cut[name] = kept as Attributes[string];
    excess -= bytes - bytesOf(kept);
    told.push(`${name}:${bytesOf(kept)}:${bytes}`);
  }
  cut[SUBTEXT.truncated] = told;
  return cut;
}

/** What they can take at most, without a look at the texts. */
function mostBytes(attributes: Attributes): number {
  let bytes = 0;
  for (const name in attributes) {
    const value = attributes[name];
    if (typeof value === 'string') bytes += value.length * MAX_BYTES_OF_UNIT;
    else bytes += Array.isArray(value) ? bytesOf(value) : 8;
  }
  return bytes;
}

export function bytesOf(value: unknown): number {
  if (typeof value === 'string') return byteLength(value);
  if (Array.isArray(value)) return value.reduce<number>((total, item) => total + bytesOf(item), 0);
  return 8;
}

function shorten(value: unknown, target: number): unknown {
  if (typeof value !== 'string') return Array.isArray(value) ? shortenLeaves(value, target) : value;
  try {
    return shortenJson(value, target) ?? cutText(value, target - MARK_BYTES);
  } catch {
    return cutText(value, target - MARK_BYTES); // nested too deeply to be taken apart; a receiver closes what is open
  }
}

/** undefined for what is no JSON. A text that is only a text is one here, too: arguments and results are always JSON. */
function shortenJson(json: string, target: number): string | undefined {
  const parsed = /^[[{"]/.test(json) ? parseJson(json) : undefined;
  if (parsed === undefined) return undefined;
  const shortened = JSON.stringify(shortenLeaves(parsed, target));
  if (bytesOf(shortened) <= target) return shortened;
  return JSON.stringify(Array.isArray(parsed) ? lastThatFit(parsed, target) : firstThatFit(parsed as object, target));
}

/** Structured content stays readable: no text in it may be longer than the longest bound with which the whole fits. */
function shortenLeaves(value: unknown, target: number): unknown {
  const sizes = textSizes(value);
  const frame = bytesOf(JSON.stringify(value)) - sizes.reduce((total, size) => total + size, 0);
  let [low, high] = [16, target];
  while (low < high) {
    const bound = Math.ceil((low + high) / 2);
    const bytes = sizes.reduce((total, size) => total + (size > bound ? bound + MARK_BYTES : size), frame);
    if (bytes <= target) low = bound;
    else high = bound - 1;
  }
  return mapTexts(value, low);
}

/** Of every text in it, as JSON writes it. */
function textSizes(value: unknown): number[] {
  if (typeof value === 'string') return [bytesOf(JSON.stringify(value)) - 2];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textSizes);
}

/** Too many pieces even when each is short: the latest ones are worth most. */
function lastThatFit(value: unknown[], target: number): unknown[] {
  const pieces = mapTexts(value, 200) as unknown[];
  let [first, bytes] = [pieces.length, 2];
  while (first > 0) {
    bytes += bytesOf(JSON.stringify(pieces[first - 1])) + 1;
    if (bytes > target) break;
    first -= 1;
  }
  return pieces.slice(first);
}

/** Fields come in the order of a tool's definition, what matters most first. */
function firstThatFit(value: object, target: number): object {
  const fields: [string, unknown][] = [];
  let bytes = 2;
  for (const [key, item] of Object.entries(mapTexts(value, 200) as object)) {
    bytes += bytesOf(JSON.stringify({ [key]: item }));
    if (bytes > target) break;
    fields.push([key, item]);
  }
  return Object.fromEntries(fields);
}

function mapTexts(value: unknown, bound: number): unknown {
  if (typeof value === 'string') return cutText(value, bound);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, bound));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, bound)]));
}

/** To that many bytes, as JSON writes them, taken from how long the whole is; never between the halves of a surrogate pair. */
function cutText(text: string, bound: number): string {
  if (text.length * 6 <= bound) return text;
  const bytes = bytesOf(JSON.stringify(text)) - 2;
  if (bytes <= bound) return text;
  const share = Math.floor((text.length * bound) / bytes);
  const end = (text.charCodeAt(share - 1) & 0xfc00) === 0xd800 ? share - 1 : share;
  return `${text.slice(0, end)}… [cut: ${text.length - end} more characters]`;
}
