/**
 * Calls whose result contains a word. No index has the results (they are the largest texts, and the least of what was thought), so those of the
 * newest traces that fit are read, and no more.
 */
import type { Sql } from '../connect.ts';
import { termPattern, type FoundCall } from './search-fields.ts';
import { callFilter } from './search-refine.ts';
import type { TraceFilter } from './trace-list-row.ts';

export interface ResultSearch extends TraceFilter {
  term: string;
  /** Newest traces that are read. */
  mostTraces: number;
  limit: number;
}

export interface FoundResults {
  found: FoundCall[];
  /** False when there are more traces than were read, or more calls. */
  complete: boolean;
}

export async function searchResults(sql: Sql, search: ResultSearch): Promise<FoundResults> {
  const { projectId, from, to, term, mostTraces, limit } = search;
  const rows = await sql<(FoundCall & { traces: number })[]>`
    with newest as materialized (
      select t.* from traces t where t.project_id = ${projectId}
        ${from ? sql`and t.started_at >= ${from}` : sql``} ${to ? sql`and t.started_at < ${to}` : sql``}
      order by t.started_at desc, t.trace_id desc limit ${mostTraces}
    ), found as (
      select c.trace_id, c.span_id, c.call_index, c.started_at from newest t
      join tool_call_texts x on x.project_id = ${projectId} and x.day = t.day and x.trace_id = t.trace_id and x.result ~* ${termPattern(term)}
      join tool_calls c on c.project_id = ${projectId} and c.day = x.day and c.trace_id = x.trace_id and c.span_id = x.span_id
        and c.call_index = x.call_index
      where ${callFilter(sql, search)}
      order by t.day desc, c.started_at desc limit ${limit}
    )
    select encode(found.trace_id, 'hex') as "traceId", encode(found.span_id, 'hex') as "spanId", found.call_index as index, counted.traces
    from (select count(*)::int as traces from newest) counted left join found on true
    order by found.started_at desc`;
  const found = rows.filter(({ traceId }) => traceId !== null);
  const complete = (rows[0]?.traces ?? 0) < mostTraces && found.length < limit;
  return { found: found.map(({ traceId, spanId, index }) => ({ traceId, spanId, index })), complete };
}
