import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeOf,
  meanOfAmounts,
  meanOfNumbers,
  medianOf,
  noEstimate,
  ratioOfRuns,
  shareOfRuns,
  shareOfSeenRuns,
  shareOfSum,
  studentT,
  type Estimate,
} from './intervals.ts';

/** Mulberry32: the same numbers in every run of the test. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const times = <Value>(count: number, make: () => Value): Value[] => Array.from({ length: count }, make);

/** How often the interval of a sample contains the true value, in percent. */
function coverage(truth: number, sample: () => Pick<Estimate, 'low' | 'high'>, samples = 4000): number {
  const found = times(samples, sample).filter(
    ({ low, high }) => low !== null && high !== null && low <= truth && truth <= high,
  );
  return (100 * found.length) / samples;
}

describe('an interval contains the true value about 95 times in 100', () => {
  const random = randomNumbers(27);
  /** Skewed like the costs of runs; its mean is exp(0.5 · spread²). */
  const skewed = (spread: number) => Math.exp(spread * normal(random));

  it.each([10, 30, 200])('for the share of %i runs', (runs) => {
    const covered = [0.05, 0.3, 0.5].map((share) =>
      coverage(share, () => shareOfRuns(times(runs, random).filter((one) => one < share).length, runs)),
    );
    // With 10 runs a share is a whole number of tenths, so no interval can have exactly 95 %.
    for (const one of covered) expect(one).toBeGreaterThan(runs === 10 ? 89 : 92);
  });

  it.each([
    [10, 0.5, 92],
    [30, 0.5, 93],
    [30, 1, 89],
    [200, 1, 92],
  ])('for the mean of %i skewed amounts of spread %d: at least %i', (runs, spread, least) => {
    const covered = coverage(Math.exp(spread ** 2 / 2), () => meanOfAmounts(times(runs, () => skewed(spread))));
    expect(covered).toBeGreaterThan(least);
    expect(covered).toBeLessThan(98.5);
  });

  it('for tokens of each call, where runs have different numbers of calls, which the tokens depend on', () => {
    const run = () => {
      const per = 1 + Math.floor(8 * random());
      const habit = skewed(0.5);
      return { of: 100 * habit * per * skewed(0.3), per };
    };
    const truth = 100 * Math.exp(0.125) * Math.exp(0.045);
    const covered = coverage(truth, () => ratioOfRuns(times(40, run)));
    expect(covered).toBeGreaterThan(92);
    expect(covered).toBeLessThan(98);
  });

  it('for the share of a sum', () => {
    const run = () => {
      const per = 100 * skewed(0.5);
      return { of: per * (random() < 0.5 ? 0.2 : 0.6), per };
    };
    expect(coverage(0.4, () => shareOfSum(times(30, run)))).toBeGreaterThan(92);
  });

  it.each([6, 15, 100, 1000])('for the median of %i values of any distribution', (runs) => {
    const covered = coverage(1, () => medianOf(times(runs, () => skewed(1.5))), 1000);
    expect(covered).toBeGreaterThan(93);
  });

  it('for the mean of scores', () => {
    expect(coverage(0.5, () => meanOfNumbers(times(20, random)))).toBeGreaterThan(92);
  });

  it('for the change between two releases: a difference of shares, and a relative change of costs', () => {
    const share = (of: number) => shareOfRuns(times(40, random).filter((one) => one < of).length, 40);
    expect(coverage(0.2, () => changeOf(share(0.3), share(0.5)))).toBeGreaterThan(92);
    const cost = (factor: number) => meanOfAmounts(times(40, () => factor * skewed(0.7)));
    const relative = coverage(0.3, () => {
      const { relativeLow, relativeHigh } = changeOf(cost(1), cost(1.3));
      return { low: relativeLow, high: relativeHigh };
    });
    expect(relative).toBeGreaterThan(92);
    expect(relative).toBeLessThan(98.5);
  });

  it('so that equal releases differ significantly in about 5 of 100 comparisons', () => {
    const cost = () => meanOfAmounts(times(30, () => skewed(0.7)));
    const alarms = times(4000, () => changeOf(cost(), cost())).filter(({ isSignificant }) => isSignificant).length;
    expect(alarms / 40).toBeLessThan(7);
    expect(alarms / 40).toBeGreaterThan(2);
  });
});

it.each([
  [1, 12.706],
  [2, 4.303],
  [3, 3.182],
  [5, 2.571],
  [10, 2.228],
  [30, 2.042],
  [1000, 1.962],
])("has the quantile of Student's t for %i degrees of freedom", (degrees, quantile) => {
  expect(Math.abs(studentT(degrees) - quantile)).toBeLessThan(0.005);
});

it('says nothing of what no run reports, and has no interval for one run', () => {
  expect(meanOfAmounts([], 4)).toEqual(noEstimate(4));
  expect(meanOfAmounts([7])).toMatchObject({ value: 7, low: null, high: null });
  expect(ratioOfRuns([{ of: 0, per: 0 }])).toEqual(noEstimate(0));
  expect(medianOf([1, 2, 3, 4, 5])).toMatchObject({ value: 3, low: null });
  expect(medianOf([6, 5, 4, 3, 2, 1])).toMatchObject({ value: 3.5, low: 1, high: 6 });
  expect(shareOfRuns(0, 0)).toEqual(noEstimate(0));
  expect(changeOf(noEstimate(1), meanOfAmounts([1, 2]))).toMatchObject({
    difference: null,
    relative: null,
    isSignificant: null,
  });
});

it('gives few runs a wide interval, and a share of 0 one that is not 0', () => {
  const { low, high } = meanOfAmounts([1, 3]);
  expect(high! / low!).toBeGreaterThan(100);
  expect(shareOfRuns(0, 20).high).toBeCloseTo(0.161, 2);
  expect(
    shareOfSum([
      { of: 5, per: 5 },
      { of: 3, per: 3 },
    ]),
  ).toMatchObject({ value: 1, high: 1 });
  expect(
    shareOfSum([
      { of: 5, per: 5 },
      { of: 3, per: 3 },
    ]).low,
  ).toBeLessThan(0.4);
});

it('has no relative change from 0, and no end where A may be 0', () => {
  expect(changeOf(shareOfRuns(0, 20), shareOfRuns(5, 20))).toMatchObject({ difference: 0.25, relative: null });
  expect(changeOf(shareOfRuns(5, 20), shareOfRuns(0, 20))).toMatchObject({ relative: -1, relativeLow: -1 });
});

const seen = fc
  .record({ found: fc.nat(20), notSeen: fc.nat(20), others: fc.integer({ min: 1, max: 20 }) })
  .map(({ found, notSeen, others }) => ({ found, notSeen, runs: found + notSeen + others }));

it('contains the interval of each share that runs looked at only in part may have', () => {
  fc.assert(
    fc.property(seen, fc.nat(20), ({ found, notSeen, runs }, had) => {
      const bounded = shareOfSeenRuns(found, runs, { unknown: 3, notSeen });
      const whole = shareOfRuns(found + Math.min(had, notSeen), runs);
      expect(bounded).toMatchObject({ value: found / runs, unknown: 3 + notSeen });
      expect(bounded.low!).toBeLessThanOrEqual(whole.low!);
      expect(bounded.high!).toBeGreaterThanOrEqual(whole.high!);
      expect('most' in bounded).toBe(notSeen > 0);
    }),
  );
});

it('calls no change clear that what was not seen could undo', () => {
  const bounds = ({ found, notSeen, runs }: { found: number; notSeen: number; runs: number }) => ({
    seen: shareOfSeenRuns(found, runs, { unknown: 0, notSeen }),
    ends: [shareOfRuns(found, runs), shareOfRuns(found + notSeen, runs)],
  });
  fc.assert(
    fc.property(seen, seen, (one, other) => {
      const [a, b] = [bounds(one), bounds(other)];
      const { isSignificant, low } = changeOf(a.seen, b.seen);
      const all = a.ends.flatMap((ofA) => b.ends.map((ofB) => changeOf(ofA, ofB)));
      if (isSignificant) expect(all.map((change) => change.low! > 0)).toEqual(all.map(() => low! > 0));
      if (isSignificant) expect(all.every((change) => change.isSignificant)).toBe(true);
    }),
  );
  const before = shareOfSeenRuns(0, 90, { unknown: 0, notSeen: 24 });
  expect(changeOf(before, shareOfRuns(9, 66)).isSignificant).toBe(false);
  expect(changeOf(shareOfRuns(0, 90), shareOfSeenRuns(9, 66, { unknown: 0, notSeen: 10 })).isSignificant).toBe(true);
});

const amounts = fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 40 });

it('contains the estimate in every interval, and mirrors a change when the sides are swapped', () => {
  fc.assert(
    fc.property(amounts, amounts, (one, other) => {
      const [a, b] = [meanOfAmounts(one), meanOfAmounts(other)];
      expect(a.low!).toBeLessThanOrEqual(a.value! * (1 + 1e-12));
      expect(a.high!).toBeGreaterThanOrEqual(a.value! * (1 - 1e-12));
      const [there, back] = [changeOf(a, b), changeOf(b, a)];
      expect(there.isSignificant).toBe(back.isSignificant);
      expect(there.low!).toBeCloseTo(-back.high!, 3);
    }),
  );
});
