// Billed thinking against the text that is held of it: for each model, verbatim and summaries apart, a day after the
// other, each judged by the days before it.
import { billedThinking, type Sql } from '@subtext/db';
import { FEWEST_STEPS, unusualDays, type JudgedDay, type TextBasis } from '@subtext/evidence';

/** Why a day is not compared. */
export type NotCompared = 'few_model_calls' | 'few_days_before';

export interface BilledDayOfModel extends JudgedDay {
  notCompared: NotCompared | null;
}

export interface BilledSeries {
  model: string;
  basis: TextBasis;
  /** Days in the range that have something to compare, in order. */
  days: BilledDayOfModel[];
}

/** Those with the most billed thinking. */
const MOST_MODELS = 10;
/** A day is compared with up to 28 days that have model calls, which are not always the last ones. */
const DAYS_BEFORE = 90;
const DAY = 24 * 60 * 60 * 1000;

export async function billedSeries(sql: Sql, projectId: string, { from, to }: { from: Date; to: Date }) {
  const range = { from, to: new Date(to.getTime() - 1) };
  const before = new Date(from.getTime() - DAYS_BEFORE * DAY);
  const found = await billedThinking(sql, projectId, { ...range, before, limit: MOST_MODELS + 1 });
  const models = found.models.slice(0, MOST_MODELS);
  const first = from.toISOString().slice(0, 10);
  const series = models.flatMap((model) =>
    (['verbatim', 'summary'] as const).flatMap((basis): BilledSeries[] => {
      const own = found.days.filter((row) => row.model === model && row.basis === basis);
      const days = unusualDays(own.map(({ day, steps, tokens, bytes }) => ({ day, steps, tokens, bytes })))
        .filter(({ day }) => day >= first)
        .map((day) => ({ ...day, notCompared: notCompared(day) }));
      return days.length > 0 ? [{ model, basis, days }] : [];
    }),
  );
  return { series, hasMoreModels: found.models.length > MOST_MODELS };
}

const notCompared = ({ verdict, steps }: JudgedDay): NotCompared | null =>
  verdict !== 'unknown' ? null : steps < FEWEST_STEPS ? 'few_model_calls' : 'few_days_before';
