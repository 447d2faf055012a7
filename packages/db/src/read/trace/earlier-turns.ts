/**
 * The traces of a session that began before this one, oldest first, each with its last model call: what an agent that
 * chats was asked before. When there are more than requested, the nearest ones.
 */
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

export interface EarlierTurn extends TraceKey {
  spanId: string;
}

export async function earlierTurns(sql: Sql, { projectId, traceId }: TraceKey, limit: number): Promise<EarlierTurn[]> {
  const rows = await sql<Omit<EarlierTurn, 'projectId'>[]>`
    select encode(turn.trace_id, 'hex') as "traceId", encode(last.span_id, 'hex') as "spanId"
    from (
      select e.project_id, e.day, e.trace_id, e.started_at from traces t
      join traces e on e.project_id = t.project_id and e.session_id = t.session_id
        and (e.started_at, e.trace_id) < (t.started_at, t.trace_id)
      where t.project_id = ${projectId} and t.trace_id = decode(${traceId}, 'hex')
      order by e.started_at desc, e.trace_id desc limit ${limit}
    ) as turn
    cross join lateral (
      select s.span_id from spans s
      where s.project_id = turn.project_id and s.day = turn.day and s.trace_id = turn.trace_id
        and s.kind = 'generation' and s.duplicate_of is null
      order by s.started_at desc, s.span_id desc limit 1
    ) as last
    order by turn.started_at, turn.trace_id`;
  return rows.map((row) => ({ projectId, ...row }));
}
