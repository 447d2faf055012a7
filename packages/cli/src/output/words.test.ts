import { expect, it } from 'vitest';
import { money } from './words.ts';

it.each([
  [null, '◌'],
  ['0', '$0'],
  ['1234.5', '$1234.50'],
  ['0.9996', '$1.00'],
  ['0.0125', '$0.013'],
  ['0.00123', '$0.0012'],
  ['0.000000001', '$0.000000001'],
])('writes %s dollars as %s', (dollars, words) => {
  expect(money(dollars)).toBe(words);
});
