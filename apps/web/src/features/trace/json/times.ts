/** Times of OTLP, which are nanoseconds since 1970, as a person reads them. Pure. */

const NANOS_PER_MILLISECOND = 1_000_000n;
/** From 2001 to 2286, so that ids and counts are not read as times. */
const NANOS = /^[1-9]\d{18}$/;

/** `2026-11-20T10:00:00.123456789Z` for a key like `startTimeUnixNano`; undefined for everything else. */
export function timeOfNanos(key: string | undefined, value: string): string | undefined {
  if (!key || !/unix_?nano$/i.test(key) || !NANOS.test(value)) return undefined;
  const nanos = BigInt(value);
  const whole = new Date(Number(nanos / NANOS_PER_MILLISECOND)).toISOString();
  return whole.replace('Z', `${String(nanos % NANOS_PER_MILLISECOND).padStart(6, '0')}Z`);
}
