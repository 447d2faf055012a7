/** The header `subtext-budget` on the answers of ingest: which budgets of the project have reached a threshold. Pure. */
import type { ReachedBudget } from '@subtext/db';
import { dollarsOf } from './budget.ts';
import { periodAt } from './period.ts';

export const BUDGET_HEADER = 'subtext-budget';

/** A header of many budgets would be on every answer. */
const MAX_BUDGETS = 8;

/** By project; a budget whose period has ended is left out. Only ASCII. */
export function budgetHeaders(reached: readonly ReachedBudget[], now: Date): Map<string, string> {
  const entries = new Map<string, string[]>();
  for (const budget of reached) {
    const { end } = periodAt(budget.period, budget.periodStart);
    if (end <= now) continue;
    const ofProject = entries.get(budget.projectId) ?? [];
    if (ofProject.length < MAX_BUDGETS) ofProject.push(entryOf(budget, end));
    entries.set(budget.projectId, ofProject);
  }
  return new Map([...entries].map(([projectId, all]) => [projectId, all.join(', ')]));
}

function entryOf({ amount, period, spent, unpriced, reached }: ReachedBudget, resets: Date): string {
  const used = Number((spent * 10_000n) / amount) / 10_000;
  const parts = [`used=${used}`, `threshold=${reached / 100}`, `limit=${dollarsOf(amount)}`, `period=${period}`];
  // Calls without a price are not in `used`.
  const unknown = unpriced > 0 ? [`unpriced=${unpriced}`] : [];
  return ['project', ...parts, ...unknown, `resets=${resets.toISOString().replace('.000Z', 'Z')}`].join(';');
}
