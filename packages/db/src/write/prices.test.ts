/** Rates that costs were computed with: one row per set of rates, even when several writers store it repeatedly. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { priceIds } from './prices.ts';
import type { PriceRecord } from '@subtext/trace';
import { createTestDatabase, type TestDatabase } from '../testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const PRICE: PriceRecord = {
  provider: 'anthropic',
  model: 'claude-sonnet-4-5',
  matchedModel: 'claude-sonnet-4-5',
  source: 'genai-prices',
  asOf: '2026-09-23',
  inputRate: 3e9,
  cacheReadRate: 0.3e9,
  cacheWriteRate: 3.75e9,
  cacheWriteHourRate: null,
  outputRate: 15e9,
  reasoningRate: null,
  promptOver: null,
};

test('the same rates for long prompts only are another row', async () => {
  const idsOf = async (...prices: PriceRecord[]) => prices.map(await priceIds(database.sql)(prices));
  const long = { ...PRICE, promptOver: 200_000 };
  const [any, above] = await idsOf({ ...PRICE }, long);
  expect(above).not.toBe(any);
  expect(await idsOf({ ...long })).toEqual([above]);
});

test('a price with a 1-hour cache rate is another row than an earlier one without', async () => {
  const idsOf = async (...prices: PriceRecord[]) => prices.map(await priceIds(database.sql)(prices));
  const known = { ...PRICE, cacheWriteHourRate: 6e9 };
  const [before] = await idsOf({ ...PRICE });
  const [again, later] = await idsOf({ ...PRICE }, known);
  expect(again).toBe(before);
  expect(later).not.toBe(before);
  expect(await idsOf(known)).toEqual([later]);
});
