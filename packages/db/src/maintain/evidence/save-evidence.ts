/** Replaces what was found in a trace, in one transaction. */
import type { Sql, TransactionSql } from '../../postgres/connect.ts';
import { rowsFromJson, toJson, type Columns } from '../../postgres/json-rows.ts';
import type {
  BilledThinkingRow,
  CallOriginsRow,
  FindingRow,
  NotCheckedCounts,
  StepsNotChecked,
  TraceCheckRow,
} from '../../rows/evidence.ts';
import type { ClaimedTrace } from './evidence-queue.ts';

export interface ComputedEvidence {
  version: number;
  steps: number;
  stepsLeftOut: number;
  notChecked: NotCheckedCounts;
  stepsNotChecked: StepsNotChecked;
  checks: readonly TraceCheckRow[];
  findings: readonly FindingRow[];
  origins: readonly CallOriginsRow[];
  billed: readonly BilledThinkingRow[];
}

const CHECKS = {
  checkId: 'text',
  ...{ findings: 'integer', certain: 'integer', tokens: 'bigint', withoutTokens: 'integer' },
  ...{ cost: 'bigint', withoutCost: 'integer', notChecked: 'integer' },
} as const satisfies Columns;

const FINDINGS = {
  ...{ number: 'integer', checkId: 'text', spanId: 'hex', callIndex: 'integer', confidence: 'text' },
  ...{ tokens: 'bigint', cost: 'bigint', evidence: 'jsonb' },
} as const satisfies Columns;

const ORIGINS = {
  ...{ spanId: 'hex', callIndex: 'integer', unsourced: 'integer', invented: 'integer', origins: 'jsonb' },
} as const satisfies Columns;

const BILLED = {
  ...{ day: 'date', model: 'text', basis: 'text', steps: 'integer', tokens: 'bigint', bytes: 'bigint' },
} as const satisfies Columns;

const COLUMNS = (columns: Columns) =>
  Object.keys(columns)
    .map((property) => property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .join(', ');

const KEY = `$2::uuid, decode($3, 'hex')`;

const INSERT_CHECKS = `
  INSERT INTO trace_checks (project_id, trace_id, started_at, ${COLUMNS(CHECKS)})
  SELECT ${KEY}, t.started_at, ${COLUMNS(CHECKS)} FROM ${rowsFromJson(CHECKS)} AS given
  JOIN traces AS t ON t.project_id = $2::uuid AND t.trace_id = decode($3, 'hex')`;

const INSERT_FINDINGS = `
  INSERT INTO check_findings (project_id, trace_id, ${COLUMNS(FINDINGS)})
  SELECT ${KEY}, ${COLUMNS(FINDINGS)} FROM ${rowsFromJson(FINDINGS)} AS given`;

const INSERT_ORIGINS = `
  INSERT INTO call_origins (project_id, trace_id, ${COLUMNS(ORIGINS)})
  SELECT ${KEY}, ${COLUMNS(ORIGINS)} FROM ${rowsFromJson(ORIGINS)} AS given`;

const INSERT_BILLED = `
  INSERT INTO billed_thinking (project_id, trace_id, ${COLUMNS(BILLED)})
  SELECT ${KEY}, ${COLUMNS(BILLED)} FROM ${rowsFromJson(BILLED)} AS given`;

/** Rows of one statement. */
const ROWS = 500;

/**
 * Resolves to false when the trace is gone, or what is stored is of a later revision. A trace that changed since it was
 * claimed stays due.
 */
export async function saveEvidence(sql: Sql, claimed: ClaimedTrace, computed: ComputedEvidence): Promise<boolean> {
  return sql.begin(async (transaction) => {
    if (!(await saveState(transaction, claimed, computed))) return false;
    const { projectId, traceId } = claimed;
    for (const table of ['trace_checks', 'check_findings', 'call_origins', 'billed_thinking'])
      await transaction`DELETE FROM ${transaction(table)}
        WHERE project_id = ${projectId} AND trace_id = decode(${traceId}, 'hex')`;
    const insert = async (statement: string, rows: readonly object[]) => {
      for (let at = 0; at < rows.length; at += ROWS)
        await transaction.unsafe(statement, [toJson(rows.slice(at, at + ROWS)), projectId, traceId], { prepare: true });
    };
    await insert(INSERT_CHECKS, computed.checks);
    await insert(INSERT_FINDINGS, computed.findings);
    await insert(INSERT_ORIGINS, computed.origins);
    await insert(INSERT_BILLED, computed.billed);
    return true;
  });
}

/** Locks the row first: a deletion of the trace waits for this, or has deleted the row. */
async function saveState(
  sql: TransactionSql,
  { projectId, traceId, revision }: ClaimedTrace,
  { version, steps, stepsLeftOut, notChecked, stepsNotChecked }: ComputedEvidence,
): Promise<boolean> {
  const { count } = await sql`
    UPDATE trace_evidence SET
      due_since = CASE WHEN revision = ${revision}::text::bigint THEN NULL ELSE now() END,
      retry_at = now(), attempts = 0, last_error = NULL, checked_at = now(),
      checked_revision = ${revision}::text::bigint, checks_version = ${version}, steps = ${steps},
      steps_left_out = ${stepsLeftOut}, not_checked = ${JSON.stringify(notChecked)}::text::jsonb,
      steps_not_checked = ${JSON.stringify(stepsNotChecked)}::text::jsonb
    WHERE project_id = ${projectId} AND trace_id = decode(${traceId}, 'hex')
      AND coalesce(checked_revision, 0) <= ${revision}::text::bigint`;
  return count > 0;
}
