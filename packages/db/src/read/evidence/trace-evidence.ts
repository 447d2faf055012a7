/** Whether a trace was checked, and what was found in it as a whole. */
import type { Sql } from '../../postgres/connect.ts';
import { MAX_EVIDENCE_ATTEMPTS, type NotCheckedCounts, type TraceCheckRow } from '../../rows/evidence.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

/**
 * `checked`: of the trace as it is stored. `due`: never, or spans arrived since. `failed`: the checks ended with an
 * error, and are not tried again until the trace changes. `none`: nothing of the trace waits, such as one older than
 * what is checked.
 */
export type EvidenceState = 'checked' | 'due' | 'failed' | 'none';

export interface TraceEvidence {
  state: EvidenceState;
  /** When the trace was last checked, also as it was before. null: never. */
  checkedAt: Date | null;
  /** Model calls that were checked, and those beyond the limits. */
  steps: number;
  stepsLeftOut: number;
  notChecked: NotCheckedCounts;
  checks: TraceCheckRow[];
}

interface StateRow extends Omit<TraceEvidence, 'state' | 'checks'> {
  isDue: boolean;
  attempts: number;
}

export async function traceEvidence(sql: Sql, { projectId, traceId }: TraceKey): Promise<TraceEvidence> {
  const [[row], checks] = await Promise.all([
    sql<StateRow[]>`
      select due_since is not null as "isDue", attempts, checked_at as "checkedAt", steps,
        steps_left_out as "stepsLeftOut", not_checked as "notChecked"
      from trace_evidence where project_id = ${projectId} and trace_id = decode(${traceId}, 'hex')`,
    sql<TraceCheckRow[]>`
      select check_id as "checkId", findings, certain, tokens::float8 as tokens, without_tokens as "withoutTokens",
        cost::float8 as cost, without_cost as "withoutCost", not_checked as "notChecked"
      from trace_checks where project_id = ${projectId} and trace_id = decode(${traceId}, 'hex')
      order by check_id`,
  ]);
  if (!row) return { state: 'none', checkedAt: null, steps: 0, stepsLeftOut: 0, notChecked: {}, checks: [] };
  const { isDue: _isDue, attempts: _attempts, ...rest } = row;
  return { ...rest, state: evidenceState(row), checks: [...checks] };
}

export function evidenceState({
  isDue,
  attempts,
  checkedAt,
}: Pick<StateRow, 'isDue' | 'attempts' | 'checkedAt'>): EvidenceState {
  if (isDue) return 'due';
  if (attempts >= MAX_EVIDENCE_ATTEMPTS) return 'failed';
  return checkedAt === null ? 'none' : 'checked';
}
