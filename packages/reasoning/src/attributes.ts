/** Span attributes as OpenTelemetry takes them, and careful reading of those that others sent. Used by the codecs. */
import { parseJson } from './readers/json.ts';
import { asWritten } from './readers/written-json.ts';

export type AttributeValue = string | number | boolean | string[];
export type Attributes = Record<string, AttributeValue>;

/** Looks an attribute up; undefined when it is not there. A function, so that maps, null-prototype objects and spans all serve. */
export type ReadAttribute = (name: string) => unknown;

/** Only what was said: undefined, null and empty lists are left out. */
export function attributesOf(entries: Record<string, AttributeValue | null | undefined>): Attributes {
  const attributes: Attributes = {};
  for (const name of Object.keys(entries)) {
    const value = entries[name];
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue;
    attributes[name] = value;
  }
  return attributes;
}

/** Stands for a value that cannot be written as JSON: nested too deeply for the engine. */
export const NOT_RECORDED = '[not recorded: nested too deeply]';

/** JSON text of anything that came from JSON; never throws. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
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

/** As text, whatever a sender writes a truth as; undefined for a map or a list, which are none. */
export function attributeText(value: unknown): string | undefined {
  return value === null || typeof value === 'object' ? undefined : String(value);
}

/** A JSON string, parsed; twice if the first time gives JSON text again. What does not parse, or is no string, stays as it is. */
export function attributeJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const once = parseJson(value);
  if (once === undefined) return value;
  const twice = typeof once === 'string' ? parseJson(once) : undefined;
  return typeof twice === 'object' && twice !== null ? asWritten(twice, String(once)) : asWritten(once, value);
}
