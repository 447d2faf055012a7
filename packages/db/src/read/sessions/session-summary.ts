/** The totals of one session, for the head of its page. */
import type { Sql } from '../../postgres/connect.ts';
import { readSessionSums, sessionSums, type SessionSums } from './session-sums.ts';

export interface SessionKey {
  projectId: string;
  /** Any text, as the sender reported it. */
  session: string;
}

export interface SessionSummary extends SessionSums {
  id: string;
  /** Milliseconds since its last new span was stored, by the database's clock. */
  quietMs: number;
}

export async function sessionSummary(
  sql: Sql,
  { projectId, session }: SessionKey,
): Promise<SessionSummary | undefined> {
  const [row] = await sql`
    select ${sessionSums(sql)}, extract(epoch from now() - max(t.updated_at))::float8 * 1000 as quiet_ms
    from traces t where t.project_id = ${projectId} and t.session_id = ${session} having count(*) > 0`;
  return row && { id: session, ...readSessionSums(row), quietMs: row.quiet_ms };
}
