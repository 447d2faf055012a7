/** Which checks could not look at a step, as a whole or in part, and why. */
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

/** By check: the reasons. */
export type StepNotChecked = Readonly<Record<string, readonly string[]>>;

/** undefined: the step was not among those that were checked. `{}`: it was checked as a whole. */
export async function stepNotChecked(
  sql: Sql,
  { projectId, traceId }: TraceKey,
  spanId: string,
): Promise<StepNotChecked | undefined> {
  const [row] = await sql<{ reasons: StepNotChecked | null }[]>`
    select steps_not_checked -> 'reasons' -> (steps_not_checked -> 'steps' ->> ${spanId})::int as reasons
    from trace_evidence where project_id = ${projectId} and trace_id = decode(${traceId}, 'hex')`;
  return row?.reasons ?? undefined;
}
