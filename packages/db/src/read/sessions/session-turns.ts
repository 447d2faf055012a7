/**
 * The figures of a session's turns, oldest first, without any text: for the chart of its cost and the list of its
 * turns.
 */
import type { Sql } from '../../postgres/connect.ts';
import type { SessionKey } from './session-summary.ts';
import { countsOf, type TraceCounts } from '../traces/trace-list-row.ts';

export interface SessionTurn extends TraceCounts {
  /** The trace: 32 hex digits. */
  id: string;
  calls: number;
  startedAt: Date;
  endedAt: Date;
  /** Milliseconds since its last new span was stored, by the database's clock. */
  quietMs: number;
}

/** Returns the newest `limit` turns. */
export async function sessionTurns(
  sql: Sql,
  { projectId, session }: SessionKey,
  limit: number,
): Promise<SessionTurn[]> {
  const rows = await sql`
    select encode(t.trace_id, 'hex') as id, t.step_count, t.call_count, t.error_count, t.open_count, t.generation_count, t.generations_reporting,
      t.generations_unpriced, t.runs_counted, t.generations_in_runs, t.input_tokens, t.output_tokens, t.reasoning_tokens, t.input_cost, t.answer_cost, t.untold_cost, t.readable_cost, t.summary_cost, t.no_text_cost,
      t.started_at, t.ended_at, extract(epoch from now() - t.updated_at)::float8 * 1000 as quiet_ms
    from traces t where t.project_id = ${projectId} and t.session_id = ${session}
    order by t.started_at desc, t.trace_id desc limit ${limit}`;
  return rows.reverse().map((row) => ({
    id: row.id,
    ...countsOf(row),
    calls: row.call_count,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    quietMs: row.quiet_ms,
  }));
}
