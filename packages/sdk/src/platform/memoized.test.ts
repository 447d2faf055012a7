import { describe, expect, it } from 'vitest';
import { memoized } from './memoized.ts';

describe('a memoized function', () => {
  it('computes a value once, and again when too many keys came in between', () => {
    const calls: string[] = [];
    const double = memoized((key) => {
      calls.push(key);
      return key + key;
    });
    expect([double('a'), double('a')]).toEqual(['aa', 'aa']);
    expect(calls).toEqual(['a']);
    for (let index = 0; index < 200; index += 1) double(String(index));
    expect(double('a')).toBe('aa');
    expect(calls.filter((key) => key === 'a')).toHaveLength(2);
  });
});
