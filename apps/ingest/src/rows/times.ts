/** Unix nanoseconds as the database takes them. */

const NANOS_PER_MICRO = 1000n;
const MICROS_PER_MILLI = 1000n;

/** ISO 8601 in UTC with microseconds, the precision of timestamptz. */
export function isoMicros(unixNano: bigint): string {
  const micros = unixNano / NANOS_PER_MICRO;
  const milliseconds = new Date(Number(micros / MICROS_PER_MILLI)).toISOString().slice(0, -1);
  return `${milliseconds}${(micros % MICROS_PER_MILLI).toString().padStart(3, '0')}Z`;
}

/** Never negative: an end before its start is a clock that was set back. */
export function durationNanos(start: bigint, end: bigint): number {
  return end > start ? Number(end - start < MOST_NANOS ? end - start : MOST_NANOS) : 0;
}

const MOST_NANOS = BigInt(Number.MAX_SAFE_INTEGER);
