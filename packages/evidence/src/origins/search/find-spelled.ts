/**
 * Finds an identifier that is written in another way: with other separators (a phone number, an IBAN, a UUID), or as the
 * start of a hash. Such a search is only for values with so many characters and digits that chance does not find them.
 */
import type { Rule } from '../origin.ts';
import { fold, wordsOf } from '../text/words.ts';
import type { Search } from './find-whole.ts';
import type { SeenIndex } from './seen-index.ts';

const SHORTEST = 7;
const LONGEST = 64;
const FEWEST_DIGITS = 4;
/** What people and programs put between the groups of an identifier. A comma separates two of them. */
const BETWEEN_GROUPS = /^[\s()./_-]{0,3}$/;

const SHORT_HASH = /^(?=[a-f]*\d)[\da-f]{7,16}$/;
const LENGTHS_OF_HASHES: ReadonlySet<number> = new Set([40, 64]);
/** Comparing the start of a word is cheaper than the other comparisons. */
const WORDS_PER_STEP = 64;

export function findSpelled(value: number | string, search: Search): void {
  const text = String(value);
  if (text.length > 2 * LONGEST) return;
  const characters = wordsOf(text)
    .map(({ folded }) => folded)
    .join('');
  if (characters.length < SHORTEST || characters.length > LONGEST) return;
  if (characters.replaceAll(/\D/g, '').length >= FEWEST_DIGITS && BETWEEN_GROUPS.test(widestGap(text)))
    for (const index of search.indexes) findGroups(index, characters, search);
  if (SHORT_HASH.test(text)) for (const index of search.indexes) findHash(index, text, search);
}

function widestGap(text: string): string {
  const words = wordsOf(text);
  const gaps = words.slice(1).map(({ start }, at) => text.slice(words[at]!.end, start));
  return gaps.find((gap) => !BETWEEN_GROUPS.test(gap)) ?? '';
}

/** The first group is a word with which the value begins. */
function findGroups(index: SeenIndex, characters: string, search: Search): void {
  for (let length = 1; length <= characters.length && !search.steps.isOver; length += 1) {
    const id = index.words.get(characters.slice(0, length));
    if (id === undefined) continue;
    const end = index.firstOf[id + 1] ?? 0;
    for (let at = index.firstOf[id] ?? 0; at < end && !search.steps.isOver; at += 1) {
      search.steps.take(1);
      const position = index.positions[at] ?? 0;
      const last = lastGroup(index, { characters, position, length });
      if (last !== undefined) add(index, { first: position, last, rule: 'separators' }, search);
    }
  }
}

/** undefined when the words from `position` on, whose first has `length` characters of the value, are not the value. */
function lastGroup(
  index: SeenIndex,
  { characters, position, length }: { characters: string; position: number; length: number },
): number | undefined {
  const seen = index.segments[index.segmentOf[position] ?? 0]?.text ?? '';
  let [at, found] = [position, length];
  while (found < characters.length) {
    const between = seen.slice(index.ends[at], index.starts[at + 1]);
    if (index.segmentOf[at + 1] !== index.segmentOf[position] || !BETWEEN_GROUPS.test(between)) return undefined;
    const group = fold(seen.slice(index.starts[at + 1], index.ends[at + 1]));
    if (!characters.startsWith(group, found)) return undefined;
    found += group.length;
    at += 1;
  }
  return at;
}

function findHash(index: SeenIndex, start: string, search: Search): void {
  search.steps.take(Math.ceil(index.words.size / WORDS_PER_STEP));
  for (const [word, id] of index.words) {
    if (!LENGTHS_OF_HASHES.has(word.length) || !word.startsWith(start)) continue;
    const position = index.positions[index.firstOf[id] ?? 0] ?? 0;
    add(index, { first: position, last: position, rule: 'hash length' }, search);
  }
}

function add(
  index: SeenIndex,
  { first, last, rule }: { first: number; last: number; rule: Rule },
  { best }: Search,
): void {
  const segment = index.segments[index.segmentOf[first] ?? 0];
  if (!segment) return;
  const rules = segment.rule === undefined ? [rule] : [rule, segment.rule];
  best.add({ segment, start: index.starts[first] ?? 0, end: index.ends[last] ?? 0, rules });
}
