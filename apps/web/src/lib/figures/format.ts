// How numbers are written everywhere: money, tokens, durations, shares, times. Pure; the components add only markup. A
// missing value is never zero: callers show undefined and null as `◌`, `—` or `no price`.

/** Marks and words for missing values. */
export const NOT_REPORTED = '◌';
export const NOT_APPLICABLE = '—';
export const NO_PRICE = 'no price';
/** For a trace or a span that started and never reported an end. */
export const NO_END = 'no end recorded';
/** The known part is a lower bound. */
export const atLeastWords = (known: string): string => `≥ ${known}`;

const NANO = 1_000_000_000;

const dollars = (digits: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
const CENTS = dollars(2);
const TENTHS_OF_CENTS = dollars(3);
const TWO_SIGNIFICANT = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumSignificantDigits: 2,
  maximumSignificantDigits: 2,
});
const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const ONE_DECIMAL = new Intl.NumberFormat('en-US', { minimumFractionDigits: 0, maximumFractionDigits: 1 });

/**
 * Nano-dollars for display: two decimals from $1, three from 1 ¢, two significant digits below. A non-zero amount never
 * reads `$0.00`.
 */
export function money(nanoDollars: bigint): string {
  if (nanoDollars === 0n) return '$0';
  const amount = Number(nanoDollars) / NANO;
  const size = Math.abs(amount);
  // Thresholds at which rounding reaches the next format: $0.9996 is $1.00.
  if (size >= 0.9995) return CENTS.format(amount);
  if (size >= 0.00995) return TENTHS_OF_CENTS.format(amount);
  return TWO_SIGNIFICANT.format(amount);
}

/** All digits of an amount in nano-dollars, for hover and copy: `$0.051261`. */
export function exactMoney(nanoDollars: bigint): string {
  const sign = nanoDollars < 0n ? '-' : '';
  const digits = (nanoDollars < 0n ? -nanoDollars : nanoDollars).toString().padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  return `${sign}$${WHOLE.format(BigInt(digits.slice(0, -9)))}${fraction && `.${fraction}`}`;
}

/** Exact up to 9,999, then 12.4k, 3.1M, 2.0B. */
export function tokens(count: number | bigint): string {
  const value = Number(count);
  if (Math.abs(value) < 10_000) return WHOLE.format(value);
  if (Math.abs(value) < 999_950) return `${ONE_DECIMAL.format(value / 1e3)}k`;
  if (Math.abs(value) < 999_950_000) return `${ONE_DECIMAL.format(value / 1e6)}M`;
  return `${ONE_DECIMAL.format(value / 1e9)}B`;
}

/** `1,204`: all digits. */
export const exactCount = (count: number | bigint): string => WHOLE.format(count);

/** Milliseconds: `840 ms`, `41.2 s`, `3 m 12 s`, `2 h 5 m`. `<1 ms` also for 0, because clocks are coarse. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1) return '<1 ms';
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${seconds % 60} s`;
  return `${WHOLE.format(Math.floor(seconds / 3600))} h ${Math.floor((seconds % 3600) / 60)} m`;
}

/** A point in time, from the origin of its axis, in milliseconds: `0 ms`, and like a duration. */
export const timeFromStart = (milliseconds: number): string => (milliseconds <= 0 ? '0 ms' : duration(milliseconds));

/** The elapsed time of something in progress, in whole seconds: `0 s`, `12 s`, `3 m 12 s`. */
export const elapsed = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return seconds < 60 ? `${seconds} s` : duration(seconds * 1000);
};

/** A share from 0 to 1 in whole percent. A non-zero share is never `0 %`, an incomplete one never `100 %`. */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return '<1 %';
  if (share < 1 && share > 0.99) return '>99 %';
  return `${WHOLE.format(share * 100)} %`;
}

/** Share of nano-dollars or tokens; undefined when the whole is 0. */
export function shareOf(part: bigint, whole: bigint): number | undefined {
  return whole === 0n ? undefined : Number(part) / Number(whole);
}

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const AGES = [
  { below: 60_000, unit: 's', milliseconds: 1000 },
  { below: 3_600_000, unit: 'm', milliseconds: 60_000 },
  { below: 86_400_000, unit: 'h', milliseconds: 3_600_000 },
  { below: 30 * 86_400_000, unit: 'd', milliseconds: 86_400_000 },
] as const;

/** `now`, `12 s`, `2 m`, `5 h`, `3 d`, then the date. A future time (clock skew) is `now`. */
export function age(time: Date, now: Date): string {
  const elapsed = now.getTime() - time.getTime();
  if (elapsed < 5000) return 'now';
  const step = AGES.find(({ below }) => elapsed < below);
  return step ? `${Math.floor(elapsed / step.milliseconds)} ${step.unit}` : DATE.format(time);
}

/** `2026-11-02 10:02:07 UTC+1`: absolute, with its zone. */
export function absoluteTime(time: Date, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).formatToParts(time);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')}:${of('second')} ${of('timeZoneName')}`;
}

/** `1 call`, `2 calls`. */
export const plural = (count: number | bigint, singular: string, many = `${singular}s`): string =>
  `${exactCount(count)} ${Number(count) === 1 ? singular : many}`;
