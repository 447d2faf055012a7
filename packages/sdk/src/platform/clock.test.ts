/** Times of spans beside those of other tracers, which read the wall clock. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClock } from './clock.ts';

const START = 1_790_000_000_000;

/** A wall clock in whole milliseconds, as `Date.now()`, and a monotonic clock that both can be moved. */
function fakeClocks() {
  let wall = START + 0.7;
  let monotonic = 20.25;
  const read = createClock(
    () => Math.trunc(wall),
    () => monotonic,
  );
  const pass = (wallMs: number, monotonicMs = wallMs) => {
    wall += wallMs;
    monotonic += monotonicMs;
  };
  read();
  return { read, pass, wall: () => wall };
}

describe('the clock', () => {
  it('has the resolution of the monotonic clock', () => {
    const { read, pass } = fakeClocks();
    const start = read();
    pass(0.125);
    expect(read() - start).toBe(0.125);
  });

  it('is never behind the wall clock, so no span begins before a parent of another tracer', () => {
    const { read, pass, wall } = fakeClocks();
    for (let hour = 0; hour < 24; hour += 1) {
      pass(3_600_000, 3_600_000 - 7);
      const parent = Math.trunc(wall());
      pass(0.01);
      expect(read()).toBeGreaterThanOrEqual(parent);
    }
  });

  it('falls back to a wall clock that is slower', () => {
    const { read, pass, wall } = fakeClocks();
    pass(3_600_000, 3_600_000 + 40);
    read();
    pass(100);
    expect(read() - wall()).toBeLessThan(3);
  });

  it('follows a clock that was set, in either direction', () => {
    const { read, pass, wall } = fakeClocks();
    for (const hours of [1, -1]) {
      pass(hours * 3_600_000, 1);
      expect(Math.abs(read() - wall())).toBeLessThanOrEqual(1);
    }
  });

  it('never goes back, and keeps to the wall clock, however the two drift', () => {
    const steps = fc.array(
      fc.tuple(fc.double({ min: 0, max: 60_000, noNaN: true }), fc.double({ min: -5, max: 5, noNaN: true })),
    );
    fc.assert(
      fc.property(steps, (all) => {
        const { read, pass, wall } = fakeClocks();
        let latest = read();
        for (const [ms, drift] of all) {
          pass(ms, Math.max(ms + drift, 0));
          const time = read();
          expect(time).toBeGreaterThanOrEqual(latest);
          expect(time).toBeGreaterThanOrEqual(Math.trunc(wall()));
          latest = time;
        }
      }),
    );
  });
});
