/**
 * Safe access to untrusted JSON: nothing here throws, for any shape. Used by every reader and by the span codec.
 */

import { asWritten } from './written-json.ts';

/** A JSON object with unknown fields. */
export type JsonRecord = Record<string, unknown>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as a record, or an empty one: for reading through optional levels. */
export function record(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The records of a list; anything else in it is skipped. */
export function records(value: unknown): readonly JsonRecord[] {
  if (!Array.isArray(value)) return NONE;
  // Nearly always all entries are records, and most requested fields are absent: no list is allocated then.
  return value.every(isRecord) ? value : value.filter(isRecord);
}

const NONE: readonly JsonRecord[] = [];

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A string with at least one character that is not white space. */
export function filled(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/**
 * An id or an index as text; empty for anything else (`String` throws on an object whose `toString` is no function).
 */
export function label(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A token count: a finite number ≥ 0, truncated to an integer. Anything else means "not reported". */
export function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.trunc(value) : undefined;
}

export function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** undefined when it does not parse. */
export function parseJson(source: string): unknown {
  try {
    return JSON.parse(source) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Arguments of a call in every provider's form: an object unchanged, JSON text parsed, blank or absent as `{}`, and
 * text that does not parse unchanged.
 */
export function parseArguments(value: unknown): unknown {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return {};
  const parsed = parseJson(value);
  return parsed === undefined ? value : asWritten(parsed, value);
}

/** True for argument text that is not (yet) whole JSON. */
export function isCutJson(value: unknown): boolean {
  return typeof value === 'string' && parseJson(value) === undefined;
}

/** Removes undefined fields: what was not reported is absent. */
export function withoutUndefined<T extends object>(source: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const defined: { [K in keyof T]?: NonNullable<T[K]> } = {};
  for (const name of Object.keys(source) as (keyof T)[]) {
    const value = source[name];
    if (value !== undefined) defined[name] = value as NonNullable<T[keyof T]>;
  }
  return defined;
}
