/** The line above the list of sessions: how many fit, and what their turns that fit cost. */
import type { Sql } from '../connect.ts';
import { readSessionSums, sessionSums, type SessionSums } from './session-sums.ts';
import { turnsThatFit } from './sessions-turns.ts';
import type { TraceFilter } from './trace-list-row.ts';

export interface SessionTotals {
  sessions: number;
  /** Sessions and sums are of the newest `cap` turns only. */
  capped: boolean;
  /** Words were looked for in the newest turns only. */
  wordsCut: boolean;
  sums: SessionSums;
}

export async function sessionsTotals(sql: Sql, given: TraceFilter & { cap: number }): Promise<SessionTotals> {
  const { fits, wordsCut } = await turnsThatFit(sql, given);
  // One row more than is counted says that there are more: in sums of so many it is one in ten thousand.
  const [row] = await sql`
    select count(distinct t.session_id)::int as sessions, ${sessionSums(sql)}
    from (
      select t.* from traces t where ${fits}
      order by t.started_at desc, t.trace_id desc limit ${given.cap + 1}
    ) t`;
  const sums = readSessionSums(row!);
  return {
    sessions: row?.sessions,
    capped: sums.turns > given.cap,
    wordsCut,
    sums: { ...sums, turns: Math.min(sums.turns, given.cap) },
  };
}
