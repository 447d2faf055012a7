// What the costs are asked of: a range, and a filter that is split into what the rollups know (conditions on single
// calls) and what only traces do.
import type { CallCondition, SpendAsked, TraceCondition, TracesAsked } from '@subtext/db';
import * as z from 'zod';
import { FIRST_MOMENT, LAST_MOMENT } from '../../lib/time-range.ts';
import { conditionsOf } from '../../lib/trace-filter.ts';
import { withoutNul } from '../inputs.ts';

/** Milliseconds that one answer may reach over. */
export const LONGEST_RANGE = 400 * 24 * 60 * 60 * 1000;

const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

const MOMENT = z.date().min(FIRST_MOMENT).max(LAST_MOMENT);

export const ASKED = z
  .object({
    from: MOMENT,
    to: MOMENT,
    /** IANA name: which hours make up a day. */
    timeZone: z.string().max(64).refine(isTimeZone, 'Not a time zone of the IANA list, such as Europe/Oslo.'),
    /** The filter as it was typed. */
    q: z.string().max(500),
  })
  .refine(({ from, to }) => to > from && to.getTime() - from.getTime() <= LONGEST_RANGE, {
    message: 'The range must end after it begins and span at most 400 days.',
  });

/** `range` is for the rollups, `traces` for what they do not know. */
export interface Scope extends TracesAsked {
  range: SpendAsked;
}

export function scopeOf(projectId: string, { from, to, q }: Omit<z.infer<typeof ASKED>, 'timeZone'>): Scope {
  const all = conditionsOf(withoutNul(q));
  const calls = all.filter(isOfCalls);
  const conditions = all.filter((condition) => !isOfCalls(condition));
  return { range: { projectId, from, to, calls }, calls, traces: { projectId, from, to, conditions } };
}

/**
 * True if rollups can answer: they can unless the filter asks something of whole traces (a tool, a session, a cost).
 */
export const isOfRollups = ({ traces }: Scope): boolean => traces.conditions.length === 0;

/** Money is paid by call: `model:` here is what that model cost, not what the traces that used it did. */
function isOfCalls(condition: TraceCondition): condition is CallCondition {
  return condition.field === 'model' || condition.field === 'agent' || condition.field === 'effort';
}
