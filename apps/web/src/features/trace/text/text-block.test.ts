import { expect, it } from 'vitest';
import { shownMessage } from './TextBlock.tsx';

it('begins with its first line that is not empty, indented as it is', () => {
  expect(shownMessage('\n\n42')).toBe('42');
  expect(shownMessage(' \r\n\t\n  - a list\n')).toBe('  - a list\n');
});

it('is as it was where it begins at once, or has nothing but white space', () => {
  expect(shownMessage('One.\n\nTwo.')).toBe('One.\n\nTwo.');
  expect(shownMessage('\n \n')).toBe('\n \n');
});

it.each([' '.repeat(300_000), '\n'.repeat(300_000), ' \n'.repeat(200_000)])('is found in one pass', (blank) => {
  expect(shownMessage(blank)).toBe(blank);
  expect(shownMessage(`${blank}\nx`)).toBe('x');
});
