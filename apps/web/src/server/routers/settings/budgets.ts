// The budgets of a project, what is spent of them, and the lines of their burn-down. No answer has a text of a trace.
import { BUDGET, budgetOfRow, budgetWords, burnDown, forecastOf, periodAt, savedBudget } from '@subtext/alerts';
import {
  alertDestinations,
  budgetEvents,
  budgetOf,
  budgetsOf,
  changeBudget,
  createBudget,
  MAX_BUDGETS,
  removeBudget,
  type BudgetRow,
} from '@subtext/db';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { NAME } from '../../trpc/inputs.ts';
import { ownerProcedure, projectProcedure, router } from '../../trpc/trpc.ts';

const owned = ownerProcedure('Only an owner of the project may change its budgets.');
const SHOWN_EVENTS = 200;

const BY_ID = z.object({ id: z.uuid() });
const SAVED = z.object({ name: NAME, budget: BUDGET });

const noSuchBudget = () => new TRPCError({ code: 'NOT_FOUND', message: 'There is no such budget any more.' });

function shownBudget(row: BudgetRow, now: Date) {
  const { id, name, amount, periodStart, evaluatedAt, spent, calls, unpriced, reached } = row;
  const { start, end } = periodAt(row.period, now);
  const isEvaluated = evaluatedAt !== null && periodStart?.getTime() === start.getTime();
  return {
    ...{ id, name, budget: budgetOfRow(row), amount, condition: budgetWords(row), start, end },
    /** null: not evaluated in this period yet. */
    found: isEvaluated
      ? {
          /** null: no call has a price. */
          spent: spent === 0n && unpriced > 0 ? null : spent,
          ...{ calls, unpriced, reached, evaluatedAt },
          forecast: forecastOf({ start, end }, { spent, amount, at: evaluatedAt }),
        }
      : null,
  };
}

export type ShownBudget = ReturnType<typeof shownBudget>;

export const budgetsRouter = router({
  list: projectProcedure.meta({ texts: 'none' }).query(async ({ ctx }) => {
    const [rows, destinations] = await Promise.all([
      budgetsOf(ctx.sql, ctx.project.id),
      alertDestinations(ctx.sql, ctx.project.id),
    ]);
    const now = new Date();
    return {
      budgets: rows.map((row) => shownBudget(row, now)),
      destinations: destinations.map(({ id, name, kind }) => ({ id, name, kind })),
      mayChange: ctx.role === 'owner',
    };
  }),

  /** Spend over the period and the periods before, as of now, and the thresholds that were reached. */
  burnDown: projectProcedure
    .meta({ texts: 'none' })
    .input(BY_ID)
    .query(async ({ ctx, input: { id } }) => {
      const row = await budgetOf(ctx.sql, ctx.project.id, id);
      if (!row) throw noSuchBudget();
      const [drawn, events] = await Promise.all([
        burnDown(ctx.sql, row, new Date()),
        budgetEvents(ctx.sql, { projectId: ctx.project.id, budgetId: id, limit: SHOWN_EVENTS }),
      ]);
      return { amount: row.amount, period: row.period, ...drawn, events };
    }),

  create: owned.input(SAVED).mutation(async ({ ctx, input: { name, budget } }) => {
    const id = await createBudget(ctx.sql, ctx.project.id, savedBudget(name, budget));
    if (id === undefined)
      throw new TRPCError({
        code: 'CONFLICT',
        message: `A project has at most ${MAX_BUDGETS} budgets. Delete one first.`,
      });
    ctx.describe({ target: name, after: budget });
    return { id };
  }),

  change: owned.input(SAVED.extend(BY_ID.shape)).mutation(async ({ ctx, input: { id, name, budget } }) => {
    const before = await budgetOf(ctx.sql, ctx.project.id, id);
    if (!before) throw noSuchBudget();
    await changeBudget(ctx.sql, { projectId: ctx.project.id, id }, savedBudget(name, budget));
    ctx.describe({
      target: name,
      before: { name: before.name, ...budgetOfRow(before) },
      after: { name, ...budget },
    });
  }),

  remove: owned.input(BY_ID).mutation(async ({ ctx, input: { id } }) => {
    const before = await budgetOf(ctx.sql, ctx.project.id, id);
    if (!before || !(await removeBudget(ctx.sql, { projectId: ctx.project.id, id }))) throw noSuchBudget();
    ctx.describe({ target: before.name, before: budgetOfRow(before) });
  }),
});
