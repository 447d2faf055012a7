/** When a rule would have fired: the same steps as the worker takes, over stored hours. Pure. */
import type { AlertRuleState } from '@subtext/db';
import { evaluate, HOUR_MS, stepOf, type FiguresByHour } from './evaluate.ts';
import type { AlertRule } from './rule.ts';

export interface PreviewPoint {
  /** The end of the window. */
  at: Date;
  /** In the unit of the metric; null = not known. */
  value: number | null;
  compared: number | null;
  state: 'ok' | 'firing' | 'no_data';
}

export interface PreviewFiring {
  from: Date;
  /** null: until the end of the preview. */
  to: Date | null;
  /** The value at which it fired. */
  value: number | null;
  compared: number | null;
}

export interface Preview {
  points: PreviewPoint[];
  firings: PreviewFiring[];
}

/** For windows that end from `first` to `last`, full hours. */
export function previewRule(
  rule: AlertRule,
  hours: FiguresByHour,
  { first, last }: { first: Date; last: Date },
): Preview {
  const points: PreviewPoint[] = [];
  const firings: PreviewFiring[] = [];
  let state: AlertRuleState = {
    ...{ state: null, stateSince: null, streak: 0, incidentId: null, evaluatedUntil: first },
  };
  for (let end = first.getTime(); end <= last.getTime(); end += HOUR_MS) {
    const at = new Date(end);
    const { value, compared, holds } = evaluate(rule, hours, end);
    const { after, news } = stepOf(rule, state, { holds, at, incidentId: PREVIEWED });
    if (news === 'firing') firings.push({ from: at, to: null, value, compared });
    if (news === 'resolved') firings.at(-1)!.to = at;
    points.push({ at, value, compared, state: after.state! });
    state = after;
  }
  return { points, firings };
}

const PREVIEWED = 'preview';
