import { describe, expect, it } from 'vitest';
import { memoised } from './memoised.ts';

describe('a memoised function', () => {
  it('works once for a key, and again when too many keys came between', () => {
    const asked: string[] = [];
    const double = memoised((key) => {
      asked.push(key);
      return key + key;
    });
    expect([double('a'), double('a')]).toEqual(['aa', 'aa']);
    expect(asked).toEqual(['a']);
    for (let index = 0; index < 200; index += 1) double(String(index));
    expect(double('a')).toBe('aa');
    expect(asked.filter((key) => key === 'a')).toHaveLength(2);
  });
});
