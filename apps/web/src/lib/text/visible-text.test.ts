import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawnText, visibleText } from './visible-text.ts';
import { signWords } from './sign-words.ts';

const FORBIDDEN = '\0\u0007\u001b\u202a\u202e\u2066\u2069\u200b\ufeff';
const drawn = drawnText;

it('leaves text of every script, emoji and lines as they are', () => {
  for (const text of ['Grüße\n\tAa', 'مرحبا بالعالم', '👩‍👩‍👧 ok', 'かな']) expect(visibleText(text)).toEqual([{ text }]);
});

it('draws what reorders, hides or controls', () => {
  expect(drawn('safe\u202Eexe.txt')).toBe('safe⟨U+202E⟩exe.txt');
  expect(drawn('\u001b[31mred')).toBe('^[[31mred');
  expect(drawn('a\u200bb\u{e0041}')).toBe('a⟨U+200B⟩b⟨U+E0041⟩');
  expect(visibleText('\u202e')).toEqual([{ mark: '⟨U+202E⟩', name: 'right-to-left override' }]);
});

it('never leaves such a character in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect([...drawn(text)].filter((character) => FORBIDDEN.includes(character))).toEqual([]);
    }),
  );
});

it('gives no length for a text that its sender withheld, because it is unknown', () => {
  expect(visibleText('[hidden: unknown characters]')).toEqual([
    { mark: 'withheld by its sender', name: undefined, isHeld: true },
  ]);
});

it('draws what stands in place of texts that were not kept as what it is', () => {
  const [hashed, counted] = [`[hashed: ${'ab'.repeat(16)}, 1204 characters]`, '[7 characters]'];
  expect(visibleText(hashed)).toEqual([
    { mark: 'hashed · abababab · 1,204 characters', name: 'ab'.repeat(16), isHeld: true },
  ]);
  expect(drawnText(`${hashed} ${counted}`)).toBe('hashed · abababab · 1,204 characters length only · 7 characters');
});

it('counts what is drawn as marks, and is silent about plain text of any language', () => {
  expect(signWords('\u001b[31mred\u001b[0m')).toBe('2 invisible or control characters are drawn as marks.');
  expect(signWords('a\u202eb')).toBe('1 invisible or control character is drawn as a mark.');
  expect(signWords('שלום\n\tworld 👩‍👩‍👧')).toBe('');
});

it('does not count what stands in the place of a text that is not kept', () => {
  expect(signWords('[1204 characters]')).toBe('');
  expect(signWords('[hidden: unknown characters]')).toBe('');
});
