import { expect, it } from 'vitest';
import fc from 'fast-check';
import { timeTicks } from './time-scale.ts';

it('labels round times', () => {
  expect(timeTicks(41_200, 4)).toEqual([0, 20_000, 40_000]);
  expect(timeTicks(900, 4)).toEqual([0, 500]);
  expect(timeTicks(8, 4)).toEqual([0, 2, 4, 6, 8]);
  expect(timeTicks(0, 4)).toEqual([0]);
});

it('stays within the axis, with no more labels than asked for after the first', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1e9, noNaN: true }), fc.integer({ min: 2, max: 8 }), (length, most) => {
      const ticks = timeTicks(length, most);
      expect(ticks.length - 1).toBeLessThanOrEqual(most);
      expect(ticks.at(-1)).toBeLessThanOrEqual(length);
    }),
  );
});
