/** The last spans that could not be stored, with the reason, for the checks of onboarding. */
import type { Sql } from '../../postgres/connect.ts';

export interface Rejection {
  reason: string;
  receivedAt: Date;
  spans: number;
}

/** Returns one row per reason, newest first, for the last hour. */
export async function recentRejections(sql: Sql, projectId: string): Promise<Rejection[]> {
  return sql<Rejection[]>`
    SELECT reason, max(received_at) AS "receivedAt", count(*)::int AS spans FROM (
      SELECT reason, received_at FROM quarantine
      WHERE project_id = ${projectId} AND received_at > now() - interval '1 hour'
      ORDER BY received_at DESC LIMIT 1000
    ) AS recent
    GROUP BY reason ORDER BY max(received_at) DESC LIMIT 3`;
}
