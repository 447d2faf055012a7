/**
 * Groups rows by their repeated values: 25,000 spans have a few hundred distinct combinations, so each row stores a
 * group number, and each group stores its values once. Numbers that are mostly missing or equal are part of the group;
 * only the others get a column.
 */
import { readNumbers, writeNumbers } from './digits.ts';

export type Value = string | number | boolean | null;

/** Distinct values, and the index of the value at each position. */
export interface Words {
  words: Value[];
  at: string;
}

export function writeWords(values: readonly Value[]): Words {
  const { words, of } = codesOf(values);
  return { words, at: writeNumbers(of) };
}

export const readWords = ({ words, at }: Words, length: number): Value[] =>
  Array.from(readNumbers(at, length), (place) => words[place]!);

/** Distinct values, and the index of each row's value. */
export interface Coded {
  words: Value[];
  of: Int32Array | Uint8Array;
}

export function codesOf(values: readonly Value[]): Coded {
  const codes = new Map<Value, number>();
  const of = new Int32Array(values.length);
  // Many rows repeat the value of the previous row.
  for (let at = 0; at < values.length; at++)
    of[at] = at > 0 && values[at] === values[at - 1] ? of[at - 1]! : numberIn(codes, values[at]!);
  return { words: [...codes.keys()], of };
}

function numberIn<Key>(numbers: Map<Key, number>, key: Key): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

export interface Groups {
  /** The group of each row. */
  of: Int32Array;
  /** One row of each group; the largest groups come first, so that most group numbers are small. */
  rows: number[];
}

export function groupRows(columns: readonly Coded[], length: number): Groups {
  const of = new Int32Array(length);
  let count = length === 0 ? 0 : 1;
  for (const coded of columns) if (coded.words.length > 1) count = splitGroups(of, count, coded);
  return byFrequency(of, count);
}

/** Up to this many combinations are counted in an array; a map takes several times as long. */
const MAX_LISTED = 2 ** 20;

/** Splits each group by a column's values; returns the new number of groups. */
function splitGroups(of: Int32Array, count: number, { words, of: codes }: Coded): number {
  const map = new Map<number, number>();
  const list = count * words.length > MAX_LISTED ? undefined : new Int32Array(count * words.length);
  let next = 0;
  for (let at = 0; at < of.length; at++) {
    const pair = of[at]! + count * codes[at]!;
    if (!list) of[at] = numberIn(map, pair);
    else of[at] = (list[pair]! || (list[pair] = ++next)) - 1;
  }
  return list ? next : map.size;
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

/** Marks a value that stands in the column. The other marks are null, or 0 or 1 themselves. */
const ELSEWHERE = 2;

const MARKS: Value[] = [null, 0, 1, ELSEWHERE];

/** Splits a column of numbers into marks, which belong to the group, and the remaining numbers. */
export function markNumbers(values: Numbers): { marks: Coded; rest: number[] } {
  const of = new Uint8Array(values.length);
  const rest: number[] = [];
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (value === null) continue;
    of[at] = value === 0 ? 1 : value === 1 ? 2 : 3;
    if (of[at] === 3) rest.push(value);
  }
  return { marks: { words: MARKS, of }, rest };
}

/** `marks`: the mark of each group. */
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
