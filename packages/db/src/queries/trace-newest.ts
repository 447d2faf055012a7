/**
 * The newest traces that fit a filter, for sums and counts over them: a bounded number is looked at, however few of
 * them fit.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../connect.ts';
import { narrowed, withWords } from './trace-candidates.ts';
import { asksCalls } from './trace-conditions.ts';
import { inRange, traceFilter, type TraceFilter } from './trace-list-row.ts';
import { walkTraces } from './trace-walk.ts';

/** Traces that are looked at, where each takes a look into its calls, and where not. */
const MOST_LOOKED = { own: 10_000, calls: 3_000 };

export interface Newest {
  /** Rows of `traces`, at most `limit`, newest first. */
  traces: Fragment;
  /** `boolean`: there are traces behind those that were looked at. */
  isCut: Fragment;
  /** How many that is at most; null when all are looked at. */
  looked: number | null;
  /** Words were not looked for in all traces. */
  wordsCut: boolean;
}

export async function newestThatFit(sql: Sql, given: TraceFilter, limit: number): Promise<Newest> {
  const { filter, wordsCut } = await withWords(sql, given);
  const isPlain = filter.conditions.length === 0 && !filter.only && !filter.never;
  const fewer = isPlain || (await isCommon(sql, filter)) ? filter : await narrowed(sql, filter);
  const order = sql`order by t.started_at desc, t.trace_id desc`;
  if (isPlain || fewer.only) {
    const of = sql`traces t where ${traceFilter(sql, fewer)}`;
    // Else the planner might hope to meet them soon among the newest.
    const fitting = fewer.only ? sql`(with few as materialized (select t.* from ${of}) select * from few) t` : of;
    return {
      traces: sql`select t.* from ${fitting} ${order} limit ${limit}`,
      isCut: sql`${wordsCut}::boolean`,
      looked: null,
      wordsCut,
    };
  }
  const most = asksCalls(filter.conditions) ? MOST_LOOKED.calls : MOST_LOOKED.own;
  const walk = sql`from traces t where t.project_id = ${filter.projectId} ${inRange(sql, filter)} ${order}`;
  return {
    traces: sql`select t.* from (select t.* ${walk} limit ${most}) t where ${traceFilter(sql, filter)} ${order} limit ${limit}`,
    isCut: sql`(${wordsCut}::boolean or exists (select ${walk} offset ${most} limit 1))`,
    looked: most,
    wordsCut,
  };
}

/** What one trace in fifty is: so many have to be read to see that it is not rare. */
async function isCommon(sql: Sql, filter: TraceFilter): Promise<boolean> {
  if (filter.only) return false;
  const walk = { ...filter, sort: 'age' as const, after: null, limit: 10, most: 500 };
  return (await walkTraces(sql, walk)).rows.length >= walk.limit;
}
