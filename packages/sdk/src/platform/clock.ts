/** Wall-clock milliseconds with the resolution of the monotonic clock, and their conversion for OpenTelemetry. */
import type { HrTime } from '@opentelemetry/api';

/** The wall clock is read in whole milliseconds, so up to 1 ms is no drift. */
const TOLERATED_MS = 2;
/** More means that the clock was set, and is followed at once. */
const MAX_DRIFT_MS = 500;

/**
 * Other tracers read the wall clock for each span, and it drifts from the monotonic clock by milliseconds an hour. So
 * both are compared at every reading: time is never behind the wall clock, because a span would begin before its
 * parent; and time that is ahead passes at half the pace, because within a trace it must not go back.
 */
export function createClock(wall: () => number, monotonic: () => number): () => number {
  let previous = 0;
  // Set at the first reading, because a runtime may load its monotonic clock then.
  let anchor: number | undefined;
  return () => {
    const elapsed = monotonic();
    const time = wall();
    anchor ??= time - elapsed;
    const ahead = anchor + elapsed - time;
    if (ahead < 0 || ahead > MAX_DRIFT_MS) anchor -= ahead;
    else if (ahead > TOLERATED_MS) anchor -= Math.min(ahead - TOLERATED_MS, (elapsed - previous) / 2);
    previous = elapsed;
    return anchor + elapsed;
  };
}

/** Unix milliseconds with fractions. */
export const now = createClock(
  () => Date.now(),
  () => performance.now(),
);

/** Seconds and nanoseconds. OpenTelemetry takes a small plain number for a monotonic time. */
export function hrTime(unixMs: number): HrTime {
  const seconds = Math.trunc(unixMs / 1000);
  const nanos = Math.round((unixMs - seconds * 1000) * 1e6);
  return nanos === 1e9 ? [seconds + 1, 0] : [seconds, nanos];
}
