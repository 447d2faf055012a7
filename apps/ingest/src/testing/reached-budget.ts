/** A budget of the test's project that has reached 80 % in a month that will not end, and its header. */
import { createBudget } from '@subtext/db';
import type { TestIngest } from './ingest.ts';

export const REACHED = 'project;used=0.83;threshold=0.8;limit=500;period=month;resets=3000-01-01T00:00:00Z';

export async function reachBudget({ database: { sql }, projectId, ingest }: TestIngest): Promise<void> {
  const budget = { name: 'All', subjectName: null, amount: 500_000_000_000n, thresholds: [50, 80], destinations: [] };
  const id = await createBudget(sql, projectId, { ...budget, subject: 'project', period: 'month' });
  await sql`
    UPDATE budgets SET evaluated_at = now(), period_start = '2999-12-01', spent = 415000000000, reached = 80
    WHERE id = ${id!}`;
  await ingest.budgets.refresh();
}
