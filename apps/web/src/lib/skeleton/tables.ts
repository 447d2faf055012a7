/** A table of a skeleton: the groups of its rows with their values, and columns of the remaining numbers. */
import { THINKING_STATES, type ThinkingState } from '@subtext/reasoning';
import { readNumbers, writeNumbers } from './digits.ts';
import {
  type Coded,
  codesOf,
  groupRows,
  type Groups,
  markNumbers,
  type Numbers,
  readMarked,
  readWords,
  type Value,
  type Words,
  writeWords,
} from './groups.ts';

export interface Table {
  length: number;
  groups: number;
  words: Record<string, Words>;
  numbers: Record<string, { marks: Words; rest: string }>;
}
export type WordColumns = Record<string, readonly Value[]>;
export type NumberColumns = Record<string, Numbers>;

/** The caller writes the group of each row, because it may be derived from other data. */
export function writeTable(
  length: number,
  words: WordColumns,
  numbers: NumberColumns,
): { table: Table; of: Groups['of'] } {
  const coded = Object.entries(words).map(([key, values]) => [key, codesOf(values)] as const);
  const marked = Object.entries(numbers).map(([key, values]) => [key, markNumbers(values)] as const);
  const columns = [...coded.map(([, values]) => values), ...marked.map(([, { marks }]) => marks)];
  const { of, rows } = groupRows(columns, length);
  const ofGroups = (values: Coded) => writeWords(rows.map((row) => values.words[values.of[row]!]!));
  const table: Table = { length, groups: rows.length, words: {}, numbers: {} };
  for (const [key, values] of coded) table.words[key] = ofGroups(values);
  for (const [key, { marks, rest }] of marked)
    table.numbers[key] = { marks: ofGroups(marks), rest: writeNumbers(rest) };
  return { table, of };
}

/** The values of each group. */
export const readGroups = ({ groups, words }: Table): Record<string, Value[]> =>
  Object.fromEntries(Object.entries(words).map(([key, of]) => [key, readWords(of, groups)]));

export const readColumns = ({ groups, numbers }: Table, of: ArrayLike<number>): NumberColumns =>
  Object.fromEntries(
    Object.entries(numbers).map(([key, { marks, rest }]) => [key, readMarked(rest, of, readWords(marks, groups))]),
  );

/**
 * Encodes the group of each row, given a context that correlates with it: as the index among the groups that occurred
 * in that context before, which is nearly always the first. A group that is new in its context is stored explicitly.
 */
export interface InContext {
  places: string;
  fresh: string;
}

export function writeInContext(of: ArrayLike<number>, contexts: ArrayLike<number>): InContext {
  const met = new Map<number, Map<number, number>>();
  const fresh: number[] = [];
  const places = new Int32Array(of.length);
  for (let at = 0; at < of.length; at++) {
    let here = met.get(contexts[at]!);
    if (!here) met.set(contexts[at]!, (here = new Map<number, number>()));
    const group = of[at]!;
    const place = here.get(group);
    if (place !== undefined) places[at] = place;
    else {
      here.set(group, here.size + 1);
      fresh.push(group);
    }
  }
  return { places: writeNumbers(places), fresh: writeNumbers(fresh) };
}

export function readInContext({ places, fresh }: InContext, contexts: ArrayLike<number>): Int32Array {
  const { length } = contexts;
  const met = new Map<number, number[]>();
  const place = readNumbers(places, length);
  let [count, next] = [0, 0];
  for (let at = 0; at < length; at++) if (place[at] === 0) count += 1;
  const unmet = readNumbers(fresh, count);
  const groups = new Int32Array(length);
  for (let at = 0; at < length; at++) {
    let here = met.get(contexts[at]!);
    if (!here) met.set(contexts[at]!, (here = []));
    if (place[at] === 0) here.push((groups[at] = unmet[next++]!));
    else groups[at] = here[place[at]! - 1]!;
  }
  return groups;
}

/** Milliseconds to microseconds, the resolution of the encoding. */
export const toMicroseconds = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 1e3);

/** null = a state that this version does not know. */
export const knownState = (word: Value): ThinkingState | null =>
  THINKING_STATES.find((state) => state === word) ?? null;
