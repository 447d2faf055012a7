/**
 * The header that says which budgets of a project have reached a threshold, kept in memory: a request never waits for
 * it. Budgets of agents and users are not in it, because the thread that answers does not read the spans, and their
 * names belong in no header.
 */
import { BUDGET_HEADER, budgetHeaders } from '@subtext/alerts';
import { reachedBudgets, type Sql } from '@subtext/db';

export interface BudgetBoard {
  /** The headers for an answer to this project; none while nothing is reached. */
  headersOf(projectId: string): Readonly<Record<string, string>>;
  /** Reads the budgets again; called at intervals. */
  refresh(now?: Date): Promise<void>;
}

const NONE: Readonly<Record<string, string>> = {};

export function budgetBoard(sql: Sql): BudgetBoard {
  let headers = new Map<string, Readonly<Record<string, string>>>();
  return {
    headersOf: (projectId) => headers.get(projectId) ?? NONE,
    async refresh(now = new Date()) {
      const values = budgetHeaders(await reachedBudgets(sql), now);
      headers = new Map([...values].map(([projectId, value]) => [projectId, { [BUDGET_HEADER]: value }]));
    },
  };
}
