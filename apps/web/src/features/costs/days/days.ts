// The days of a range as a chart needs them: gaps filled, the unfinished day marked. Pure.
import { NO_SPEND } from '../../../lib/figures/spend-tables.ts';
import type { SpendOfDay } from '../answer.ts';
import { plural } from '../../../lib/figures/format.ts';
import type { TimeRange } from '../../../lib/time/time-range.ts';
import { isAtLeast, toSpend, writeAmount, type Spend, type SpendUnit } from '../spend.ts';

export interface ChartDay {
  measures: SpendOfDay;
  /** True for today, which is not over. */
  partial: boolean;
}

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** `YYYY-MM-DD` of a date in an IANA time zone. */
const calendarDay = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time);

/**
 * Rollups are per UTC hour. In a time zone whose offset is not whole hours, a day begins with the first UTC hour that
 * starts in it.
 */
export const firstHourFrom = (time: Date): Date => new Date(Math.ceil(time.getTime() / HOUR) * HOUR);

/**
 * Extends the range to the start of its first hour, which would be incomplete otherwise, but never into the day before.
 */
export function wholeHours({ from, to }: TimeRange, timeZone: string): TimeRange {
  const hour = new Date(Math.floor(from.getTime() / HOUR) * HOUR);
  const isOfDayBefore = calendarDay(hour, timeZone) !== calendarDay(from, timeZone);
  return { from: isOfDayBefore ? firstHourFrom(from) : hour, to };
}

/** Says which hours make up a day; where the offset is not whole hours, they do not start at midnight. */
export function daysOf(timeZone: string, now: Date): string {
  const minutes = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone, minute: 'numeric' }).format(
      new Date(Math.ceil(now.getTime() / HOUR) * HOUR),
    ),
  );
  const clock = `00:${String(minutes).padStart(2, '0')}`;
  return minutes === 0
    ? `Days are ${timeZone}.`
    : `Days are ${timeZone}, from ${clock} to ${clock}, because totals are kept per hour of UTC.`;
}

/** Calendar days between two dates, both included. Counts on the calendar, because a day can have 23 or 25 hours. */
export function calendarDays(from: Date, to: Date, timeZone: string): string[] {
  const last = calendarDay(to, timeZone);
  const days: string[] = [];
  for (let time = Date.parse(`${calendarDay(from, timeZone)}T12:00:00Z`); ; time += DAY) {
    const day = new Date(time).toISOString().slice(0, 10);
    if (day > last) return days;
    days.push(day);
  }
}

export interface DaysRange {
  from: Date;
  to: Date;
  timeZone: string;
  now: Date;
}

/** One entry per day, in order; a day without model calls gets zeros. */
export function fillDays(rows: readonly SpendOfDay[], range: DaysRange): ChartDay[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const today = calendarDay(range.now, range.timeZone);
  return calendarDays(range.from, new Date(range.to.getTime() - 1), range.timeZone).map((day) => ({
    measures: byDay.get(day) ?? { day, ...NO_SPEND },
    partial: day === today,
  }));
}

const MIN_DAYS = 7;

/**
 * Drops the days before the first spend but keeps at least a week, so that the first day is not a sliver at the edge.
 */
export const sinceFirstSpend = (days: readonly ChartDay[]): ChartDay[] =>
  sinceFirst(days, ({ measures }) => measures.generations + measures.runsCounted > 0);

export function sinceFirst<Day>(days: readonly Day[], isFilled: (day: Day) => boolean): Day[] {
  return days.slice(Math.max(0, Math.min(days.findIndex(isFilled), days.length - MIN_DAYS)));
}

const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

const shortDay = ({ day }: SpendOfDay): string => SHORT_DAY.format(new Date(`${day}T00:00:00Z`));

/** `21 Nov`, or `21 Nov, so far` for a day that is not over. */
export const dayLabel = ({ measures, partial }: ChartDay): string =>
  `${shortDay(measures)}${partial ? ', so far' : ''}`;

/**
 * One sentence that says what the chart of these days shows. Sums are lower bounds when a day has calls without a cost.
 */
export function daysSummary(days: readonly ChartDay[], unit: SpendUnit): string {
  const spends = days.map((day) => ({ day, spend: toSpend(day.measures, unit) }));
  const highest = spends.toSorted((one, other) => Number(other.spend.total - one.spend.total))[0];
  const isUnknown = unit === 'usd' && spends.some(({ spend }) => spend.unpriced > 0);
  if (!highest || highest.spend.total === 0n)
    return isUnknown ? 'No cost is known in this range.' : 'Nothing was spent in this range.';
  const sentences = [`${plural(days.length, 'day')}.`, highestSentence(highest.day, highest.spend, unit)];
  if (isUnknown) sentences.push('Calls of unknown cost are not included.');
  return sentences.join(' ');
}

/** `Highest: 24 Nov, at least $6.51 so far.` */
function highestSentence({ measures, partial }: ChartDay, spend: Spend, unit: SpendUnit): string {
  const amount = `${writeAmount(spend.total, unit)}${unit === 'tokens' ? ' tokens' : ''}`;
  const bound = isAtLeast(spend, unit) ? 'at least ' : '';
  return `Highest: ${shortDay(measures)}, ${bound}${amount}${partial ? ' so far' : ''}.`;
}
