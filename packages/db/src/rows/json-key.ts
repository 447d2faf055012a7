/** Compares JSON texts regardless of key order and spacing. */
import { parseLongNumbers } from '@subtext/reasoning';
import { createHash } from 'node:crypto';

/**
 * A 32-bit key that is equal for equal values. A text that is not JSON, such as a truncated preview, is compared
 * verbatim.
 */
export function jsonKey(text: string): number {
  return createHash('sha256').update(spelledAlike(text)).digest().readInt32BE(0);
}

/** Base64 characters of a digest, 132 bits: different texts of a project never share one. */
export const DIGEST_CHARACTERS = 22;

/** A digest that is equal for equal values, and different for different ones. */
export const jsonDigest = (text: string): string => textDigest(spelledAlike(text));

export const textDigest = (text: string): string =>
  createHash('sha256').update(text).digest('base64').slice(0, DIGEST_CHARACTERS);

function spelledAlike(text: string): string {
  try {
    return JSON.stringify(parseLongNumbers(text, sorted));
  } catch {
    return text;
  }
}

/** Objects and long numbers become objects of one name, which no value of the text is after this. */
function sorted(value: unknown, longNumber: string | undefined): unknown {
  if (longNumber !== undefined) return { number: longNumber };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return { entries: Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)) };
}
