/** Which sessions had errors and yet recovered: each of their turns with an error did. */
import type { Sql } from '../../postgres/connect.ts';
import { RECOVERED, WITH_ENDING } from '../traces/trace-endings.ts';

/** A session with more turns with errors than this is not looked at, and did not recover. */
const MAX_TURNS = 10;

export async function sessionsRecovered(
  sql: Sql,
  projectId: string,
  sessions: readonly string[],
): Promise<ReadonlySet<string>> {
  if (sessions.length === 0) return new Set();
  const rows = await sql<{ session: string }[]>`
    select given.session from unnest(${[...sessions]}::text[]) given(session)
    cross join lateral (
      select count(*) as turns, bool_and(coalesce(${RECOVERED(sql)}, false)) as recovered
      from (
        select * from traces t
        where t.project_id = ${projectId} and t.session_id = given.session and t.error_count > 0
        order by t.started_at desc limit ${MAX_TURNS + 1}
      ) t ${WITH_ENDING(sql, projectId)}
    ) ended
    where ended.recovered and ended.turns <= ${MAX_TURNS}`;
  return new Set(rows.map(({ session }) => session));
}
