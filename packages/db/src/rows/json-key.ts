/** Compares JSON texts regardless of key order and spacing. */
import { createHash } from 'node:crypto';

/**
 * A 32-bit key that is equal for equal values. A text that is not JSON, such as a truncated preview, is compared
 * verbatim.
 */
export function jsonKey(text: string): number {
  return createHash('sha256').update(spelledAlike(text)).digest().readInt32BE(0);
}

function spelledAlike(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, sorted));
  } catch {
    return text;
  }
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
}
