/** Compares words of a value with words of a seen text: equal, equal by rules, or different. */
import type { Rule } from '../origin.ts';
import type { SeenIndex } from './seen-index.ts';
import type { Word } from '../text/words.ts';

/** A value, or a form of it without escapes, cut into words. */
export interface WordedText {
  text: string;
  words: readonly Word[];
  /** The numbers of the words in the index; undefined for a word that was not seen. */
  ids: readonly (number | undefined)[];
}

export const SHORT = 3;

const collapsed = (separator: string) => separator.replaceAll(/\s+/g, ' ');

/** The rule by which separators are equal: none, white space, or undefined for different ones. */
export function compareSeparators(left: string, right: string): readonly Rule[] | undefined {
  if (left === right) return NO_RULES;
  return collapsed(left) === collapsed(right) ? WHITE_SPACE : undefined;
}

const NO_RULES: readonly Rule[] = [];
const WHITE_SPACE: readonly Rule[] = ['white space'];

function compareSpellings(left: string, right: string): Rule | undefined {
  if (left === right) return undefined;
  return left.toLowerCase() === right.toLowerCase() ? 'case' : 'Unicode form';
}

/** Where words of a value begin in it, and where words of the index that have the same numbers begin. */
export interface WordRun {
  first: number;
  position: number;
  count: number;
}

/** The rules by which a run is equal to words of the index; undefined when their separators differ. */
export function compareRun(
  index: SeenIndex,
  value: WordedText,
  { first, position, count }: WordRun,
): Rule[] | undefined {
  const seen = index.segments[index.segmentOf[position] ?? 0]?.text ?? '';
  const rules = new Set<Rule>();
  for (let offset = 0; offset < count; offset += 1) {
    const word = value.words[first + offset];
    if (!word) return undefined;
    const [start, end] = [index.starts[position + offset] ?? 0, index.ends[position + offset] ?? 0];
    const spelling = compareSpellings(value.text.slice(word.start, word.end), seen.slice(start, end));
    if (spelling !== undefined) rules.add(spelling);
    const next = offset + 1 < count ? value.words[first + offset + 1] : undefined;
    if (!next) continue;
    const separators = compareSeparators(
      value.text.slice(word.end, next.start),
      seen.slice(end, index.starts[position + offset + 1]),
    );
    if (!separators) return undefined;
    for (const rule of separators) rules.add(rule);
  }
  return [...rules];
}

/** The number of words from here that are the same, with equal separators, in one text of the index. */
export function runLength(index: SeenIndex, value: WordedText, { first, position, count }: WordRun): number {
  const segment = index.segmentOf[position] ?? 0;
  const seen = index.segments[segment]?.text ?? '';
  let length = 0;
  while (length < count) {
    const at = position + length;
    if (at >= index.ids.length || index.segmentOf[at] !== segment || index.ids[at] !== value.ids[first + length]) break;
    const [previous, word] = [value.words[first + length - 1], value.words[first + length]];
    if (length > 0 && previous && word) {
      const between = seen.slice(index.ends[at - 1], index.starts[at]);
      if (!compareSeparators(value.text.slice(previous.end, word.start), between)) break;
    }
    length += 1;
  }
  return length;
}
