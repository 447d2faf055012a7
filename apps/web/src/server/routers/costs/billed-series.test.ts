// Billed thinking against held text: sums of a real database, through the gate, and over the read API.
import { createApiKey } from '@subtext/db';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer } from '../../read-api/answer.ts';
import { undescribed } from '../../testing/described.ts';
import { openOwner, TEST_ENV, type Owner } from '../../testing/owner.ts';
import type { Caller } from '../index.ts';

const DAY = 24 * 60 * 60 * 1000;
const FIRST = Date.parse('2026-10-01T00:00:00Z');
const dayOf = (index: number) => new Date(FIRST + index * DAY).toISOString().slice(0, 10);
let owner: Owner;
let caller: Caller;
let projectId: string;

interface StoredDay {
  model: string;
  day: number;
  bytes: number;
  basis?: 'verbatim' | 'summary';
  steps?: number;
  project?: string;
}

async function store({ model, day, bytes, basis = 'verbatim', steps = 50, project = projectId }: StoredDay) {
  await owner.database.sql`
    INSERT INTO billed_thinking (project_id, trace_id, day, model, basis, steps, tokens, bytes)
    VALUES (${project}, ${randomBytes(16)}, ${dayOf(day)}, ${model}, ${basis}, ${steps}, 10000, ${bytes})`;
}

/** 20 usual days of one model, then one with half of the text, and one with few model calls; and summaries. */
beforeAll(async () => {
  owner = await openOwner();
  caller = await owner.caller();
  projectId = (await owner.prisma.project.findFirstOrThrow()).id;
  const { id: other } = await owner.prisma.project.create({
    data: { slug: 'other', name: 'Other', organizationId: (await owner.prisma.organization.findFirstOrThrow()).id },
  });
  for (let day = 0; day < 20; day += 1) await store({ model: 'verbatim-1', day, bytes: 40_000 + (day % 3) * 500 });
  await store({ model: 'verbatim-1', day: 20, bytes: 20_000 });
  await store({ model: 'verbatim-1', day: 21, bytes: 41_000, steps: 3 });
  await store({ model: 'summary-1', day: 20, bytes: 5_000, basis: 'summary' });
  await store({ model: 'foreign', day: 20, bytes: 9, project: other });
});
afterAll(() => owner.close());

const seriesFrom = (day: number) =>
  caller.costs.billedThinking({
    project: 'default',
    from: new Date(FIRST + day * DAY),
    to: new Date(FIRST + 23 * DAY),
  });

it('marks the days with unusually little text, says why others are not compared, and knows no other project', async () => {
  const { series, hasMoreModels } = await seriesFrom(0);
  expect(series.map(({ model, basis }) => [model, basis])).toEqual([
    ['verbatim-1', 'verbatim'],
    ['summary-1', 'summary'],
  ]);
  const [{ days }] = series as [(typeof series)[number]];
  const verdicts = days.map(({ verdict, notCompared }) => notCompared ?? verdict);
  expect(verdicts).toEqual([
    ...Array.from({ length: 7 }, () => 'few_days_before'),
    ...Array.from({ length: 13 }, () => 'usual'),
    ...['less text', 'few_model_calls'],
  ]);
  expect(hasMoreModels).toBe(false);
});

it('says the same of a day whatever range is asked for', async () => {
  const [{ days }] = (await seriesFrom(20)).series as [Awaited<ReturnType<typeof seriesFrom>>['series'][number]];
  expect(days.map(({ day, verdict }) => [day, verdict])).toEqual([
    [dayOf(20), 'less text'],
    [dayOf(21), 'unknown'],
  ]);
});

it('has days without anything to compare in no row, and a range without any is empty', async () => {
  expect((await seriesFrom(22)).series).toEqual([]);
});

it('is answered to programs as it is described', async () => {
  const { sql } = owner.database;
  const { key } = await createApiKey(sql, { projectId, name: 'figures', scopes: ['figures'] });
  const url = new URL(`http://localhost/api/v1/billed-thinking?range=${dayOf(20)}T00:00Z..${dayOf(22)}T00:00Z`);
  const services = { prisma: owner.prisma, sql, reads: owner.reads, env: TEST_ENV };
  const request = new Request(url, { headers: { authorization: `Bearer ${key}` } });
  const response = await answer(request, ['billed-thinking'], services);
  const body = (await response.json()) as { rows: object[] };
  expect(undescribed(url.pathname, response.status, body)).toEqual([]);
  expect(body).toMatchObject({
    rows: [
      { model: 'verbatim-1', day: dayOf(20), bytes_per_token: 2, verdict: 'less_text', not_compared: null },
      { day: dayOf(21), verdict: 'unknown', not_compared: 'few_model_calls', usual_from: null },
      { model: 'summary-1', text_basis: 'summary', thinking_tokens: 10_000, text_bytes: 5_000 },
    ],
    more_models: false,
  });
});
