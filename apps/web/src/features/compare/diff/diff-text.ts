/**
 * Diffs two texts: by words up to 10,000 per side, then by paragraphs, because longer diffs are not read and the time
 * grows with the square of the differences. Runs in a worker.
 */
import { parseLongNumbers } from '@subtext/reasoning';
import { diffArrays, diffLines, diffWordsWithSpace } from 'diff';
import { isNestedDeeply } from '../../../lib/text/json-levels.ts';

export interface DiffPart {
  text: string;
  /** In A only, in B only, or in both. */
  in: 'a' | 'b' | 'both';
}
export interface TextDiff {
  /**
   * `apart`: the texts have little in common, so both are whole, and marks would cover all of them. `digest`: a text is
   * not kept, but digests show whether both are equal. `length`: only a length is kept, so not even
   * that is known.
   */
  by: 'word' | 'paragraph' | 'line' | 'apart' | 'nothing' | 'digest' | 'length';
  parts: DiffPart[];
}

const MAX_WORDS = 10_000;
const MAX_MS = 1500;
/** Also splits languages without spaces: Chinese, Japanese, Thai. */
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

export function diffThoughts(a: string, b: string): TextDiff {
  const isShort = countWords(a) <= MAX_WORDS && countWords(b) <= MAX_WORDS;
  const words = isShort ? diffWordsWithSpace(a, b, { timeout: MAX_MS }) : undefined;
  if (words) return haveLittleInCommon(partsOf(words)) ? apart(a, b) : { by: 'word', parts: partsOf(words) };
  const paragraphs = diffArrays(paragraphsOf(a), paragraphsOf(b), { timeout: MAX_MS });
  if (!paragraphs) return wholly(a, b);
  return { by: 'paragraph', parts: partsOf(paragraphs.map((change) => ({ ...change, value: change.value.join('') }))) };
}

/** Diffs arguments or results: JSON by value, line by line with sorted keys; anything else as text. */
export function diffValues(a: string, b: string): TextDiff {
  const [left, right] = [pretty(a), pretty(b)];
  if (left === undefined || right === undefined) return diffThoughts(a, b);
  const lines = diffLines(left, right, { timeout: MAX_MS });
  return lines ? { by: 'line', parts: partsOf(lines) } : wholly(left, right);
}

/** Both texts whole: too different to diff in time. */
const wholly = (a: string, b: string): TextDiff => ({ by: 'nothing', parts: bothWhole(a, b) });
const apart = (a: string, b: string): TextDiff => ({ by: 'apart', parts: bothWhole(a, b) });

const bothWhole = (a: string, b: string): DiffPart[] =>
  [
    { text: a, in: 'a' as const },
    { text: b, in: 'b' as const },
  ].filter(({ text }) => text !== '');

/** The least share of the longer text that marks help to read. Below it, what is in common is "the" and "so". */
const LEAST_IN_COMMON = 0.4;
/** Letters and digits. In a few words, each difference is seen at once. */
const SHORT = 40;

function haveLittleInCommon(parts: readonly DiffPart[]): boolean {
  const letters = { a: 0, b: 0, both: 0 };
  for (const part of parts) letters[part.in] += part.text.match(LETTERS)?.length ?? 0;
  const longer = letters.both + Math.max(letters.a, letters.b);
  return letters.a > 0 && letters.b > 0 && longer > SHORT && letters.both / longer < LEAST_IN_COMMON;
}

const LETTERS = /[\p{L}\p{N}]/gu;

interface Change {
  value: string;
  added?: boolean;
  removed?: boolean;
}

const partsOf = (changes: readonly Change[]): DiffPart[] =>
  changes.map(({ value, added, removed }) => ({ text: value, in: added ? 'b' : removed ? 'a' : 'both' }));

/** Stops counting as soon as the limit is exceeded. */
function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of WORDS.segment(text)) {
    if (isWordLike) count += 1;
    if (count > MAX_WORDS) break;
  }
  return count;
}

/** Each paragraph includes the empty lines that end it. */
const paragraphsOf = (text: string): string[] => text.match(/[^]+?(?:\n\s*\n|$)/g) ?? [];

/** An empty text is not JSON, but must not turn the diff into a text diff. */
function pretty(text: string): string | undefined {
  if (text === '') return '';
  if (isNestedDeeply(text)) return undefined;
  try {
    return `${JSON.stringify(parseLongNumbers(text, sorted), undefined, 2)}\n`;
  } catch {
    return undefined;
  }
}

/** In ECMAScript, and not yet in the types of TypeScript. */
const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };

/** `__proto__` can be an ordinary key, so it must stay an own property. */
function sorted(value: unknown, longNumber: string | undefined): unknown {
  if (rawJSON && longNumber !== undefined) return rawJSON(longNumber);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isRaw(value)) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)),
  );
}

const isRaw = (value: object): boolean => Object.isFrozen(value) && Object.getPrototypeOf(value) === null;
