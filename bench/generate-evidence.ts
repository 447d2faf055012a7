/**
 * What checks found in the generated traces, in fixed shares that follow from their ids, for the questions about lists
 * and sums. Checking a million traces takes hours, and their texts are random.
 */
import type { Sql } from '@subtext/db';
import { EVIDENCE_VERSION } from '@subtext/evidence';

/** How many of a thousand traces have a finding. */
const FOUND = {
  'cost-of-remembering': 800,
  unsourced: 100,
  repeated: 50,
  'ended-in-nothing': 20,
  'far-above': 20,
  'effort-ignored': 10,
  'against-thought': 5,
  'invented-identifier': 1,
};

/** A number below 1,000 from the id of a trace, another one for each check. */
const LOTTERY = (sql: Sql, check: string) => sql`abs(hashtext(${check} || encode(t.trace_id, 'hex'))) % 1000`;

export async function storeEvidence(sql: Sql, projectId: string): Promise<void> {
  await sql`
    insert into trace_evidence (project_id, trace_id, checked_at, checked_revision, checks_version, steps)
    select project_id, trace_id, ended_at, 1, ${EVIDENCE_VERSION}, step_count from traces where project_id = ${projectId}
    on conflict (project_id, trace_id) do update set due_since = null, checked_at = excluded.checked_at,
      checked_revision = trace_evidence.revision, checks_version = excluded.checks_version, steps = excluded.steps`;
  for (const [check, share] of Object.entries(FOUND))
    await sql`
      insert into trace_checks (project_id, trace_id, check_id, started_at, findings, certain, tokens, without_tokens, cost,
        without_cost, not_checked)
      select project_id, trace_id, ${check}, started_at, 1, 0, 500, 0, answer_cost / 2, 0, 0
      from traces t where project_id = ${projectId} and ${LOTTERY(sql, check)} < ${share}
      on conflict do nothing`;
  await sql`
    insert into billed_thinking (project_id, trace_id, day, model, basis, steps, tokens, bytes)
    select project_id, trace_id, started_at::date, coalesce(models[1], 'unknown'), 'verbatim', step_count,
      500 * step_count, 2000 * step_count
    from traces t where project_id = ${projectId} and step_count > 0
    on conflict do nothing`;
}
