/** Unix nanoseconds in the form that the database accepts. */

const NANOS_PER_MICRO = 1000n;
const MICROS_PER_SECOND = 1_000_000;

/** The spans of one request share a few seconds, and formatting the second costs most. */
let lastSecond = NaN;
let lastWritten = '';

/** ISO 8601 in UTC with microseconds, the precision of timestamptz. */
export function isoMicros(unixNano: bigint): string {
  const micros = Number(unixNano / NANOS_PER_MICRO);
  const second = Math.floor(micros / MICROS_PER_SECOND);
  if (second !== lastSecond) {
    lastWritten = new Date(second * 1000).toISOString().slice(0, -'000Z'.length);
    lastSecond = second;
  }
  return `${lastWritten}${String(micros - second * MICROS_PER_SECOND).padStart(6, '0')}Z`;
}

/**
 * Unknown without an end: it may still be in progress. Never negative: an end before the start means that the clock was
 * set back.
 */
export function durationNanos(start: bigint, end: bigint): number | null {
  if (end === 0n) return null;
  return end > start ? Number(end - start < MAX_NANOS ? end - start : MAX_NANOS) : 0;
}

const MAX_NANOS = BigInt(Number.MAX_SAFE_INTEGER);
