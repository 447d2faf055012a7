// The rows of the burn-down chart: one for each moment, with the value of each line there. Pure.
import type { BurnDown } from './budget-words.ts';

export interface BurnDownRow {
  /** Milliseconds from the start of the period. */
  offset: number;
  /** Nano-dollars, as numbers, which the chart needs. */
  values: Record<string, number>;
}

export const SPENT = 'spent';
export const EVEN = 'even';
export const FORECAST = 'forecast';
export const earlierKey = (index: number): string => `earlier ${index}`;

type Evenly = Pick<BurnDown, 'start' | 'end' | 'amount'>;

/** What would be spent until then, if the amount were spread evenly over the period. */
export const evenSpend = ({ start, end, amount }: Evenly, offset: number): bigint =>
  (amount * BigInt(Math.round(offset))) / BigInt(end.getTime() - start.getTime());

export function burnDownRows(drawn: BurnDown): BurnDownRow[] {
  const rows = new Map<number, BurnDownRow>();
  const add = (key: string, offset: number, spent: bigint) => {
    const row = rows.get(offset) ?? { offset, values: {} };
    row.values[key] = Number(spent);
    rows.set(offset, row);
  };
  const length = drawn.end.getTime() - drawn.start.getTime();
  add(EVEN, 0, 0n);
  add(EVEN, length, drawn.amount);
  for (const { offset, spent } of drawn.points) add(SPENT, offset, spent);
  for (const [index, { points }] of drawn.earlier.entries())
    // A month before may be longer.
    for (const { offset, spent } of points) if (offset <= length) add(earlierKey(index), offset, spent);
  addForecast(drawn, (offset, spent) => add(FORECAST, offset, spent));
  return [...rows.values()].toSorted((one, other) => one.offset - other.offset);
}

/** From now until the budget is used up, or until the end of the period. */
function addForecast(drawn: BurnDown, add: (offset: number, spent: bigint) => void): void {
  const { forecast, start, end, until, spent, amount } = drawn;
  if (!forecast || spent >= amount) return;
  add(until.getTime() - start.getTime(), spent);
  const { usedUpAt, endSpend } = forecast;
  if (usedUpAt) add(usedUpAt.getTime() - start.getTime(), amount);
  else add(end.getTime() - start.getTime(), endSpend);
}
