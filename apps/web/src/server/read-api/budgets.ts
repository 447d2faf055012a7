// Budgets with what is spent of them, as rows for programs. Money is in dollars.
import * as z from 'zod';
import type { TableColumn } from '../../lib/files/table.ts';
import type { ShownBudget } from '../routers/settings/budgets.ts';
import { pageOf, TIME } from './answers.ts';

const NANOS = 1e9;
const dollars = (nanos: bigint | null | undefined) =>
  nanos === null || nanos === undefined ? null : Number(nanos) / NANOS;

export const BUDGET_COLUMNS: readonly TableColumn<ShownBudget>[] = [
  ['id', (row) => row.id],
  ['name', (row) => row.name],
  ['condition', (row) => row.condition],
  ['subject', (row) => row.budget.subject],
  ['subject_name', (row) => row.budget.subjectName],
  ['period', (row) => row.budget.period],
  ['period_start', (row) => row.start],
  ['resets', (row) => row.end],
  ['limit', (row) => row.budget.dollars],
  ['spent', (row) => dollars(row.found?.spent)],
  ['calls', (row) => row.found?.calls ?? null],
  ['unpriced_calls', (row) => row.found?.unpriced ?? null],
  ['reached', (row) => row.found?.reached ?? null],
  ['forecast', (row) => dollars(row.found?.forecast?.endSpend)],
  ['used_up_at', (row) => row.found?.forecast?.usedUpAt ?? null],
  ['evaluated_at', (row) => row.found?.evaluatedAt ?? null],
];

const COUNT = z.int().nullable();

const BUDGET_ROW = z
  .object({
    id: z.uuid(),
    name: z.string(),
    condition: z.string().meta({ description: 'The budget as a sentence.' }),
    subject: z.enum(['project', 'agent', 'user']),
    subject_name: z.string().nullable().meta({ description: 'The agent or the user.' }),
    period: z.enum(['day', 'week', 'month']),
    period_start: TIME,
    resets: TIME.meta({ description: 'The start of the next period.' }),
    limit: z.number(),
    spent: z
      .number()
      .nullable()
      .meta({ description: 'null: not evaluated in this period yet, or no call has a price.' }),
    calls: COUNT,
    unpriced_calls: COUNT.meta({ description: 'Calls that are not in `spent`: with any, it is a lower bound.' }),
    reached: COUNT.meta({ description: 'The highest threshold that is reached, in percent; 0: none.' }),
    forecast: z.number().nullable().meta({ description: 'An estimate: spend at the end of the period at this rate.' }),
    used_up_at: TIME.nullable().meta({ description: 'An estimate; null: not in this period, or already.' }),
    evaluated_at: TIME.nullable(),
  })
  .meta({ id: 'Budget' });

export const BUDGETS_ANSWER = pageOf('Budgets', BUDGET_ROW);
