import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apportion, thoughtWeights } from './apportion.ts';

describe('apportion', () => {
  it('gives what is left to the largest remainders', () => {
    expect(apportion(10, [2, 1, 1])).toEqual([5, 3, 2]);
    expect(apportion(1, [1, 1, 1])).toEqual([1, 0, 0]);
    expect(apportion(100, [1, 2, 3])).toEqual([17, 33, 50]);
  });
  it('splits evenly when nothing has weight', () => expect(apportion(5, [0, 0])).toEqual([3, 2]));
  it('returns an empty list for no weights', () => expect(apportion(5, [])).toEqual([]));
  it('adds up to exactly the total for all weights', () => {
    const weights = fc.array(fc.oneof(fc.nat(), fc.double(), fc.constantFrom(Infinity, NaN, -1)), { minLength: 1 });
    fc.assert(
      fc.property(fc.maxSafeNat(), weights, (total, given) => {
        const shares = apportion(total, given);
        expect(shares.reduce((sum, share) => sum + BigInt(share), 0n)).toBe(BigInt(total));
        expect(shares.every((share) => Number.isSafeInteger(share) && share >= 0)).toBe(true);
      }),
    );
  });
});

describe('weights of thoughts', () => {
  it('are their lengths; one without text counts as the mean of the others', () => {
    expect(thoughtWeights([10, null, 30])).toEqual([10, 20, 30]);
    expect(thoughtWeights([null, null])).toEqual([1, 1]);
  });
});
