/** Wall-clock milliseconds with the resolution of the monotonic clock, and their conversion for OpenTelemetry. */
import type { HrTime } from '@opentelemetry/api';

/**
 * After a sleep of the machine, or a change of its clock, wall clock and monotonic clock differ: then the anchor is set
 * again.
 */
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

/** Seconds and nanoseconds. OpenTelemetry takes a small plain number for a monotonic time. */
export function hrTime(unixMs: number): HrTime {
  const seconds = Math.trunc(unixMs / 1000);
  const nanos = Math.round((unixMs - seconds * 1000) * 1e6);
  return nanos === 1e9 ? [seconds + 1, 0] : [seconds, nanos];
}
