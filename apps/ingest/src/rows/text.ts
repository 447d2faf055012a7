/** Makes external text storable and bounded; every cut and every replacement is visible. */
import { cutTo, LARGEST_LIMIT } from '@subtext/privacy';
import { jsonText, writtenJson } from '@subtext/reasoning';

/** Longest text of a column that is shown in lists. */
const PREVIEW_CHARACTERS = 160;
/** Longest name or id. */
const NAME_CHARACTERS = 300;
/** Longest single text: a thought, arguments, a result. */
export const TEXT_CHARACTERS = LARGEST_LIMIT;

/**
 * PostgreSQL holds neither NUL nor half a surrogate pair: NUL becomes its picture, the half a replacement character.
 */
export const storable = (text: string): string =>
  (text.includes('\0') ? text.replaceAll('\0', '␀') : text).toWellFormed();

/** One line of at most 160 characters; null when there is nothing visible. */
export function preview(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  // Most text needs no tidying, and one extra character shows that there is more.
  const tidy = tidyBeginning(text, PREVIEW_CHARACTERS + 1);
  if (tidy > PREVIEW_CHARACTERS) return `${text.slice(0, PREVIEW_CHARACTERS - 1)}…`;
  if (tidy === text.length) return tidy === 0 ? null : text;
  // Cut before the rest is tidied, so that a text of megabytes costs no more than its beginning.
  const short = oneLine(text.slice(0, PREVIEW_CHARACTERS * 2));
  const line = short.length > PREVIEW_CHARACTERS ? short : oneLine(text.slice(0, PREVIEW_CHARACTERS * 8));
  if (line === '') return null;
  return line.length <= PREVIEW_CHARACTERS ? line : `${line.slice(0, PREVIEW_CHARACTERS - 1).toWellFormed()}…`;
}

const oneLine = (text: string): string => storable(text).replace(/\s+/g, ' ').trim();

const SPACE = 0x20;
/** The first white space beyond ASCII but for U+00A0 is U+1680; halves of surrogate pairs are far above. */
const OTHER_SPACES = 0x1680;

/**
 * The number of characters at the beginning, up to `most` plus one, that are separated by single blanks and hold no
 * other white space; the last one is not a blank. Most texts are tidy to their end. A number that is too small only
 * costs time.
 */
function tidyBeginning(text: string, most: number): number {
  // A single blank at the end needs no tidying: the character after it decides.
  const end = Math.min(text.length, text.charCodeAt(most - 1) === SPACE ? most + 1 : most);
  let before = SPACE;
  for (let index = 0; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code === SPACE ? before === SPACE : code < SPACE || code === 0xa0 || code >= OTHER_SPACES) return 0;
    before = code;
  }
  return before === SPACE ? 0 : end;
}

/** A name or id, at most 300 characters. */
export function bounded(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text === '') return null;
  return storable(text.length <= NAME_CHARACTERS ? text : `${text.slice(0, NAME_CHARACTERS - 1)}…`);
}

/** A whole text; the part beyond a million characters is cut with a mark that gives the length. */
export const whole = (text: string): string => storable(cut(text));

/** The cut alone, for text that JSON will escape. */
export const cut = (text: string): string => cutTo(text, TEXT_CHARACTERS);

/** Arguments and results: text as it is, JSON as it was written, anything else as JSON. undefined = none. */
export function asText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : (writtenJson(value) ?? jsonText(value));
}
