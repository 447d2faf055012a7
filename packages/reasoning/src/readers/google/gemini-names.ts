/**
 * Gemini's field names: answers use camelCase, requests may use camelCase or snake_case. Shared by the files of the
 * format.
 */
import { isRecord, records, type JsonRecord } from '../../json/json.ts';

/** The record with its own fields in camelCase; deeper levels are unchanged. */
export function camelCased(source: unknown): JsonRecord {
  if (!isRecord(source)) return {};
  if (!Object.keys(source).some((name) => name.includes('_'))) return source;
  const renamed = Object.entries(source).map(([name, value]) => [name.replace(/_([a-z])/g, upperCase), value]);
  return Object.fromEntries(renamed) as JsonRecord;
}

function upperCase(_match: string, letter: string): string {
  return letter.toUpperCase();
}

/**
 * Google's Code Assist, the backend of its command line, puts the whole request into `request` and the whole answer
 * into `response`.
 */
export function unwrapped(body: JsonRecord): JsonRecord {
  return [body.request, body.response].find(isRecord) ?? body;
}

/** Google's JSON accepts a single value in place of a list: `contents: {…}`, `parts: {…}`. */
export function oneOrMore(value: unknown): readonly JsonRecord[] {
  return isRecord(value) ? [value] : records(value);
}
