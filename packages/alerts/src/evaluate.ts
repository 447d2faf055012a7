/** When a rule fires: the value of a window, whether the condition holds, and the state that follows. Pure. */
import type { AlertRuleState, AlertState } from '@subtext/db';
import { isAtLeast, sumFigures, valueOf, type Figures } from './figures.ts';
import type { AlertRule } from './rule.ts';

export const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** Figures by the Unix time of their hour. An hour without a call has none. */
export type FiguresByHour = ReadonlyMap<number, Figures>;

export interface Evaluation {
  /** In the unit of the metric; null = not known. */
  value: number | null;
  /** The value of the same window of the week before; null = not compared, or not known. */
  compared: number | null;
  /** The value is a lower bound. */
  isAtLeast: boolean;
  /** null: the condition cannot be judged. */
  holds: boolean | null;
}

/** The hours that `evaluate` looks at, for windows that end from `first` to `last`. */
export function hoursNeeded({ windowHours, compare }: AlertRule, first: Date, last: Date) {
  const before = windowHours * HOUR_MS + (compare === 'change' ? WEEK_MS : 0);
  return { from: new Date(first.getTime() - before), to: last };
}

/** `end`: Unix time of the full hour at which the window ends. */
export function evaluate(rule: AlertRule, hours: FiguresByHour, end: number): Evaluation {
  const figures = windowOf(rule, hours, end);
  const value = valueOf(rule.metric, figures, rule.minimumCalls);
  const compared =
    rule.compare === 'change' ? valueOf(rule.metric, windowOf(rule, hours, end - WEEK_MS), rule.minimumCalls) : null;
  return { value, compared, isAtLeast: isAtLeast(rule.metric, figures), holds: conditionHolds(rule, value, compared) };
}

function windowOf({ windowHours }: AlertRule, hours: FiguresByHour, end: number): Figures {
  const found: Figures[] = [];
  for (let hour = end - windowHours * HOUR_MS; hour < end; hour += HOUR_MS) {
    const figures = hours.get(hour);
    if (figures) found.push(figures);
  }
  return sumFigures(found);
}

function conditionHolds(
  { compare, direction, limit }: AlertRule,
  value: number | null,
  compared: number | null,
): boolean | null {
  if (value === null) return null;
  if (compare === 'threshold') return direction === 'above' ? value > limit : value < limit;
  // Nothing is a percentage of 0.
  if (compared === null || compared === 0) return null;
  const change = ((value - compared) / compared) * 100;
  return direction === 'above' ? change > limit : change < -limit;
}

/** A message that users get. */
export type AlertNews = 'firing' | 'resolved' | 'no_data';

export interface AlertStep {
  after: AlertRuleState;
  /** The state differs from the one before. */
  isChanged: boolean;
  news: AlertNews | null;
}

/**
 * The state after an evaluation. An incident begins when the condition has held for `forHours`, and ends when it is
 * known not to hold: without data, it stays open.
 */
export function stepOf(
  { forHours }: Pick<AlertRule, 'forHours'>,
  before: AlertRuleState,
  { holds, at, incidentId }: { holds: boolean | null; at: Date; incidentId: string },
): AlertStep {
  const streak = holds ? before.streak + 1 : 0;
  const state = stateAfter(before, { holds, isLongEnough: streak >= forHours });
  const isChanged = state !== before.state;
  const open = state === 'firing' ? (before.incidentId ?? incidentId) : before.incidentId;
  const after = {
    state,
    stateSince: isChanged ? at : before.stateSince,
    streak,
    incidentId: state === 'ok' ? null : open,
    evaluatedUntil: at,
  };
  return { after, isChanged, news: newsOf(before, after) };
}

function stateAfter(
  { state, incidentId }: AlertRuleState,
  { holds, isLongEnough }: { holds: boolean | null; isLongEnough: boolean },
): AlertState {
  if (holds === null) return 'no_data';
  if (!holds) return 'ok';
  if (isLongEnough || incidentId !== null) return 'firing';
  return state === 'firing' ? 'firing' : 'ok';
}

function newsOf(before: AlertRuleState, after: AlertRuleState): AlertNews | null {
  if (before.incidentId === null) return after.incidentId === null ? null : 'firing';
  if (after.incidentId === null) return 'resolved';
  return before.state === 'firing' && after.state === 'no_data' ? 'no_data' : null;
}
