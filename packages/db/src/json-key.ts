/** Tells whether two texts are the same JSON, however their keys are ordered and spaced. */
import { createHash } from 'node:crypto';

/** Equal for equal values, 32 bits; a text that is no JSON (a preview may be cut) is compared as it is. */
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
