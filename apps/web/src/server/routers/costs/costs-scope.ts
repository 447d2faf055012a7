// The scope of cost queries: a range, and a filter that is split into conditions on single calls, which the rollups can
// answer, and conditions on traces.
import type { CallCondition, SpendQuery, TraceCondition, TracesQuery } from '@subtext/db';
import * as z from 'zod';
import { FIRST_MOMENT, LAST_MOMENT } from '../../../lib/time/time-range.ts';
import { conditionsOf } from '../../../lib/traces/trace-filter.ts';
import { withoutNul } from '../../trpc/inputs.ts';

/** The longest range of one response, in milliseconds. */
export const LONGEST_RANGE = 400 * 24 * 60 * 60 * 1000;

const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

const MOMENT = z.date().min(FIRST_MOMENT).max(LAST_MOMENT);

const MOMENTS = { from: MOMENT, to: MOMENT };
const isRange = ({ from, to }: { from: Date; to: Date }): boolean =>
  to > from && to.getTime() - from.getTime() <= LONGEST_RANGE;
const RANGE_RULE = { message: 'The range must end after it begins and span at most 400 days.' };

export const MOMENTS_INPUT = z.object(MOMENTS).refine(isRange, RANGE_RULE);

export const RANGE_INPUT = z
  .object({
    ...MOMENTS,
    /** The filter as it was typed. */
    q: z.string().max(500),
  })
  .refine(isRange, RANGE_RULE);

export const COSTS_INPUT = RANGE_INPUT.safeExtend({
  /** IANA name: which hours make up a day. */
  timeZone: z.string().max(64).refine(isTimeZone, 'Not a time zone of the IANA list, such as Europe/Oslo.'),
});

/** `range` is for the rollups, `traces` for conditions that they cannot answer. */
export interface Scope extends TracesQuery {
  range: SpendQuery;
}

export function scopeOf(projectId: string, { from, to, q }: Omit<z.infer<typeof COSTS_INPUT>, 'timeZone'>): Scope {
  const all = conditionsOf(withoutNul(q));
  const calls = all.filter(isOfCalls);
  const conditions = all.filter((condition) => !isOfCalls(condition));
  return { range: { projectId, from, to, calls }, calls, traces: { projectId, from, to, conditions } };
}

/**
 * True if rollups can answer: they can unless the filter asks something of whole traces (a tool, a session, a cost).
 */
export const isOfRollups = ({ traces }: Scope): boolean => traces.conditions.length === 0;

/** Costs are per call: `model:` gives the cost of that model, not of the traces that used it. */
function isOfCalls(condition: TraceCondition): condition is CallCondition {
  return condition.field === 'model' || condition.field === 'agent' || condition.field === 'effort';
}
