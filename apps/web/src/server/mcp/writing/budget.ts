// How long an answer may be. Tokens are counted as bytes / 3, because tokenizers of providers differ: English has about
// four bytes a token, code and ids three, Chinese three.
import * as z from 'zod';

const BYTES_PER_TOKEN = 3;

export const MAX_TOKENS = z
  .int()
  .min(1_000)
  .max(20_000)
  .default(4_000)
  .describe('The longest answer, in tokens (counted as 3 bytes each).');

export const bytesIn = (text: string): number => Buffer.byteLength(text);
export const bytesFor = (tokens: number): number => tokens * BYTES_PER_TOKEN;

/** The longest beginning of a text that has at most `bytes` bytes, and its length in characters (code points). */
export function beginning(text: string, bytes: number): { text: string; characters: number } {
  let [size, characters, end] = [0, 0, 0];
  for (const character of text) {
    size += bytesIn(character);
    if (size > bytes) break;
    characters += 1;
    end += character.length;
  }
  return { text: text.slice(0, end), characters };
}

/** Shares `bytes` among texts: short ones are whole, and the others get equal parts of what is left. */
export function shares(sizes: readonly number[], bytes: number): number[] {
  const granted = sizes.map(() => 0);
  const order = sizes.map((_, index) => index).sort((one, other) => sizes[one]! - sizes[other]!);
  let left = Math.max(0, bytes);
  for (const [place, index] of order.entries()) {
    granted[index] = Math.min(sizes[index]!, Math.floor(left / (order.length - place)));
    left -= granted[index];
  }
  return granted;
}
