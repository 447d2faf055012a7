// Percentiles on the screen. The server knows the bucket of a percentile: an interval, shown by its middle and marked
// as approximate. Pure.
import { duration } from '../../../lib/figures/format.ts';
import type { ChartColumn } from '../../../components/chart/ColumnChart.tsx';
import type { LatencyRow, Percentiles } from '../answer.ts';
import { tracesOfDay, type CostsPlace } from '../cuts/links.ts';
import { dayLabel, fillDays, sinceFirst, type ChartDay, type DaysRange } from '../days/days.ts';

type Interval = Percentiles['p50'];

/** On a logarithmic scale, like the buckets. */
export function middleOf({ from, to }: Interval): number {
  if (to === null) return from;
  return from === 0 ? to / 2 : Math.sqrt(from * to);
}

export function intervalWords({ from, to }: Interval): string {
  if (to === null) return `at least ${duration(from)}`;
  if (from === 0) return `less than ${duration(to)}`;
  const [least, most] = [duration(from), duration(to)];
  return least === most ? `about ${least}` : `${least} to ${most}`;
}

export interface LatencyDay {
  day: ChartDay;
  /** null: nothing with an end ran on that day. */
  percentiles: Percentiles | null;
}

/** Measured durations, or inferred ones where nothing was measured in the whole range. */
export function latencyDays(rows: readonly LatencyRow[], range: DaysRange): LatencyDay[] {
  const isMeasured = rows.some(({ duration: measured }) => measured !== null);
  const byDay = new Map(rows.map((row) => [row.key, isMeasured ? row.duration : row.inferred]));
  const days = fillDays([], range).map((day) => ({ day, percentiles: byDay.get(day.measures.day) ?? null }));
  return sinceFirst(days, ({ percentiles }) => percentiles !== null);
}

export function columnOf({ day, percentiles }: LatencyDay, place: CostsPlace): ChartColumn {
  const href = tracesOfDay(place, day.measures.day);
  if (percentiles === null) return { label: dayLabel(day), href, values: {} };
  const { p50, p95 } = percentiles;
  return {
    ...{ label: dayLabel(day), href },
    values: { p50: middleOf(p50), p95: middleOf(p95) },
    words: { p50: intervalWords(p50), p95: intervalWords(p95) },
  };
}
