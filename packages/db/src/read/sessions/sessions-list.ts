/**
 * One page of a project's sessions, ordered by their newest turn. A filter selects sessions by their turns; the sums
 * are over all turns.
 */
import type { Sql } from '../../postgres/connect.ts';
import { readSessionSums, sessionSums, type SessionSums } from './session-sums.ts';
import { turnsThatFit } from './sessions-turns.ts';
import type { TraceFilter } from '../traces/trace-list-row.ts';
import type { TraceCursor } from '../traces/trace-orders.ts';

export interface SessionListPage extends TraceFilter {
  limit: number;
  /** `cursor` of the last row of the previous page. */
  after: TraceCursor | null;
}

export interface SessionListRow extends SessionSums {
  id: string;
  /** The input of its first turn. */
  asked: string | null;
  /** The newest turn that matches the filter. */
  cursor: TraceCursor;
}

/** Walks the traces newest first and keeps those that are the newest of their session, until the page is full. */
export async function sessionsList(sql: Sql, page: SessionListPage): Promise<SessionListRow[]> {
  const { projectId, after, limit } = page;
  const { fits } = await turnsThatFit(sql, page);
  const rows = await sql`
    with latest as (
      select o.session_id, o.started_at, o.trace_id
      from (
        select t.session_id, t.started_at, t.trace_id from traces t where ${fits}
          ${after ? sql`and (t.started_at, t.trace_id) < (${after.value}::text::timestamptz, decode(${after.id}, 'hex'))` : sql``}
      ) o
      where not exists (
        select from traces t where ${fits} and t.session_id = o.session_id
          and (t.started_at, t.trace_id) > (o.started_at, o.trace_id)
      )
      order by o.started_at desc, o.trace_id desc limit ${limit}
    )
    select latest.session_id as id, latest.started_at::text as cursor_value, encode(latest.trace_id, 'hex') as cursor_id, sums.*
    from latest
    cross join lateral (
      select ${sessionSums(sql)}, (array_agg(t.asked order by t.started_at) filter (where t.asked is not null))[1] as asked
      from traces t where t.project_id = ${projectId} and t.session_id = latest.session_id
    ) sums
    order by latest.started_at desc, latest.trace_id desc`;
  return rows.map((row) => ({
    id: row.id,
    asked: row.asked,
    ...readSessionSums(row),
    cursor: { value: row.cursor_value, id: row.cursor_id },
  }));
}
