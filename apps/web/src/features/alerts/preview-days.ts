// The preview of a rule by day, and its summary. Pure.
import type { RouterOutputs } from '../../lib/requests/trpc.ts';
import { plural } from '../../lib/figures/format.ts';
import type { AlertRule } from './alert-words.ts';

export type Preview = RouterOutputs['alerts']['preview'];

export interface PreviewDay {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** The value of the day that is nearest to the condition; null = not known all day. */
  value: number | null;
  isFiring: boolean;
}

export function daysOf({ points }: Pick<Preview, 'points'>, direction: AlertRule['direction']): PreviewDay[] {
  const days = Map.groupBy(points, ({ at }) => at.toISOString().slice(0, 10));
  const extreme = direction === 'above' ? Math.max : Math.min;
  return [...days].map(([day, ofDay]) => {
    const values = ofDay.flatMap(({ value }) => (value === null ? [] : [value]));
    return {
      day,
      value: values.length === 0 ? null : extreme(...values),
      isFiring: ofDay.some(({ state }) => state === 'firing'),
    };
  });
}

export function previewSentence({ points, firings }: Preview): string {
  const firing = points.filter(({ state }) => state === 'firing').length;
  const unknown = points.filter(({ state }) => state === 'no_data').length;
  const fired =
    firings.length === 0
      ? 'It would not have fired over the last 30 days.'
      : `It would have fired ${firings.length === 1 ? 'once' : plural(firings.length, 'time')} over the last 30 days, for ${plural(firing, 'hour')} in all.`;
  if (unknown === points.length)
    return 'No full hour of the last 30 days has data, so it would have done nothing. The current hour counts when it is over.';
  return unknown === 0 ? fired : `${fired} For ${plural(unknown, 'hour')} there is no data.`;
}
