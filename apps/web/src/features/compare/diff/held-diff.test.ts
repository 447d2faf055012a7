import { heldMark } from '@subtext/reasoning';
import { expect, it } from 'vitest';
import { heldDiff, heldNote } from './held-diff.ts';

const hashed = (digit: string) => heldMark({ digest: digit.repeat(32), characters: 7 });
const counted = heldMark({ digest: undefined, characters: 7 });
const noteOf = (a: string, b: string) => {
  const diff = heldDiff(a, b);
  return diff && heldNote(diff);
};

it('says of two hashed texts that they are the same, or different', () => {
  expect(noteOf(hashed('a'), hashed('a'))).toBe('hashed on both sides: the same');
  expect(noteOf(hashed('a'), hashed('b'))).toBe('hashed on both sides: different');
  expect(noteOf(`${hashed('a')}\n\n${hashed('b')}`, hashed('a'))).toBe('hashed on both sides: different');
});

it('compares neither a hashed text with words nor lengths, however equal', () => {
  for (const [a, b] of [
    [hashed('a'), 'words'],
    ['words', counted],
    [counted, counted],
    [hashed('a'), counted],
  ] as const)
    expect(noteOf(a, b)).toBe('not kept as text: cannot be compared');
});

it('leaves words to be compared as words, and what has no counterpart alone', () => {
  expect(heldDiff('a', 'b')).toBeUndefined();
  expect(heldDiff(hashed('a'), '')).toBeUndefined();
});
