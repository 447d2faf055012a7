/** How alike two texts are: the Jaccard index of their shingles. */
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
