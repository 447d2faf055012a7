// Where a mark of the dashboard links to: the trace list with the matching filter, or the step that was charged. Pure.
import { pagePath, tracePath } from '../../../lib/address/pages.ts';
import { isAnswer } from '../../../lib/figures/spend-tables.ts';
import { filterText } from '../../../lib/traces/filter-text.ts';
import { firstHourFrom } from '../days/days.ts';
import { isUnnamed, type Cut } from './cuts.ts';

export interface CostsPlace {
  project: string;
  /** The page's `range` and `q`. */
  range: string;
  q: string;
}

/** The traces of the page that also match `filter`. */
export function tracesOf({ project, range, q }: CostsPlace, filter = ''): string {
  const both = [q, filter].filter(Boolean).join(' ');
  return `${pagePath(project, 'traces')}?${new URLSearchParams({ ...(both && { q: both }), range })}`;
}

/** No filter can select unnamed rows. */
const cutFilter = (cut: Cut, key: string): string =>
  isUnnamed(cut, key) || (cut === 'tool' && isAnswer(key)) ? '' : filterText(cut, key);

export const tracesOfCut = (place: CostsPlace, cut: Cut, key: string): string => tracesOf(place, cutFilter(cut, key));

/**
 * The traces of a row that took at least so many milliseconds, the slowest first: a trace takes at least as long as
 * each of its calls.
 */
export function slowTracesOfCut(place: CostsPlace, { cut, key, atLeast }: SlowCut): string {
  const seconds = Math.floor(atLeast) / 1000;
  const filter = [cutFilter(cut, key), seconds > 0 && `duration:>=${seconds}s`].filter(Boolean).join(' ');
  return `${tracesOf(place, filter)}&sort=duration`;
}

interface SlowCut {
  cut: Cut;
  key: string;
  /** Milliseconds. */
  atLeast: number;
}

/** `day` is a calendar day in the browser's time zone, like the page's days. */
export function tracesOfDay(place: CostsPlace, day: string): string {
  const midnight = new Date(`${day}T00:00`);
  const next = new Date(midnight.getFullYear(), midnight.getMonth(), midnight.getDate() + 1);
  // The same hours that the day's sum covers.
  const [from, to] = [firstHourFrom(midnight), firstHourFrom(next)];
  return tracesOf({ ...place, range: `${from.toISOString()}..${to.toISOString()}` });
}

/** `step` as in the URL of a trace page; without one, the link goes to the first step. */
export const stepPath = (project: string, traceId: string, step: string | null | undefined): string =>
  `${tracePath(project, traceId)}${step ? `?step=${step}` : ''}`;
