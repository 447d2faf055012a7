/**
 * Span attributes in OpenTelemetry's types, and tolerant reading of attributes from other senders. Used by the codecs.
 */
import { parseJson } from './json.ts';
import { asWritten } from './written-json.ts';

export type AttributeValue = string | number | boolean | string[];
export type Attributes = Record<string, AttributeValue>;

/**
 * Looks up an attribute; undefined when it is absent. It is a function so that maps, null-prototype objects and spans
 * all work.
 */
export type ReadAttribute = (name: string) => unknown;

/** Leaves out undefined, null and empty lists. */
export function attributesOf(entries: Record<string, AttributeValue | null | undefined>): Attributes {
  const attributes: Attributes = {};
  for (const name of Object.keys(entries)) {
    const value = entries[name];
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue;
    attributes[name] = value;
  }
  return attributes;
}

/** Stands for a value that cannot be written as JSON because it is nested too deeply for the engine. */
export const NOT_RECORDED = '[not recorded: nested too deeply]';

/** JSON text of anything that came from JSON; never throws. `replace`: as in `JSON.stringify`. */
export function toJson(value: unknown, replace?: (key: string, value: unknown) => unknown): string {
  try {
    return JSON.stringify(value, replace) ?? 'null';
  } catch {
    return JSON.stringify(NOT_RECORDED);
  }
}

/** A count ≥ 0 from a number, a bigint or a numeric string: exporters disagree about which they send. */
export function attributeCount(value: unknown): number | undefined {
  const number = attributeNumber(value);
  return number === undefined || number < 0 ? undefined : Math.trunc(number);
}

export function attributeNumber(value: unknown): number | undefined {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  const number = isNumber || (typeof value === 'string' && value.trim() !== '') ? Number(value) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** The value as text, however the sender spells booleans; undefined for a map or a list. */
export function attributeText(value: unknown): string | undefined {
  return value === null || typeof value === 'object' ? undefined : String(value);
}

/**
 * Parses a JSON string, twice if the result is JSON text again. Anything else, and text that does not parse, is
 * returned unchanged.
 */
export function attributeJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const once = parseJson(value);
  if (once === undefined) return value;
  const twice = typeof once === 'string' ? parseJson(once) : undefined;
  return typeof twice === 'object' && twice !== null ? asWritten(twice, String(once)) : asWritten(once, value);
}
