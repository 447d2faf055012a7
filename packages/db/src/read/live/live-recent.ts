/** The newest spans with a step of their own in the newest traces: the initial content of the live screen. */
import type { Sql } from '../../postgres/connect.ts';
import type { SpanIds } from './live-feed.ts';
import type { LiveFilter } from './live-traces.ts';
import { andConditions } from '../traces/trace-conditions.ts';

/** Older steps are in the list of traces. */
const HOURS = 24;
const TRACES = 20;

export async function liveRecent(sql: Sql, filter: LiveFilter, limit: number): Promise<SpanIds[]> {
  return sql<SpanIds[]>`
    with newest as (
      select t.day, t.trace_id from traces t
      where t.project_id = ${filter.projectId} and t.started_at > now() - ${HOURS} * interval '1 hour' ${andConditions(sql, filter)}
      order by t.started_at desc, t.trace_id desc limit ${TRACES}
    )
    select encode(s.trace_id, 'hex') as "traceId", encode(s.span_id, 'hex') as "spanId"
    from newest
    join spans s on s.project_id = ${filter.projectId} and s.day = newest.day and s.trace_id = newest.trace_id
    where s.kind in ('generation', 'tool') and s.duplicate_of is null
    order by s.started_at desc, s.span_id
    limit ${limit}`;
}
