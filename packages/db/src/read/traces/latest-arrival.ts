/** The newest trace with the states of its thinking, so that a new user sees that spans have arrived. */
import type { ThinkingState } from '@subtext/reasoning';
import type { Sql } from '../../postgres/connect.ts';

export interface Arrival {
  /** Hex. */
  traceId: string;
  models: string[];
  spans: number;
  generations: number;
  calls: number;
  storedAt: Date;
  /** How the generations of each provider think; NULL where no state or provider was said. */
  thinking: { provider: string | null; state: ThinkingState | null; generations: number }[];
}

/** undefined while nothing was ever stored for the project. */
export async function latestArrival(sql: Sql, projectId: string): Promise<Arrival | undefined> {
  const [row] = await sql<Arrival[]>`
    SELECT encode(trace_id, 'hex') AS "traceId", models, span_count AS spans, generation_count AS generations,
      call_count AS calls, updated_at AS "storedAt", coalesce(thinking, '[]') AS thinking
    FROM (
      SELECT * FROM traces WHERE project_id = ${projectId} ORDER BY started_at DESC, trace_id DESC LIMIT 1
    ) AS newest
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('provider', provider, 'state', thinking_state, 'generations', generations)) AS thinking
      FROM (
        SELECT provider, thinking_state, count(*) AS generations FROM spans
        WHERE project_id = ${projectId} AND day = newest.day AND trace_id = newest.trace_id
          AND kind = 'generation' AND duplicate_of IS NULL
        GROUP BY provider, thinking_state ORDER BY count(*) DESC
      ) AS states
    ) AS of_trace ON true`;
  return row && { ...row };
}
