import { expect, it } from 'vitest';
import { parseLongNumbers } from './long-numbers.ts';

const spelled = (text: string) => parseLongNumbers(text, (value, longNumber) => longNumber ?? value);

it('spells out the numbers that may have lost digits, and only those', () => {
  expect(
    spelled('[12345678901234567890, -1234567890.123456789, 1e5, 123456789012345, 0, "12345678901234567890"]'),
  ).toEqual(['12345678901234567890', '-1234567890.123456789', 1e5, 123456789012345, 0, '12345678901234567890']);
});

it('visits objects and lists after their values, and refuses what is not JSON', () => {
  const seen: unknown[] = [];
  parseLongNumbers('{"a":[1],"__proto__":null}', (value) => (seen.push(value), value));
  expect(seen).toHaveLength(4);
  expect(seen.slice(0, 3)).toEqual([1, [1], null]);
  expect(() => spelled('{"a":')).toThrow(SyntaxError);
});
