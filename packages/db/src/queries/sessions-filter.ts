/** Which sessions a filter of traces leaves: those with a turn that fits it. Free text finds a session by its own id and its user, too. */
import type { Fragment } from 'postgres';
import type { Sql } from '../connect.ts';
import { containing } from '../like-pattern.ts';
import { andConditions } from './trace-conditions.ts';
import { traceFilter, type TraceFilter } from './trace-list-row.ts';

/** About `traces t`. */
export function sessionFilter(sql: Sql, filter: TraceFilter): Fragment {
  const { projectId, conditions } = filter;
  const others = conditions.filter(({ field }) => field !== 'text');
  const start = sql`${traceFilter(sql, { ...filter, conditions: others })} and t.session_id is not null`;
  return conditions.reduce((all, condition) => {
    if (condition.field !== 'text') return all;
    const pattern = containing(condition.value);
    const inTurn = andConditions(sql, { projectId, conditions: [{ ...condition, negated: false }] });
    const found = sql`(t.session_id ilike ${pattern} or t.user_id ilike ${pattern} or (true ${inTurn}))`;
    return condition.negated ? sql`${all} and not coalesce(${found}, false)` : sql`${all} and ${found}`;
  }, start);
}
