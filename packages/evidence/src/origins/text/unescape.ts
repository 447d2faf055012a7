/**
 * Texts without their URL or JSON escapes or base64, with the way back to the offsets of the original. A text that has no such
 * escape has no such form.
 */
import type { Rule } from '../origin.ts';

export interface Unescaped {
  text: string;
  rule: Rule;
  /** The offset in the original of an offset in `text`. */
  original: (offset: number) => number;
}

const URL_ESCAPES = /(?:%[0-9a-fA-F]{2})+/g;
const JSON_ESCAPES = /(?:\\u[0-9a-fA-F]{4})+|\\[nrtbf"\\/]/g;

const BASE64 = /^[\w+/-]{8,}={0,2}$/;
/** A longer one is a file. */
const LONGEST_BASE64 = 200_000;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u;
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function urlDecoded(escapes: string): string | undefined {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return undefined;
  }
}

function jsonDecoded(escape: string): string {
  if (!escape.startsWith('\\u')) return LETTERS[escape.slice(1)] ?? escape.slice(1);
  return escape
    .split('\\u')
    .slice(1)
    .map((hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .join('');
}

/** undefined for everything that is not a readable text in base64. */
function fromBase64(text: string): string | undefined {
  const encoded = text.trim();
  if (encoded.length > LONGEST_BASE64 || !BASE64.test(encoded)) return undefined;
  try {
    const bytes = atob(encoded.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
    const plain = UTF_8.decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
    return UNPRINTABLE.test(plain.replaceAll(/[\r\n\t]/g, ' ')) ? undefined : plain;
  } catch {
    return undefined;
  }
}

/** The forms of a text without escapes: at most three. */
export function unescaped(text: string): Unescaped[] {
  const forms: Unescaped[] = [];
  if (text.includes('%'))
    forms.push(...replaced(text, { escapes: URL_ESCAPES, decode: urlDecoded, rule: 'URL escape' }));
  if (text.includes('\\')) {
    forms.push(...replaced(text, { escapes: JSON_ESCAPES, decode: jsonDecoded, rule: 'JSON escape' }));
  }
  const plain = fromBase64(text);
  if (plain !== undefined)
    forms.push({
      text: plain,
      rule: 'base64',
      original: (offset) => Math.round((offset / plain.length) * text.length),
    });
  return forms;
}

interface Escapes {
  escapes: RegExp;
  decode: (escape: string) => string | undefined;
  rule: Rule;
}

function replaced(text: string, { escapes, decode, rule }: Escapes): Unescaped[] {
  const pieces: string[] = [];
  /** After each escape: the offset in the new text, and how many more characters the original has up to there. */
  const ends: { at: number; shift: number }[] = [];
  let [last, length] = [0, 0];
  for (const found of text.matchAll(escapes)) {
    const plain = decode(found[0]);
    if (plain === undefined) continue;
    pieces.push(text.slice(last, found.index), plain);
    length += found.index - last + plain.length;
    last = found.index + found[0].length;
    ends.push({ at: length, shift: last - length });
  }
  if (pieces.length === 0) return [];
  pieces.push(text.slice(last));
  return [{ text: pieces.join(''), rule, original: (offset) => offset + shiftAt(ends, offset) }];
}

function shiftAt(ends: readonly { at: number; shift: number }[], offset: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle]?.at ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return ends[low - 1]?.shift ?? 0;
}
