/** The days, weeks and months of budgets, in UTC. A week begins on Monday. Pure. */
import type { BudgetPeriod } from '@subtext/db';

export interface Period {
  start: Date;
  /** The start of the next one. */
  end: Date;
}

export function periodAt(period: BudgetPeriod, at: Date): Period {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (period === 'month') return { start: utc(year, month, 1), end: utc(year, month + 1, 1) };
  if (period === 'day') return { start: utc(year, month, day), end: utc(year, month, day + 1) };
  const sinceMonday = (at.getUTCDay() + 6) % 7;
  return { start: utc(year, month, day - sinceMonday), end: utc(year, month, day - sinceMonday + 7) };
}

/** The period before the one that begins at `start`. */
export const periodBefore = (period: BudgetPeriod, start: Date): Period =>
  periodAt(period, new Date(start.getTime() - 1));

const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day));
