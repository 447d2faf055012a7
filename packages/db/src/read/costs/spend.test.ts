import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { spendByDay } from './spend-by-day.ts';
import { spendByCut } from './spend-by-cut.ts';
import type { CallCondition } from './spend-measures.ts';
import { insertModelHour } from '../testing-rows.ts';
import { thinkingByTool } from './thinking-by-tool.ts';

const PROJECT = '11111111-1111-4111-8111-111111111111';
const FOREIGN = '22222222-2222-4222-8222-222222222222';
const RANGE = { projectId: PROJECT, from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-11-04T00:00:00Z') };
const ALL = { ...RANGE, calls: [] };
/** More nano-dollars than a JavaScript number holds exactly. */
const HUGE = 9_007_199_254_740_993n;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await addModelHour(
    { project_id: PROJECT, hour: '2026-11-01T22:00:00Z', model: 'gpt-5' },
    { answer_cost: HUGE, generations_unpriced: 1 },
  );
  await addModelHour(
    { project_id: PROJECT, hour: '2026-11-02T01:00:00Z', model: 'gpt-5' },
    { answer_cost: 5n, generations_reporting: 2 },
  );
  await addModelHour(
    { project_id: PROJECT, hour: '2026-11-02T01:00:00Z', model: 'glm-4.6' },
    { agent_name: 'planner', reasoning_effort: 'high', no_text_cost: 7n },
  );
  await addModelHour({ project_id: PROJECT, hour: '2026-11-04T00:00:00Z', model: 'gpt-5' }, { answer_cost: 99n });
  await addModelHour({ project_id: FOREIGN, hour: '2026-11-02T01:00:00Z', model: 'gpt-5' }, { answer_cost: 1000n });
  await addToolHour('2026-11-01T22:00:00Z', { calls: 2, histogram: [1, 0, 1] });
  await addToolHour('2026-11-02T01:00:00Z', { calls: 3, histogram: [0, 0, 2] });
});
afterAll(() => database.drop());

const addModelHour = (
  key: { project_id: string; hour: string; model: string },
  sums: Record<string, bigint | number | string>,
) => insertModelHour(database.sql, { ...key, generations: 2, ...sums });

/** Padded to the length of a stored histogram. */
const buckets = (first: number[]) => Array.from({ length: 24 }, (_bucket, index) => first[index] ?? 0);

async function addToolHour(hour: string, { calls, histogram }: { calls: number; histogram: number[] }) {
  await database.sql`
    insert into tool_rollups values (${PROJECT}, ${hour}, 'get_order', ${calls}, ${calls}, 20, 10, 4, ${buckets(histogram)}, 1, 30)`;
}

describe('spend by day', () => {
  it('assigns an hour to the day of the reader', async () => {
    const utc = await spendByDay(database.sql, { ...ALL, timeZone: 'UTC' });
    expect(utc.map((row) => [row.day, row.generations])).toEqual([
      ['2026-11-01', 2],
      ['2026-11-02', 4],
    ]);
    const tokyo = await spendByDay(database.sql, { ...ALL, timeZone: 'Asia/Tokyo' });
    expect(tokyo.map((row) => [row.day, row.generations])).toEqual([['2026-11-02', 6]]);
  });

  it('sums nano-dollars exactly, beyond 2^53', async () => {
    const [, second] = await spendByDay(database.sql, { ...ALL, timeZone: 'UTC' });
    const [tokyo] = await spendByDay(database.sql, { ...ALL, timeZone: 'Asia/Tokyo' });
    expect(second?.answerCost).toBe(5n);
    expect(tokyo?.answerCost).toBe(HUGE + 5n);
  });
});

it('has the most expensive model first, and neither another project nor the hour after the range', async () => {
  const models = await spendByCut(database.sql, ALL, 'model');
  expect(models.map((row) => [row.key, row.answerCost + row.noTextCost])).toEqual([
    ['gpt-5', HUGE + 5n],
    ['glm-4.6', 7n],
  ]);
  expect(models[0]).toMatchObject({
    provider: 'openai',
    generations: 4,
    generationsReporting: 2,
    generationsUnpriced: 1,
  });
});

describe('spend by cut', () => {
  const keysOf = async (cut: 'agent' | 'effort' | 'model', calls: CallCondition[] = []) =>
    (await spendByCut(database.sql, { ...RANGE, calls }, cut)).map(({ key, generations }) => [key, generations]);

  it('has a row without a name for agents or efforts that were not reported', async () => {
    expect(await keysOf('agent')).toEqual([
      ['', 4],
      ['planner', 2],
    ]);
    expect(await keysOf('effort')).toEqual([
      ['', 4],
      ['high', 2],
    ]);
  });

  it('with a condition covers only matching calls, and a dated snapshot matches its model', async () => {
    expect(await keysOf('model', [{ field: 'agent', value: 'planner', negated: false }])).toEqual([['glm-4.6', 2]]);
    expect(await keysOf('model', [{ field: 'agent', value: 'planner', negated: true }])).toEqual([['gpt-5', 4]]);
    expect(await keysOf('agent', [{ field: 'model', value: 'gpt', negated: false }])).toEqual([]);
    const days = await spendByDay(database.sql, {
      ...RANGE,
      timeZone: 'UTC',
      calls: [{ field: 'effort', value: 'high', negated: false }],
    });
    expect(days.map(({ day, generations }) => [day, generations])).toEqual([['2026-11-02', 2]]);
  });
});

it('sums the histograms of a tool bucket by bucket', async () => {
  expect(await thinkingByTool(database.sql, RANGE)).toEqual([
    {
      tool: 'get_order',
      calls: 5,
      callsWithTokens: 5,
      callsEstimated: 2,
      estimatedTokens: 60n,
      reasoningTokens: 40n,
      reasoningCost: 20n,
      hiddenCost: 8n,
      tokenHistogram: buckets([1, 0, 3]),
    },
  ]);
});
