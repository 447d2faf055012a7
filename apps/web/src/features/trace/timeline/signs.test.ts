import { expect, it } from 'vitest';
import { signWords } from './signs.ts';

it('counts what is drawn as marks, and is silent about plain text of any language', () => {
  expect(signWords('\u001b[31mred\u001b[0m')).toBe('2 invisible or control characters are drawn as marks.');
  expect(signWords('a\u202eb')).toBe('1 invisible or control character is drawn as a mark.');
  expect(signWords('שלום\n\tworld 👩‍👩‍👧')).toBe('');
});

it('does not count what stands in the place of a text that is not kept', () => {
  expect(signWords('[1204 characters]')).toBe('');
  expect(signWords('[hidden: unknown characters]')).toBe('');
});
