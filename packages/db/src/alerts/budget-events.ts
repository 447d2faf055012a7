/** The history of budgets: each threshold that was reached. */
import type { Sql } from '../postgres/connect.ts';

export interface NewBudgetEvent {
  budgetId: string;
  at: Date;
  periodStart: Date;
  /** Percent. */
  threshold: number;
  /** Nano-dollars. */
  spent: bigint;
  amount: bigint;
  unpriced: number;
  message: string;
}

export interface BudgetEvent extends NewBudgetEvent {
  id: string;
}

/** Resolves to the id. */
export async function addBudgetEvent(sql: Sql, projectId: string, event: NewBudgetEvent): Promise<string> {
  const { budgetId, at, periodStart, threshold, spent, amount, unpriced, message } = event;
  const [row] = await sql<[{ id: string }]>`
    INSERT INTO budget_events (project_id, budget_id, at, period_start, threshold, spent, amount, unpriced, message)
    VALUES (${projectId}, ${budgetId}, ${at}, ${periodStart}, ${threshold}, ${spent}::bigint, ${amount}::bigint, ${unpriced}, ${message})
    RETURNING id`;
  return row.id;
}

interface EventsQuery {
  projectId: string;
  budgetId: string;
  limit: number;
}

/** Newest first. */
export async function budgetEvents(sql: Sql, { projectId, budgetId, limit }: EventsQuery): Promise<BudgetEvent[]> {
  return sql<BudgetEvent[]>`
    SELECT id, budget_id AS "budgetId", at, period_start AS "periodStart", threshold, spent, amount, unpriced, message
    FROM budget_events WHERE project_id = ${projectId} AND budget_id = ${budgetId} ORDER BY at DESC, id LIMIT ${limit}`;
}
