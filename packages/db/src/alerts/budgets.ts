/** The budgets of projects with what they have spent in the current period, and the evaluation of one at a time. */
import { inTransaction } from '../postgres/in-transaction.ts';
import type { Sql } from '../postgres/connect.ts';

export type BudgetSubject = 'project' | 'agent' | 'user';
export type BudgetPeriod = 'day' | 'week' | 'month';

export interface SavedBudget {
  name: string;
  subject: BudgetSubject;
  /** The agent or the user; null for the project. */
  subjectName: string | null;
  /** Nano-dollars. */
  amount: bigint;
  period: BudgetPeriod;
  /** Percent, ascending. */
  thresholds: number[];
  destinations: string[];
}

/** What an evaluation found. */
export interface BudgetState {
  /** null = not evaluated yet. */
  evaluatedAt: Date | null;
  periodStart: Date | null;
  /** Nano-dollars. Calls without a price are not in it. */
  spent: bigint;
  calls: number;
  unpriced: number;
  /** The highest threshold reached in this period, in percent; 0 = none. */
  reached: number;
}

export interface BudgetRow extends SavedBudget, BudgetState {
  projectId: string;
  id: string;
}

export interface BudgetKey {
  projectId: string;
  id: string;
}

/** A project has at most this many. */
export const MAX_BUDGETS = 100;

export async function budgetsOf(sql: Sql, projectId: string): Promise<BudgetRow[]> {
  return sql<BudgetRow[]>`SELECT ${columns(sql)} FROM budgets WHERE project_id = ${projectId} ORDER BY name, id`;
}

export async function budgetOf(sql: Sql, projectId: string, id: string): Promise<BudgetRow | undefined> {
  const [row] = await sql<BudgetRow[]>`
    SELECT ${columns(sql)} FROM budgets WHERE project_id = ${projectId} AND id = ${id}`;
  return row;
}

const columns = (sql: Sql) => sql`
  project_id AS "projectId", id, name, subject, subject_name AS "subjectName", amount, period, thresholds, destinations,
  evaluated_at AS "evaluatedAt", period_start AS "periodStart", spent, calls, unpriced, reached`;

/** Resolves to the id; undefined when the project has MAX_BUDGETS. */
export async function createBudget(sql: Sql, projectId: string, budget: SavedBudget): Promise<string | undefined> {
  const { name, subject, subjectName, amount, period, thresholds, destinations } = budget;
  const [row] = await sql<{ id: string }[]>`
    INSERT INTO budgets (project_id, name, subject, subject_name, amount, period, thresholds, destinations)
    SELECT ${projectId}::uuid, ${name}, ${subject}, ${subjectName}, ${amount}::bigint, ${period}, ${thresholds}::int[],
      ${destinations}::uuid[]
    WHERE ${MAX_BUDGETS} > (SELECT count(*) FROM budgets WHERE project_id = ${projectId})
    RETURNING id`;
  return row?.id;
}

/** A change of whose spend, of the amount or of the period begins anew: thresholds that are reached are sent again. */
export async function changeBudget(sql: Sql, { projectId, id }: BudgetKey, budget: SavedBudget): Promise<boolean> {
  const { name, subject, subjectName, amount, period, thresholds, destinations } = budget;
  const { count } = await sql`
    UPDATE budgets SET name = ${name}, subject = ${subject}, subject_name = ${subjectName}, amount = ${amount}::bigint,
      period = ${period}, thresholds = ${thresholds}::int[], destinations = ${destinations}::uuid[], updated_at = now(),
      evaluated_at = NULL,
      reached = CASE WHEN (subject, subject_name, amount, period)
        IS NOT DISTINCT FROM (${subject}::text, ${subjectName}::text, ${amount}::bigint, ${period}::text) THEN reached ELSE 0 END,
      period_start = CASE WHEN period = ${period} THEN period_start END
    WHERE project_id = ${projectId} AND id = ${id}`;
  return count > 0;
}

/** With its history. */
export async function removeBudget(sql: Sql, { projectId, id }: BudgetKey): Promise<boolean> {
  const { count } = await sql`DELETE FROM budgets WHERE project_id = ${projectId} AND id = ${id}`;
  await sql`DELETE FROM budget_events WHERE project_id = ${projectId} AND budget_id = ${id}`;
  return count > 0;
}

/** Spend of a user is counted from spans, the rest from sums by the hour: so a user is evaluated less often. */
const isDue = (sql: Sql, now: Date) => sql`
  (evaluated_at IS NULL OR evaluated_at <= ${now}::timestamptz - CASE subject WHEN 'user' THEN interval '10 minutes' ELSE interval '1 minute' END)`;

/** Archived and deleted projects have none. */
export async function dueBudgets(sql: Sql, now: Date): Promise<BudgetKey[]> {
  return sql<BudgetKey[]>`
    SELECT b.project_id AS "projectId", b.id FROM budgets b JOIN projects p ON p.id = b.project_id
    WHERE ${isDue(sql, now)} AND p.archived_at IS NULL AND p.deletion_requested_at IS NULL
    ORDER BY evaluated_at NULLS FIRST, b.id`;
}

/**
 * Runs `evaluate` in a transaction that has the budget to itself, and stores the state that it resolves to. Does nothing
 * when another process has the budget, or has just evaluated it.
 */
export async function withDueBudget(
  sql: Sql,
  { projectId, id }: BudgetKey,
  { now, evaluate }: { now: Date; evaluate: (sql: Sql, budget: BudgetRow) => Promise<BudgetState> },
): Promise<void> {
  await inTransaction(sql, async (transaction) => {
    const [budget] = await transaction<BudgetRow[]>`
      SELECT ${columns(transaction)} FROM budgets
      WHERE project_id = ${projectId} AND id = ${id} AND ${isDue(transaction, now)} FOR UPDATE SKIP LOCKED`;
    if (!budget) return;
    const after = await evaluate(transaction, budget);
    await transaction`
      UPDATE budgets SET evaluated_at = ${after.evaluatedAt}, period_start = ${after.periodStart},
        spent = ${after.spent}::bigint, calls = ${after.calls}, unpriced = ${after.unpriced}, reached = ${after.reached}
      WHERE project_id = ${projectId} AND id = ${id}`;
  });
}

export interface ReachedBudget extends Pick<BudgetRow, 'projectId' | 'amount' | 'period' | 'spent' | 'unpriced'> {
  periodStart: Date;
  reached: number;
}

/** Budgets of whole projects that have reached a threshold in the period of their last evaluation. */
export async function reachedBudgets(sql: Sql): Promise<ReachedBudget[]> {
  return sql<ReachedBudget[]>`
    SELECT b.project_id AS "projectId", b.amount, b.period, b.spent, b.unpriced, b.period_start AS "periodStart", b.reached
    FROM budgets b JOIN projects p ON p.id = b.project_id
    WHERE b.subject = 'project' AND b.reached > 0 AND b.period_start IS NOT NULL
      AND p.archived_at IS NULL AND p.deletion_requested_at IS NULL
    ORDER BY b.project_id, b.period, b.amount, b.id`;
}
