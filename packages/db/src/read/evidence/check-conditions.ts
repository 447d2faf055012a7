/** Conditions on what the checks found in a trace. A trace that was not checked has no findings. */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';

/** The value of `check:` for a finding of any check of faults. */
const ANY = 'any';
/** Says what thinking cost again, which is no fault: nearly every run with thinking has it. */
const OF_COST = 'cost-of-remembering';

const isCheck = (sql: Sql, check: string): Fragment =>
  check === ANY ? sql`and c.check_id <> ${OF_COST}` : sql`and c.check_id = ${check}`;

/**
 * Condition: this check found something in `traces t`. The `offset` forces a lookup per trace, and callers bound the
 * number of traces.
 */
export const hasFindings = (sql: Sql, projectId: string, check: string): Fragment =>
  sql`exists (select from trace_checks c where c.project_id = ${projectId} and c.trace_id = t.trace_id
    and c.findings > 0 ${isCheck(sql, check)} offset 0)`;

/** Ids of the traces in which it found something. */
export const tracesWithFindings = (sql: Sql, projectId: string, check: string): Fragment =>
  sql`select c.trace_id from trace_checks c
    where c.project_id = ${projectId} and c.findings > 0 ${isCheck(sql, check)}`;

/**
 * The checks that found something in traces of `counted t`, one row for each check of a trace, and one for any check of
 * faults (trace-facets.ts).
 */
export const checksOfTraces = (sql: Sql, projectId: string): Fragment => sql`
  select v.value from counted t cross join lateral (
    select unnest(case when bool_or(c.check_id <> ${OF_COST}) then array_append(array_agg(c.check_id), ${ANY}::text)
      else array_agg(c.check_id) end) as value
    from trace_checks c
    where c.project_id = ${projectId} and c.trace_id = t.trace_id and c.findings > 0
  ) v`;
