/** Reads what the subject of a budget has spent by hour, by the sums of Costs. */
import { measuresByHour, type BudgetRow, type Sql } from '@subtext/db';
import { callsOf, costOf } from '../figures.ts';
import { callConditions } from '../read-hours.ts';

export interface SpendAt {
  /** The begin of the hour. */
  hour: Date;
  /** Nano-dollars. */
  spent: bigint;
  calls: number;
  unpriced: number;
}

export async function readSpend(
  sql: Sql,
  { projectId, subject, subjectName }: Pick<BudgetRow, 'projectId' | 'subject' | 'subjectName'>,
  range: { from: Date; to: Date },
): Promise<SpendAt[]> {
  const name = subjectName ?? undefined;
  const hours = await measuresByHour(sql, {
    ...{ projectId, ...range },
    calls: callConditions(subject === 'agent' ? { agent: name } : {}),
    user: subject === 'user' ? name : undefined,
  });
  return hours.map((hour) => ({
    hour: hour.hour,
    spent: costOf(hour),
    calls: callsOf(hour),
    unpriced: hour.generationsUnpriced,
  }));
}

export function sumSpend(hours: readonly SpendAt[]): Omit<SpendAt, 'hour'> {
  const sum = { spent: 0n, calls: 0, unpriced: 0 };
  for (const { spent, calls, unpriced } of hours) {
    sum.spent += spent;
    sum.calls += calls;
    sum.unpriced += unpriced;
  }
  return sum;
}
