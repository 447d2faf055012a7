import { expect, it } from 'vitest';
import { saidText } from './said-text.ts';

it('begins with its first line that is not empty, indented as it is', () => {
  expect(saidText('\n\n42')).toBe('42');
  expect(saidText(' \r\n\t\n  - a list\n')).toBe('  - a list\n');
});

it('is as it was where it begins at once, or has nothing but white space', () => {
  expect(saidText('One.\n\nTwo.')).toBe('One.\n\nTwo.');
  expect(saidText('\n \n')).toBe('\n \n');
});

it.each([' '.repeat(300_000), '\n'.repeat(300_000), ' \n'.repeat(200_000)])('is found in one pass', (blank) => {
  expect(saidText(blank)).toBe(blank);
  expect(saidText(`${blank}\nx`)).toBe('x');
});
