/** Wall-clock milliseconds with the resolution of the monotonic clock, and the form OpenTelemetry takes them in. */
import type { HrTime } from '@opentelemetry/api';

/** A machine that slept, or whose clock was set, has moved on from its monotonic clock: then the anchor is taken anew. */
const MAX_DRIFT_MS = 500;

let anchor = Date.now() - performance.now();

/** Unix milliseconds with fractions. */
export function now(): number {
  const time = anchor + performance.now();
  const wall = Date.now();
  if (Math.abs(time - wall) <= MAX_DRIFT_MS) return time;
  anchor += wall - time;
  return wall;
}

/** Seconds and nanoseconds: a bare number would be taken for a monotonic time when it is small. */
export function hrTime(unixMs: number): HrTime {
  const seconds = Math.trunc(unixMs / 1000);
  const nanos = Math.round((unixMs - seconds * 1000) * 1e6);
  return nanos === 1e9 ? [seconds + 1, 0] : [seconds, nanos];
}
