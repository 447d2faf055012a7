// Where a mark of the dashboard leads: the trace list, filtered to what the mark stands for, or the step that was paid. Pure.
import { pagePath, tracePath } from '../../lib/pages.ts';
import { isAnswer } from '../../lib/spend-tables.ts';
import { filterText } from '../../lib/trace-filter.ts';
import { firstHourFrom } from './days.ts';
import { isUnnamed, type Cut } from './cuts.ts';

export interface CostsPlace {
  project: string;
  /** `range` and `q` of the page. */
  range: string;
  q: string;
}

/** The traces of the page that a further filter is true of. */
export function tracesOf({ project, range, q }: CostsPlace, filter = ''): string {
  const both = [q, filter].filter(Boolean).join(' ');
  return `${pagePath(project, 'traces')}?${new URLSearchParams({ ...(both && { q: both }), range })}`;
}

/** What nobody named has no filter. */
export function tracesOfCut(place: CostsPlace, cut: Cut, key: string): string {
  const nothing = isUnnamed(cut, key) || (cut === 'tool' && isAnswer(key));
  return tracesOf(place, nothing ? '' : filterText(cut, key));
}

/** `day` is a calendar day of the browser's time zone, which the page's days are, too. */
export function tracesOfDay(place: CostsPlace, day: string): string {
  const midnight = new Date(`${day}T00:00`);
  const next = new Date(midnight.getFullYear(), midnight.getMonth(), midnight.getDate() + 1);
  // The hours that the sum of the day is of.
  const [from, to] = [firstHourFrom(midnight), firstHourFrom(next)];
  return tracesOf({ ...place, range: `${from.toISOString()}..${to.toISOString()}` });
}

/** `step` as the address of a trace page names one; its first step without. */
export const stepPath = (project: string, traceId: string, step: string | null | undefined): string =>
  `${tracePath(project, traceId)}${step ? `?step=${step}` : ''}`;
