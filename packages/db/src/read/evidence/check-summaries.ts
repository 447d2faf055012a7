/** What the checks found in several traces, for lists. */
import type { Sql } from '../../postgres/connect.ts';
import { evidenceState, type EvidenceState } from './trace-evidence.ts';

export interface CheckSummary {
  check: string;
  findings: number;
  certain: number;
}

export interface TraceChecks {
  state: EvidenceState;
  /** Checks with findings, of the trace as it was last checked. */
  found: CheckSummary[];
  /** Checks that could not look at every step. */
  partly: string[];
}

/** Nothing of the trace was checked, and nothing waits. */
export const NO_CHECKS: TraceChecks = { state: 'none', found: [], partly: [] };

const SQL = `
  SELECT encode(e.trace_id, 'hex') AS id, e.due_since IS NOT NULL AS "isDue", e.attempts, e.checked_at AS "checkedAt",
    coalesce(c.found, '[]') AS found, coalesce(c.partly, '{}') AS partly
  FROM trace_evidence AS e
  LEFT JOIN LATERAL (
    SELECT
      jsonb_agg(jsonb_build_object('check', check_id, 'findings', findings, 'certain', certain) ORDER BY check_id)
        FILTER (WHERE findings > 0) AS found,
      array_agg(check_id ORDER BY check_id) FILTER (WHERE not_checked > 0) AS partly
    FROM trace_checks AS c WHERE c.project_id = $1::uuid AND c.trace_id = e.trace_id
  ) AS c ON true
  WHERE e.project_id = $1::uuid AND e.trace_id = ANY (ARRAY(SELECT decode(id, 'hex') FROM unnest($2::text[]) AS id))`;

interface Row extends Pick<TraceChecks, 'found' | 'partly'> {
  id: string;
  isDue: boolean;
  attempts: number;
  checkedAt: Date | null;
}

/** Traces that never waited to be checked are not in it. */
export async function checkSummaries(
  sql: Sql,
  projectId: string,
  traceIds: readonly string[],
): Promise<ReadonlyMap<string, TraceChecks>> {
  if (traceIds.length === 0) return new Map();
  const rows = await sql.unsafe<Row[]>(SQL, [projectId, [...traceIds]], { prepare: true });
  return new Map(rows.map(({ id, found, partly, ...state }) => [id, { state: evidenceState(state), found, partly }]));
}
