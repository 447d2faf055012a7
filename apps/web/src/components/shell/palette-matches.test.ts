import { expect, it } from 'vitest';
import { matching, paletteScore } from './palette-matches.ts';

const PEEK = 'Peek at the row; in a trace, at the whole thought';

it('finds a command by the beginning of its name first, then of its words, then by what is inside of them', () => {
  expect(paletteScore('Prices', 'pric')).toBe(1);
  expect(paletteScore(PEEK, 'trace')).toBe(0.8);
  expect(paletteScore('Dark', 'theme', ['theme'])).toBe(0.8);
  expect(paletteScore('Quarantine', 'anti')).toBe(0.4);
});

it('does not find one by letters that lie anywhere in it', () => expect(paletteScore(PEEK, 'pric')).toBe(0));

it('wants every word that was typed, in any order and case', () => {
  expect(paletteScore('Capture and masking', 'MASK capt')).toBe(0.8);
  expect(paletteScore('Capture and masking', 'capture keys')).toBe(0);
  expect(paletteScore('Prices', ' ')).toBe(1);
});

it('puts the best match first, and keeps the order while nothing is typed', () => {
  const commands = [{ label: 'Quarantine' }, { label: 'Next error' }, { label: 'Errors', keywords: ['quarantine'] }];
  expect(matching(commands, '')).toEqual(commands);
  expect(matching(commands, 'err').map(({ label }) => label)).toEqual(['Errors', 'Next error']);
  expect(matching(commands, 'xyz')).toEqual([]);
});
