/**
 * Finds calls whose result contains a word. Results have no index, because they are the largest texts and contain no
 * thinking. So only those of the newest traces that match the filter are read.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { packedContaining } from './packed-containing.ts';
import { termExpression, termPattern, type FoundCall } from './search-fields.ts';
import { callFilter } from './search-refine.ts';
import type { TraceFilter } from '../traces/trace-list-row.ts';

export interface ResultSearch extends TraceFilter {
  term: string;
  /** Maximum number of newest traces that are read. */
  mostTraces: number;
  limit: number;
}

export interface FoundResults {
  found: FoundCall[];
  /** False when there are more traces or calls than were read. */
  complete: boolean;
}

export async function searchResults(sql: Sql, search: ResultSearch): Promise<FoundResults> {
  const { projectId, term, mostTraces, limit } = search;
  const packed = await inPackedResults(sql, search);
  const given = {
    traceIds: packed.map(({ traceId }) => traceId),
    spanIds: packed.map(({ spanId }) => spanId),
    indexes: packed.map(({ index }) => index),
  };
  const rows = await sql<(FoundCall & { traces: number })[]>`
    with newest as materialized (${newestTraces(sql, search)}), holding as (
      select x.trace_id, x.span_id, x.call_index from newest t
      join tool_call_texts x on x.project_id = ${projectId} and x.day = t.day and x.trace_id = t.trace_id and x.result ~* ${termPattern(term)}
      union
      select decode(id, 'hex'), decode(span, 'hex'), i
      from unnest(${given.traceIds}::text[], ${given.spanIds}::text[], ${given.indexes}::int[]) as packed (id, span, i)
    ), found as (
      select c.trace_id, c.span_id, c.call_index, c.started_at, t.started_at as trace_started_at from newest t
      join holding h on h.trace_id = t.trace_id
      join tool_calls c on c.project_id = ${projectId} and c.day = t.day and c.trace_id = t.trace_id and c.span_id = h.span_id
        and c.call_index = h.call_index
      where ${callFilter(sql, search)}
      order by t.day desc, c.started_at desc, t.started_at desc limit ${limit}
    )
    select encode(found.trace_id, 'hex') as "traceId", encode(found.span_id, 'hex') as "spanId", found.call_index as index, counted.traces
    from (select count(*)::int as traces from newest) counted left join found on true
    order by found.started_at desc, found.trace_started_at desc`;
  const found = rows.filter(({ traceId }) => traceId !== null);
  const complete = (rows[0]?.traces ?? 0) < mostTraces && found.length < limit && packed.length < MAX_PACKED * limit;
  return { found: found.map(({ traceId, spanId, index }) => ({ traceId, spanId, index })), complete };
}

/** Multiple of the requested number, because the filter excludes some of them. */
const MAX_PACKED = 4;

function newestTraces(sql: Sql, { projectId, from, to, mostTraces }: ResultSearch): Fragment {
  return sql`select t.* from traces t where t.project_id = ${projectId}
    ${from ? sql`and t.started_at >= ${from}` : sql``} ${to ? sql`and t.started_at < ${to}` : sql``}
    order by t.started_at desc, t.trace_id desc limit ${mostTraces}`;
}

function inPackedResults(sql: Sql, search: ResultSearch): Promise<FoundCall[]> {
  const expression = termExpression(search.term);
  return packedContaining(sql, {
    projectId: search.projectId,
    traces: sql`select day, trace_id, row_number() over (order by started_at desc) as place from (${newestTraces(sql, search)}) newest`,
    fits: (result) => expression.test(result),
    limit: MAX_PACKED * search.limit,
  });
}
