/**
 * The newest traces that match a filter, for sums and counts. Looks at a bounded number of traces, however few of them
 * match.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { narrowed, withWords } from './trace-candidates.ts';
import { asksCalls } from './trace-conditions.ts';
import { inRange, traceFilter, type TraceFilter } from './trace-list-row.ts';
import { walkTraces } from './trace-walk.ts';

/**
 * Maximum number of traces that are looked at, when the filter needs only their own rows, and when it needs their
 * calls.
 */
const MAX_LOOKED = { own: 10_000, calls: 3_000 };

export interface Newest {
  /** Rows of `traces`, at most `limit`, newest first. */
  traces: Fragment;
  /** `boolean`: there are traces after those that were looked at. */
  isCut: Fragment;
  /** Maximum number of traces that are looked at; null when all are. */
  looked: number | null;
  /** Not all traces were searched for words. */
  wordsCut: boolean;
}

export async function newestThatFit(sql: Sql, given: TraceFilter, limit: number): Promise<Newest> {
  const { filter, wordsCut } = await withWords(sql, given);
  const release = releaseOf(filter);
  const isPlain = filter.conditions.length === (release === undefined ? 0 : 1) && !filter.only && !filter.never;
  const fewer = isPlain || (await isCommon(sql, filter)) ? filter : await narrowed(sql, filter);
  const order = sql`order by t.started_at desc, t.trace_id desc`;
  if (isPlain || fewer.only) {
    const of = sql`traces t where ${traceFilter(sql, fewer)}`;
    // Otherwise the planner might scan the newest traces in the hope of finding these early.
    const fitting = fewer.only ? sql`(with few as materialized (select t.* from ${of}) select * from few) t` : of;
    return {
      traces: sql`select t.* from ${fitting} ${order} limit ${limit}`,
      isCut: sql`${wordsCut}::boolean`,
      looked: null,
      wordsCut,
    };
  }
  const most = asksCalls(filter.conditions) ? MAX_LOOKED.calls : MAX_LOOKED.own;
  const ofRelease = release === undefined ? sql`` : sql`and t.release = ${release}`;
  const walk = sql`from traces t where t.project_id = ${filter.projectId} ${inRange(sql, filter)} ${ofRelease} ${order}`;
  return {
    traces: sql`select t.* from (select t.* ${walk} limit ${most}) t where ${traceFilter(sql, filter)} ${order} limit ${limit}`,
    isCut: sql`(${wordsCut}::boolean or exists (select ${walk} offset ${most} limit 1))`,
    looked: most,
    wordsCut,
  };
}

/** An index has the traces of a release, newest first, so only those are walked. */
const releaseOf = ({ conditions }: TraceFilter): string | undefined =>
  conditions.find((one) => one.field === 'release' && !one.negated)?.value as string | undefined;

/**
 * True when one trace in fifty matches. An index scan would then read many rows before it showed that the condition is
 * not rare.
 */
async function isCommon(sql: Sql, filter: TraceFilter): Promise<boolean> {
  if (filter.only) return false;
  const walk = { ...filter, sort: 'age' as const, after: null, limit: 10, most: 500 };
  return (await walkTraces(sql, walk)).rows.length >= walk.limit;
}
