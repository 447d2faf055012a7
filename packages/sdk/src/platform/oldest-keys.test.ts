import { describe, expect, it } from 'vitest';
import { OldestKeys } from './oldest-keys.ts';

describe('OldestKeys', () => {
  it('returns the oldest key, as a new iterator would, when keys are set again or deleted in between', () => {
    const map = new Map<number, string>();
    const oldest = new OldestKeys(map);
    for (let number = 0; number < 5_000; number += 1) {
      const again = Math.floor(number / 2);
      for (const key of number % 3 === 0 ? [number, again] : [number]) {
        map.delete(key);
        map.set(key, 'known');
      }
      if (number % 7 === 0) map.delete(number - 3);
      if (map.size <= 20) continue;
      const expected = map.keys().next().value;
      const taken = oldest.take();
      expect(taken).toBe(expected);
      map.delete(taken ?? -1);
    }
  });

  it('starts again after the last key', () => {
    const map = new Map([[1, 'one']]);
    const oldest = new OldestKeys(map);
    expect(oldest.take()).toBe(1);
    map.delete(1);
    expect(oldest.take()).toBeUndefined();
    map.set(2, 'two');
    expect(oldest.take()).toBe(2);
  });
});
