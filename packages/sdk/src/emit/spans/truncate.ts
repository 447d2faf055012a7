/**
 * Keeps a span within its byte limit: the longest texts are cut first, with a visible mark, and the span names the cut
 * attributes.
 */
import type { Attributes } from '@opentelemetry/api';
import { GEN_AI, SUBTEXT, withoutMediaBytes } from '@subtext/reasoning';
import { parseJson } from '../../platform/json.ts';
import { byteLength } from '../../platform/node.ts';

/** Far below a receiver's limit for one request (64 MiB), well above a typical model call. */
const MAX_SPAN_BYTES = 1024 * 1024;
/** The minimum that every cut attribute keeps. */
const MIN_KEPT_BYTES = 1024;
/** UTF-8 bytes of one UTF-16 unit at most. */
const MAX_BYTES_OF_UNIT = 3;
/** The length of the mark behind a cut text. */
const MARK_BYTES = 45;

/** Returns the same attributes when they fit; else a copy with the largest ones cut, named in `subtext.truncated`. */
export function truncateAttributes(attributes: Attributes, limit = MAX_SPAN_BYTES): Attributes {
  if (mostBytes(attributes) <= limit || exactBytes(attributes) <= limit) return attributes;
  return cutTexts(withoutMedia(attributes), limit);
}

/** Texts matter more than the bytes of images, which go first. */
function withoutMedia(attributes: Attributes): Attributes {
  const lean: Attributes = {};
  const truncated = truncatedOf(attributes);
  for (const name of [GEN_AI.inputMessages, GEN_AI.outputMessages, GEN_AI.toolResult]) {
    const value = attributes[name];
    const without = typeof value === 'string' ? withoutMediaBytes(value) : undefined;
    if (without === undefined) continue;
    lean[name] = without;
    truncated.push(`${name}:${byteSize(without)}:${byteSize(value)}`);
  }
  return Object.keys(lean).length === 0 ? attributes : { ...attributes, ...lean, [SUBTEXT.truncated]: truncated };
}

const truncatedOf = (attributes: Attributes): string[] => [
  ...((attributes[SUBTEXT.truncated] as string[] | undefined) ?? []),
];

const exactBytes = (attributes: Attributes): number =>
  Object.values(attributes).reduce<number>((total, value) => total + byteSize(value), 0);

function cutTexts(attributes: Attributes, limit: number): Attributes {
  const sizes = Object.entries(attributes).map(([name, value]) => ({ name, value, bytes: byteSize(value) }));
  let excess = sizes.reduce((total, { bytes }) => total + bytes, 0) - limit;
  if (excess <= 0) return attributes;
  const cut: Attributes = { ...attributes };
  const truncated = truncatedOf(attributes);
  for (const { name, value, bytes } of sizes.sort((a, b) => b.bytes - a.bytes)) {
    if (excess <= 0 || bytes <= MIN_KEPT_BYTES) break;
    const kept = shorten(value, Math.max(bytes - excess, MIN_KEPT_BYTES));
    cut[name] = kept as Attributes[string];
    excess -= bytes - byteSize(kept);
    truncated.push(`${name}:${byteSize(kept)}:${bytes}`);
  }
  cut[SUBTEXT.truncated] = truncated;
  return cut;
}

/** The upper bound of the size, without encoding the texts. */
function mostBytes(attributes: Attributes): number {
  let bytes = 0;
  for (const name in attributes) {
    const value = attributes[name];
    if (typeof value === 'string') bytes += value.length * MAX_BYTES_OF_UNIT;
    else bytes += Array.isArray(value) ? byteSize(value) : 8;
  }
  return bytes;
}

export function byteSize(value: unknown): number {
  if (typeof value === 'string') return byteLength(value);
  if (Array.isArray(value)) return value.reduce<number>((total, item) => total + byteSize(item), 0);
  return 8;
}

function shorten(value: unknown, target: number): unknown {
  if (typeof value !== 'string') return Array.isArray(value) ? shortenLeaves(value, target) : value;
  try {
    return shortenJson(value, target) ?? cutText(value, target - MARK_BYTES);
  } catch {
    return cutText(value, target - MARK_BYTES); // nested too deeply to parse; the receiver closes the open brackets
  }
}

/** undefined when the text is not JSON. A JSON string counts as JSON, because arguments and results always are. */
function shortenJson(json: string, target: number): string | undefined {
  const parsed = /^[[{"]/.test(json) ? parseJson(json) : undefined;
  if (parsed === undefined) return undefined;
  const shortened = JSON.stringify(shortenLeaves(parsed, target));
  if (byteSize(shortened) <= target) return shortened;
  return JSON.stringify(Array.isArray(parsed) ? lastThatFit(parsed, target) : firstThatFit(parsed as object, target));
}

/** Keeps structured content readable: finds the longest limit for its texts with which the whole fits. */
function shortenLeaves(value: unknown, target: number): unknown {
  const sizes = textSizes(value);
  const frame = byteSize(JSON.stringify(value)) - sizes.reduce((total, size) => total + size, 0);
  let [low, high] = [16, target];
  while (low < high) {
    const bound = Math.ceil((low + high) / 2);
    const bytes = sizes.reduce((total, size) => total + (size > bound ? bound + MARK_BYTES : size), frame);
    if (bytes <= target) low = bound;
    else high = bound - 1;
  }
  return mapTexts(value, low);
}

/** The size of every text, as JSON encodes it. */
function textSizes(value: unknown): number[] {
  if (typeof value === 'string') return [byteSize(JSON.stringify(value)) - 2];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textSizes);
}

/** For lists that are too long even with short items: keeps the latest ones, which matter most. */
function lastThatFit(value: unknown[], target: number): unknown[] {
  const pieces = mapTexts(value, 200) as unknown[];
  let [first, bytes] = [pieces.length, 2];
  while (first > 0) {
    bytes += byteSize(JSON.stringify(pieces[first - 1])) + 1;
    if (bytes > target) break;
    first -= 1;
  }
  return pieces.slice(first);
}

/** Keeps the first fields: they are in the order of the tool's definition, the most important first. */
function firstThatFit(value: object, target: number): object {
  const fields: [string, unknown][] = [];
  let bytes = 2;
  for (const [key, item] of Object.entries(mapTexts(value, 200) as object)) {
    bytes += byteSize(JSON.stringify({ [key]: item }));
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

/** Cuts a text to about `bound` bytes of JSON, by its average bytes per character; never inside a surrogate pair. */
function cutText(text: string, bound: number): string {
  if (text.length * 6 <= bound) return text;
  const bytes = byteSize(JSON.stringify(text)) - 2;
  if (bytes <= bound) return text;
  const share = Math.floor((text.length * bound) / bytes);
  const end = (text.charCodeAt(share - 1) & 0xfc00) === 0xd800 ? share - 1 : share;
  return `${text.slice(0, end)}… [cut: ${text.length - end} more characters]`;
}
