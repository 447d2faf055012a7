/** The line above the list of sessions: how many fit, and what their turns that fit cost. */
import type { Sql } from '../connect.ts';
import { readSessionSums, sessionSums, type SessionSums } from './session-sums.ts';
import { sessionFilter } from './sessions-filter.ts';
import type { TraceFilter } from './trace-list.ts';

export interface SessionTotals {
  sessions: number;
  /** Sessions and sums are of the newest `cap` turns only. */
  capped: boolean;
  sums: Pick<
    SessionSums,
    'turns' | 'generations' | 'generationsReporting' | 'generationsUnpriced' | 'reasoningTokens' | 'costs'
  >;
}

export async function sessionsTotals(sql: Sql, filter: TraceFilter & { cap: number }): Promise<SessionTotals> {
  const [row] = await sql`
    with newest as (
      select t.* from traces t where ${sessionFilter(sql, filter)}
      order by t.started_at desc, t.trace_id desc limit ${filter.cap + 1}
    ), counted as (select * from newest limit ${filter.cap})
    select (select count(*) from newest)::int as found, count(distinct t.session_id)::int as sessions, ${sessionSums(sql)}
    from counted t`;
  const { turns, generations, generationsReporting, generationsUnpriced, reasoningTokens, costs } = readSessionSums(
    row!,
  );
  return {
    sessions: row?.sessions,
    capped: row?.found > filter.cap,
    sums: { turns, generations, generationsReporting, generationsUnpriced, reasoningTokens, costs },
  };
}
