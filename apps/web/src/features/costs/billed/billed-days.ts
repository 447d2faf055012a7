// The days of one model as columns of a chart. Pure.
import type { ChartColumn } from '../../../components/chart/ColumnChart.tsx';
import {
  isUnusual,
  ratioWords,
  verdictWords,
  type BilledDay,
  type BilledSeries,
} from '../../../lib/figures/billed-table.ts';
import { exactCount, plural } from '../../../lib/figures/format.ts';
import { filterText } from '../../../lib/traces/filter-text.ts';
import { tracesOf, type CostsPlace } from '../cuts/links.ts';
import { calendarDays, sinceFirst, type DaysRange } from '../days/days.ts';

const DAY = 24 * 60 * 60 * 1000;
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export const dayWords = (day: string): string => SHORT_DAY.format(new Date(`${day}T00:00:00Z`));

/** Traces with the model that began on a day of UTC. */
export function tracesOfModelDay(place: CostsPlace, model: string, day: string): string {
  const [from, to] = [0, DAY].map((after) => new Date(Date.parse(`${day}T00:00:00Z`) + after).toISOString());
  return tracesOf({ ...place, q: '', range: `${from}..${to}` }, filterText('model', model));
}

export const figureWords = ({ steps, tokens, bytes }: Pick<BilledDay, 'steps' | 'tokens' | 'bytes'>): string =>
  `${exactCount(tokens)} tokens billed, ${exactCount(bytes)} bytes of text held, in ${plural(steps, 'model call')}`;

/** The day of an unknown verdict has its figure, too: it is only not compared. */
const seriesOf = (day: BilledDay): string =>
  isUnusual(day) ? 'unusual' : day.verdict === 'usual' ? 'usual' : 'unknown';

/** One column a day of UTC; a day without model calls to compare has no value, which is not zero. */
export function columnsOf({ model, days }: BilledSeries, range: DaysRange, place: CostsPlace): ChartColumn[] {
  const found = new Map(days.map((day) => [day.day, day]));
  const all = calendarDays(range.from, new Date(range.to.getTime() - 1), 'UTC');
  return sinceFirst(all, (day) => found.has(day)).map((name): ChartColumn => {
    const day = found.get(name);
    const [label, href] = [dayWords(name), tracesOfModelDay(place, model, name)];
    if (!day) return { label, title: `${label}: nothing to compare`, href, values: {} };
    const key = seriesOf(day);
    const words = `${ratioWords(day.bytesPerToken)} bytes a token: ${figureWords(day)}`;
    return {
      label,
      title: `${label}, ${verdictWords(day)}`,
      href,
      values: { [key]: day.bytesPerToken },
      words: { [key]: words },
    };
  });
}

/** What all days of a model add up to. */
export function sumOf({ days }: BilledSeries) {
  const sum = (of: (day: BilledDay) => number) => days.reduce((total, day) => total + of(day), 0);
  return { steps: sum(({ steps }) => steps), tokens: sum(({ tokens }) => tokens), bytes: sum(({ bytes }) => bytes) };
}

/** Those with unusual days first, then those with the most billed thinking, as they come. */
export function unusualFirst(series: readonly BilledSeries[]): BilledSeries[] {
  const rank = ({ days }: BilledSeries) => (days.some(isUnusual) ? 0 : 1);
  return series.toSorted((one, other) => rank(one) - rank(other));
}
