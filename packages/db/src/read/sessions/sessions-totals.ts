/** The line above the list of sessions: how many match, and what their matching turns cost. */
import type { Sql } from '../../postgres/connect.ts';
import { readSessionSums, sessionSums, type SessionSums } from './session-sums.ts';
import { turnsThatFit } from './sessions-turns.ts';
import type { TraceFilter } from '../traces/trace-list-row.ts';

export interface SessionTotals {
  sessions: number;
  /** Sessions and sums cover only the newest `cap` turns. */
  capped: boolean;
  /** Only the newest turns were searched for words. */
  wordsCut: boolean;
  sums: SessionSums;
}

export async function sessionsTotals(sql: Sql, given: TraceFilter & { cap: number }): Promise<SessionTotals> {
  const { fits, wordsCut } = await turnsThatFit(sql, given);
  // Reads one row more than it counts, to see whether there are more. Among so many, that row changes the sums by one
  // ten-thousandth.
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
