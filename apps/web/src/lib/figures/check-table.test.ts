import { expect, test } from 'vitest';
import { costPerWeek } from './check-table.ts';

const days = (count: number) => ({ from: new Date(0), to: new Date(count * 24 * 60 * 60 * 1000) });
const cost = { cost: 3_000n, capped: false };

test('the cost of a week is the average of at least one whole week', () => {
  expect(costPerWeek(cost, days(7), false)).toBe(3_000n);
  expect(costPerWeek(cost, days(30), false)).toBe(700n);
  expect(costPerWeek(cost, days(6), false)).toBeNull();
});

test('what is not known, or only summed in part, has no average', () => {
  expect(costPerWeek({ ...cost, cost: null }, days(14), false)).toBeNull();
  expect(costPerWeek({ ...cost, capped: true }, days(14), false)).toBeNull();
  expect(costPerWeek(cost, days(14), true)).toBeNull();
});
