import { expect, it } from 'vitest';
import { cutAtWord } from './cut-at-word.ts';

it('keeps a text that is short enough, to the last character', () => {
  expect(cutAtWord('two sources', 11)).toBe('two sources');
});

it('cuts a longer text after a whole word', () => {
  expect(cutAtWord('two sources may disagree', 14)).toBe('two sources…');
  expect(cutAtWord('two sources may disagree', 12)).toBe('two sources…');
});

it('cuts inside of a word that is longer than words are, and never inside of a character', () => {
  expect(cutAtWord('x'.repeat(100), 50)).toBe(`${'x'.repeat(49)}…`);
  expect(cutAtWord(`${'x'.repeat(48)}😀${'x'.repeat(50)}`, 50)).toBe(`${'x'.repeat(48)}…`);
});
