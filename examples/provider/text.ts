/** Helpers for wire formats: random ids and blobs, text cut into deltas, an estimate of tokens. */
import { randomBytes, randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function randomId(prefix: string, length: number): string {
  let id = prefix;
  for (let index = 0; index < length; index += 1) id += LETTERS.charAt(randomInt(LETTERS.length));
  return id;
}

/** Random Base64 instead of a signature or an encrypted thought: long for long thoughts, like the real ones. */
export function opaque(tokens: number): string {
  return randomBytes(Math.min(6000, 240 + tokens * 2)).toString('base64');
}

export function unixSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** About four characters per token; only for pauses, never for usage. */
export function roughTokens(text: string): number {
  return text.length / 4;
}

/** Cuts a text into deltas of so many words; joined, they are the text. */
export function words(text: string, perDelta: number): string[] {
  const single = text.match(/\s*\S+\s*$|\s*\S+|\s+$/g) ?? [];
  const deltas: string[] = [];
  for (let index = 0; index < single.length; index += perDelta)
    deltas.push(single.slice(index, index + perDelta).join(''));
  return deltas;
}

/** Cuts JSON into deltas of so many characters. */
export function slices(text: string, size: number): string[] {
  const deltas: string[] = [];
  for (let index = 0; index < text.length; index += size) deltas.push(text.slice(index, index + size));
  return deltas;
}
