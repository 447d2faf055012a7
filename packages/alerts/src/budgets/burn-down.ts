/** Spend of a budget over its period and the periods before: the lines of the chart. */
import type { BudgetPeriod, BudgetRow, Sql } from '@subtext/db';
import { forecastOf, type Forecast } from './forecast.ts';
import { periodAt, periodBefore, type Period } from './period.ts';
import { readSpend, sumSpend, type SpendAt } from './read-spend.ts';

export interface BurnDownPoint {
  /** Milliseconds from the start of the period. */
  offset: number;
  /** Nano-dollars from the start of the period until then. */
  spent: bigint;
}

export interface BurnDownLine extends Period {
  points: BurnDownPoint[];
}

export interface BurnDown extends BurnDownLine, Omit<SpendAt, 'hour'> {
  /** The last evaluated moment: the end of the line. */
  until: Date;
  /** Newest first. Periods without a call have no line. */
  earlier: BurnDownLine[];
  forecast: Forecast | null;
}

const HOUR_MS = 3_600_000;

/** How far apart the points of a line are, and how many periods before are shown. */
const LINES: Readonly<Record<BudgetPeriod, { step: number; earlier: number }>> = {
  day: { step: HOUR_MS, earlier: 6 },
  week: { step: 6 * HOUR_MS, earlier: 3 },
  month: { step: 24 * HOUR_MS, earlier: 2 },
};

type Charted = Pick<BudgetRow, 'projectId' | 'subject' | 'subjectName' | 'amount' | 'period'>;

export async function burnDown(sql: Sql, budget: Charted, now: Date): Promise<BurnDown> {
  const { step, earlier } = LINES[budget.period];
  const current = periodAt(budget.period, now);
  const before: Period[] = [];
  for (let count = 0; count < earlier; count += 1)
    before.push(periodBefore(budget.period, (before.at(-1) ?? current).start));
  const hours = await readSpend(sql, budget, { from: (before.at(-1) ?? current).start, to: current.end });
  const within = ({ start, end }: Period) => hours.filter(({ hour }) => hour >= start && hour < end);
  const sum = sumSpend(within(current));
  return {
    ...current,
    ...sum,
    until: now,
    points: pointsOf(within(current), { period: current, step, until: now }),
    earlier: before
      .filter((period) => within(period).length > 0)
      .map((period) => ({ ...period, points: pointsOf(within(period), { period, step, until: period.end }) })),
    forecast: forecastOf(current, { spent: sum.spent, amount: budget.amount, at: now }),
  };
}

function pointsOf(
  hours: readonly SpendAt[],
  { period, step, until }: { period: Period; step: number; until: Date },
): BurnDownPoint[] {
  const length = until.getTime() - period.start.getTime();
  const offsets = Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step);
  if (offsets.at(-1) !== length) offsets.push(length);
  return offsets.map((offset) => {
    const end = period.start.getTime() + offset;
    return { offset, spent: sumSpend(hours.filter(({ hour }) => hour.getTime() < end)).spent };
  });
}
