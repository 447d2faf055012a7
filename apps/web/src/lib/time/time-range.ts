// The `range` of a URL, such as `24h`, `7d` or `ISO..ISO`, and the times it stands for. Pure; used by every screen with
// a range.
import { absoluteTime } from '../figures/format.ts';

/** Ranges that end now, as offered in the menu. */
export const RELATIVE_RANGES = [
  { value: '1h', label: 'Last hour', hours: 1 },
  { value: '24h', label: 'Last 24 h', hours: 24 },
  { value: '7d', label: 'Last 7 d', hours: 7 * 24 },
  { value: '30d', label: 'Last 30 d', hours: 30 * 24 },
  { value: '90d', label: 'Last 90 d', hours: 90 * 24 },
] as const;

/** The range of every screen whose URL has none. */
export const DEFAULT_RANGE = '7d';

export interface TimeRange {
  from: Date;
  to: Date;
}

const HOUR = 60 * 60 * 1000;

/**
 * Start and end of a range at `now`; undefined when it is not valid. A relative range ends with the current minute, so
 * that its query key is stable.
 */
export function parseTimeRange(value: string, now: Date): TimeRange | undefined {
  const relative = RELATIVE_RANGES.find((range) => range.value === value);
  if (relative) {
    const to = Math.ceil((now.getTime() + 1) / 60_000) * 60_000;
    return { from: new Date(to - relative.hours * HOUR), to: new Date(to) };
  }
  const [from, to, ...rest] = value.split('..').map((text) => new Date(text));
  if (!from || !to || rest.length > 0) return undefined;
  return isMoment(from) && isMoment(to) && from < to ? { from, to } : undefined;
}

/** JavaScript supports years that PostgreSQL does not. */
export const FIRST_MOMENT = new Date('0001-01-01T00:00:00Z');
export const LAST_MOMENT = new Date('9999-12-31T23:59:59.999Z');

/** False for an invalid date, too. */
const isMoment = (time: Date): boolean => time >= FIRST_MOMENT && time <= LAST_MOMENT;

/** Without limits: all traces. */
export const ALL_TIME = 'all';

/** True if `parseTimeRange` or a list accepts the value. */
export const isRange = (value: string): boolean =>
  value === ALL_TIME || parseTimeRange(value, new Date()) !== undefined;

/** A range as its button's label, in the user's time zone if it is available. */
export function timeRangeLabel(value: string, timeZone?: string): string {
  const relative = RELATIVE_RANGES.find((range) => range.value === value);
  if (relative) return relative.label;
  const range = timeZone === undefined ? undefined : parseTimeRange(value, new Date(0));
  if (!range) return value.replace('..', ' – ');
  const [from, to] = [range.from, range.to].map((time) => absoluteTime(time, timeZone).slice(0, 16));
  return `${from} – ${to}`;
}
