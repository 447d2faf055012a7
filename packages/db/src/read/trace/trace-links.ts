/**
 * Traces of the same session that continue one conversation: calls that one of them requested and the other executed or
 * answered. Searches only the session, which has an index. An index over the call ids of all rows would cost every span
 * for what few traces need.
 */
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

export interface TraceLink {
  id: string;
  asked: string | null;
  name: string | null;
  /** `before`: that trace requested calls whose results this trace contains. `after`: the reverse. */
  place: 'before' | 'after';
  /** Number of calls in common. */
  calls: number;
}

/** Maximum number of traces of the session that are searched, before and after in time. */
const MAX_NEIGHBOURS = 25;

/**
 * Ids that count from 0 in every response (`call_0`, `functions.get_stock:1`) do not identify a call in another trace.
 */
const COUNTER = '^[A-Za-z_.:-]*[0-9]{0,6}$';

export async function traceLinks(sql: Sql, { projectId, traceId }: TraceKey): Promise<TraceLink[]> {
  return sql<TraceLink[]>`
    with here as materialized (
      select project_id, day, trace_id, session_id, started_at from traces
      where project_id = ${projectId} and trace_id = decode(${traceId}, 'hex') and session_id is not null
    ), near as (
      (select t.* from traces t, here where t.project_id = ${projectId} and t.session_id = here.session_id
        and t.started_at <= here.started_at and t.trace_id <> here.trace_id order by t.started_at desc limit ${MAX_NEIGHBOURS})
      union all
      (select t.* from traces t, here where t.project_id = ${projectId} and t.session_id = here.session_id
        and t.started_at > here.started_at order by t.started_at limit ${MAX_NEIGHBOURS})
    ), own as materialized (
      select c.call_id, bool_or(c.described_by = 'generation') as asked from here
      join tool_calls c on c.project_id = ${projectId} and c.day = here.day and c.trace_id = here.trace_id
      -- Most traces are alone in their session; a long one has many calls.
      where exists (select from near) and c.call_id !~ ${COUNTER} group by c.call_id
    ), other as (
      select near.trace_id, near.asked, near.name, near.started_at, c.call_id, bool_or(c.described_by = 'generation') as has_asked from near
      join tool_calls c on c.project_id = ${projectId} and c.day = near.day and c.trace_id = near.trace_id
      where c.call_id !~ ${COUNTER} group by near.trace_id, near.asked, near.name, near.started_at, c.call_id
    )
    select encode(other.trace_id, 'hex') as id, other.asked, other.name,
      case when other.has_asked then 'before' else 'after' end as place, count(*)::int as calls
    from other join own using (call_id) where own.asked <> other.has_asked
    group by other.trace_id, other.asked, other.name, other.started_at, other.has_asked
    order by other.started_at, other.trace_id`;
}
