/**
 * The order in which days are searched: first the days of the range, newest first, then later days, on which traces of
 * the range may have been stored.
 */
import type { Sql } from '../../postgres/connect.ts';
import { partitionDays } from '../../postgres/partitions.ts';
import { daysWithoutIndex } from '../../rows/search-index.ts';

/**
 * Days that are searched without a time limit: tomorrow, whose partition exists and is empty, and today, which most
 * searches are about.
 */
export const ALWAYS_SEARCHED = 2;

export interface SearchDay {
  day: string;
  isIndexed: boolean;
}

export interface SearchDays {
  days: SearchDay[];
  /** False while more days are without an index than are read. */
  complete: boolean;
}

/** Maximum number of days without an index that are read: today, and yesterday while its index is being built. */
const MAX_READ = 2;
const DAY_MS = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * A trace is stored in the partition of the day on which its first span arrived. That is not before it began, except
 * for clocks that are wrong by up to a day, and rarely much later.
 */
export async function wordDays(sql: Sql, { from, to }: { from: Date | null; to: Date | null }): Promise<SearchDays> {
  const [stored, without] = await Promise.all([partitionDays(sql), daysWithoutIndex(sql)]);
  const unindexed = new Set(without.map(({ day }) => day));
  const first = from ? dayOf(from.getTime() - DAY_MS) : '';
  const last = to ? dayOf(to.getTime() + DAY_MS) : '9999';
  const days = stored.filter((day) => day >= first).reverse();
  const ordered = [...days.filter((day) => day <= last), ...days.filter((day) => day > last).reverse()];
  const read = ordered.filter((day) => unindexed.has(day)).slice(0, MAX_READ);
  const searched = ordered.filter((day) => !unindexed.has(day) || read.includes(day));
  return {
    days: searched.map((day) => ({ day, isIndexed: !unindexed.has(day) })),
    complete: searched.length === ordered.length,
  };
}
