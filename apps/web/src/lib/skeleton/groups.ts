/**
 * Rows by all that is said in words of them: 25,000 spans are of some hundred kinds, so each says its kind by one number, and each kind its words
 * once. Numbers that most rows do not have, or that are mostly alike, are words, too: only the others have a column.
 */
import { readNumbers, writeNumbers } from './digits.ts';

export type Value = string | number | boolean | null;

/** Words, each once, and which of them stands in which place. */
export interface Words {
  words: Value[];
  at: string;
}

export function writeWords(values: readonly Value[]): Words {
  const places = new Map<Value, number>();
  const at = values.map((value) => placeOf(places, value));
  return { words: [...places.keys()], at: writeNumbers(at) };
}

export const readWords = ({ words, at }: Words, length: number): Value[] =>
  Array.from(readNumbers(at, length), (place) => words[place]!);

function placeOf<Key>(places: Map<Key, number>, key: Key): number {
  const known = places.get(key);
  if (known !== undefined) return known;
  places.set(key, places.size);
  return places.size - 1;
}

export interface Groups {
  /** Of each row. */
  of: Int32Array;
  /** A row of each group; those with the most rows come first, so that most numbers of groups are small. */
  rows: number[];
}

export function groupRows(columns: readonly (readonly Value[])[], length: number): Groups {
  const of = new Int32Array(length);
  let count = length === 0 ? 0 : 1;
  for (const values of columns) {
    if (values.every((value) => value === values[0])) continue;
    const words = new Map<Value, number>();
    const groups = new Map<number, number>();
    for (let at = 0; at < length; at++) of[at] = placeOf(groups, of[at]! + count * placeOf(words, values[at]!));
    count = groups.size;
  }
  return byFrequency(of, count);
}

function byFrequency(of: Int32Array, count: number): Groups {
  const sizes = new Int32Array(count);
  const firsts = new Int32Array(count).fill(-1);
  of.forEach((group, at) => {
    sizes[group]! += 1;
    if (firsts[group] === -1) firsts[group] = at;
  });
  const order = Array.from(sizes, (_, group) => group).sort((one, other) => sizes[other]! - sizes[one]!);
  const numbers = new Int32Array(count);
  order.forEach((group, number) => (numbers[group] = number));
  return { of: of.map((group) => numbers[group]!), rows: order.map((group) => firsts[group]!) };
}

export type Numbers = (number | null)[];

/** In the place of a number: it stands in the column. Else nothing, or 0 or 1 themselves. */
const ELSEWHERE = 2;

/** What a column of numbers tells by groups. */
export const marksOf = (values: Numbers): Numbers =>
  values.map((value) => (value === null || value === 0 || value === 1 ? value : ELSEWHERE));

export const writeUnmarked = (values: Numbers): string =>
  writeNumbers(values.filter((value) => value !== null && value !== 0 && value !== 1) as number[]);

/** `marks`: of each group. */
export function readMarked(written: string, of: ArrayLike<number>, marks: readonly Value[]): Numbers {
  const values: Numbers = new Array<number | null>(of.length);
  let count = 0;
  for (let at = 0; at < of.length; at++) if (marks[of[at]!] === ELSEWHERE) count += 1;
  const column = readNumbers(written, count);
  let next = 0;
  for (let at = 0; at < of.length; at++) {
    const mark = marks[of[at]!] as number | null;
    values[at] = mark === ELSEWHERE ? column[next++]! : mark;
  }
  return values;
}
