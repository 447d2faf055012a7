import { expect, it } from 'vitest';
import { isNestedDeeply } from './json-levels.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

it('detects JSON that is nested too deeply to be read with one value per line', () => {
  expect(isNestedDeeply(nested(200))).toBe(false);
  expect(isNestedDeeply(nested(201))).toBe(true);
  expect(isNestedDeeply('{"a":'.repeat(201))).toBe(true);
});

it('does not take brackets in texts, or beside one another, for levels', () => {
  expect(isNestedDeeply(JSON.stringify({ text: `"${nested(300)}\\` }))).toBe(false);
  expect(isNestedDeeply(`[${Array(500).fill('[]').join(',')}]`)).toBe(false);
});
