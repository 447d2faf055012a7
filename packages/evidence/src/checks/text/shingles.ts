/** How alike two texts are: by their shingles, and short ones by the words that they have in the same order. */
import { LONGEST_THOUGHT } from './sentences.ts';

const SHINGLE_WORDS = 3;

/** Words and numbers in lower case; punctuation, spacing and marks of markdown do not count. */
export function tokens(text: string): string[] {
  return (
    text
      .slice(0, LONGEST_THOUGHT)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** In a shorter text one other word changes too many shingles. */
const SHORT_WORDS = 200;

/** From 0 (nothing in common) to 1 (the same words). */
export function likeness(one: readonly string[], other: readonly string[]): number {
  const byShingles = similarity(one, other);
  if (byShingles === 1 || Math.max(one.length, other.length) > SHORT_WORDS) return byShingles;
  const words = one.length + other.length;
  return words === 0 ? 0 : Math.max(byShingles, (2 * commonWords(one, other)) / words);
}

/** The length of the longest common subsequence. */
function commonWords(one: readonly string[], other: readonly string[]): number {
  let before = new Array<number>(other.length + 1).fill(0);
  for (const word of one) {
    const row = [0];
    for (const [at, each] of other.entries())
      row.push(word === each ? before[at]! + 1 : Math.max(before[at + 1]!, row[at]!));
    before = row;
  }
  return before[other.length]!;
}

/** From 0 (nothing in common) to 1 (the same shingles). Texts without words have nothing in common. */
export function similarity(one: readonly string[], other: readonly string[]): number {
  const first = shingles(one);
  const second = shingles(other);
  let common = 0;
  for (const shingle of first) if (second.has(shingle)) common += 1;
  const all = first.size + second.size - common;
  return all === 0 ? 0 : common / all;
}

function shingles(all: readonly string[]): Set<string> {
  const length = Math.min(SHINGLE_WORDS, all.length);
  const found = new Set<string>();
  for (let start = 0; length > 0 && start + length <= all.length; start += 1) {
    found.add(all.slice(start, start + length).join(' '));
  }
  return found;
}
