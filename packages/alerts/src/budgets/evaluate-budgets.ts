/**
 * Compares what was spent with the budgets of all projects:
 *
 *   lock the budget → spend of the period → threshold → history and messages → commit
 *
 * One transaction stores all of it, so each threshold is sent once per period: a second process skips a budget that is
 * locked, and finds the threshold reached later.
 */
import {
  addBudgetEvent,
  dueBudgets,
  queueAlertMessage,
  withDueBudget,
  type BudgetKey,
  type BudgetRow,
  type BudgetState,
  type Sql,
} from '@subtext/db';
import { budgetsUrl, type AlertMessage } from '../message.ts';
import { budgetWords, reachedWords } from './budget-words.ts';
import { dollarsOf } from './budget.ts';
import { forecastOf } from './forecast.ts';
import { periodAt, type Period } from './period.ts';
import { readSpend, sumSpend } from './read-spend.ts';

/** A period that ended so long ago, during a pause of the server, is not evaluated any more. */
const LATEST_MS = 24 * 3_600_000;

export interface EvaluateBudgetsOptions {
  now: Date;
  /** Where users open Subtext, for links. */
  webUrl: string;
  /** A budget that could not be evaluated. It is tried again. */
  onError: (error: unknown, budget: BudgetKey) => void;
}

export async function evaluateDueBudgets(sql: Sql, { now, webUrl, onError }: EvaluateBudgetsOptions): Promise<void> {
  for (const key of await dueBudgets(sql, now)) {
    const evaluate = (transaction: Sql, budget: BudgetRow) => evaluateBudget(transaction, budget, { now, webUrl });
    await withDueBudget(sql, key, { now, evaluate }).catch((error: unknown) => onError(error, key));
  }
}

interface At {
  now: Date;
  webUrl: string;
}

/** A period that has ended is evaluated once more: its last calls may have reached a threshold. */
async function evaluateBudget(sql: Sql, budget: BudgetRow, at: At): Promise<BudgetState> {
  const current = periodAt(budget.period, at.now);
  const last = budget.periodStart && periodAt(budget.period, budget.periodStart);
  const hasEnded = last && last.end <= current.start && at.now.getTime() - last.end.getTime() < LATEST_MS;
  if (hasEnded) await evaluatePeriod(sql, budget, { ...at, within: last });
  return evaluatePeriod(sql, budget, { ...at, within: current });
}

async function evaluatePeriod(sql: Sql, budget: BudgetRow, at: At & { within: Period }): Promise<BudgetState> {
  const { now, within } = at;
  const found = sumSpend(await readSpend(sql, budget, { from: within.start, to: within.end }));
  const isSame = budget.periodStart?.getTime() === within.start.getTime();
  const before = isSame ? budget.reached : 0;
  const threshold = highestReached(budget, found.spent);
  if (threshold > before) await announce(sql, budget, { ...at, ...found, threshold });
  return { evaluatedAt: now, periodStart: within.start, ...found, reached: Math.max(before, threshold) };
}

/** In percent; 0 = none. */
export const highestReached = ({ amount, thresholds }: Pick<BudgetRow, 'amount' | 'thresholds'>, spent: bigint) =>
  Math.max(0, ...thresholds.filter((threshold) => spent * 100n >= amount * BigInt(threshold)));

interface Reached extends At {
  within: Period;
  threshold: number;
  spent: bigint;
  unpriced: number;
}

/** Several thresholds that are reached at once are one message, of the highest. */
async function announce(sql: Sql, budget: BudgetRow, reached: Reached): Promise<void> {
  const { now, within, threshold, spent, unpriced } = reached;
  const forecast = forecastOf(within, { spent, amount: budget.amount, at: now });
  const text = reachedWords({ ...budget, ...reached, forecast });
  const eventId = await addBudgetEvent(sql, budget.projectId, {
    ...{ budgetId: budget.id, at: now, periodStart: within.start, threshold, spent, amount: budget.amount },
    ...{ unpriced, message: text },
  });
  if (budget.destinations.length === 0) return;
  const message = await messageOf(sql, budget, { ...reached, text });
  await queueAlertMessage(sql, budget.projectId, { destinations: budget.destinations, eventId, message });
}

async function messageOf(sql: Sql, budget: BudgetRow, reached: Reached & { text: string }): Promise<AlertMessage> {
  const { now, webUrl, within, threshold, spent, unpriced, text } = reached;
  const [project] = await sql<[{ slug: string; name: string }]>`
    SELECT slug, name FROM projects WHERE id = ${budget.projectId}`;
  const { id, name, subject, subjectName, period, amount } = budget;
  return {
    ...{ type: 'budget.reached', project: { ...project }, rule: null, incident: null, at: now.toISOString() },
    ...{ metric: 'spend', unit: 'dollars', value: dollarsOf(spent), compared: null, setting: null },
    budget: {
      ...{ id, name, condition: budgetWords(budget), subject, subject_name: subjectName, period },
      ...{ limit: dollarsOf(amount), threshold, unpriced_calls: unpriced },
      ...{ period_start: within.start.toISOString(), resets: within.end.toISOString() },
    },
    text,
    url: budgetsUrl(webUrl, project),
  };
}
