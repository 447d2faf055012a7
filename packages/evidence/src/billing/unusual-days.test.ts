import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unusualDays, type BilledDay } from './index.ts';

const dayOf = (index: number, bytesPerToken: number, steps = 50): BilledDay => ({
  day: new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10),
  steps,
  tokens: 10_000,
  bytes: Math.round(10_000 * bytesPerToken),
});
/** A little different each day, as real days are. */
const usualDays = (count: number) => Array.from({ length: count }, (_, index) => dayOf(index, 4 + (index % 3) * 0.05));
const verdicts = (days: readonly BilledDay[]) => unusualDays(days).map(({ verdict }) => verdict);

describe('billed thinking over days', () => {
  test('is unusual on the day when half of the text is missing, and with the usual range beside it', () => {
    const judged = unusualDays([...usualDays(14), dayOf(14, 2)]).at(-1);
    expect(judged).toMatchObject({ verdict: 'less text', bytesPerToken: 2 });
    expect(judged?.usual?.median).toBeCloseTo(4.05, 2);
    expect(judged?.usual?.from).toBeGreaterThan(2);
  });

  test('is unusual with much more text, too', () => {
    expect(verdicts([...usualDays(14), dayOf(14, 8)]).at(-1)).toBe('more text');
  });

  test('is usual within the differences of the days before, and within a quarter in any case', () => {
    const restless = Array.from({ length: 14 }, (_, index) => dayOf(index, index % 2 ? 2 : 6));
    expect(verdicts([...restless, dayOf(14, 9)]).at(-1)).toBe('usual');
    const steady = Array.from({ length: 14 }, (_, index) => dayOf(index, 4));
    expect(verdicts([...steady, dayOf(14, 3.25)]).at(-1)).toBe('usual');
    expect(verdicts([...steady, dayOf(14, 3.15)]).at(-1)).toBe('less text');
  });

  test('is unknown with few days before, and on a day with few steps, which is no measure either', () => {
    expect(verdicts([...usualDays(6), dayOf(6, 1)]).at(-1)).toBe('unknown');
    expect(verdicts([...usualDays(14), dayOf(14, 1, 19)]).at(-1)).toBe('unknown');
    const few = Array.from({ length: 14 }, (_, index) => dayOf(index, 4, 19));
    expect(new Set(verdicts([...few, dayOf(14, 1)]))).toEqual(new Set(['unknown']));
  });

  test('becomes usual again when a change stays', () => {
    const changed = Array.from({ length: 30 }, (_, index) => dayOf(14 + index, 2));
    const judged = verdicts([...usualDays(14), ...changed]);
    expect(judged.slice(14, 28)).toEqual(Array.from({ length: 14 }, () => 'less text'));
    expect(judged.at(-1)).toBe('usual');
  });

  test('never changes for a day by days that come later, or by the order in which they are given', () => {
    const days = fc.array(fc.tuple(fc.double({ min: 0.1, max: 20, noNaN: true }), fc.integer({ min: 0, max: 60 })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(days, (values) => {
        const given = values.map(([ratio, steps], index) => dayOf(index, ratio, steps));
        const whole = unusualDays(given);
        expect(unusualDays(given.toReversed())).toEqual(whole);
        expect(unusualDays(given.slice(0, -1))).toEqual(whole.slice(0, Math.max(0, given.length - 1)));
      }),
    );
  });

  test('leaves out days without tokens or text', () => {
    expect(unusualDays([{ day: '2026-10-01', steps: 30, tokens: 0, bytes: 0 }])).toEqual([]);
  });
});
