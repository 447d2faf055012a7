import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSums, ensureProject } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { generate } from './generate.ts';
import { DAY_MS, dayOf, makeBatches, type GenerateOptions } from './generate-order.ts';
import { makeRun } from './generate-runs.ts';
import { chanceOf } from './generate-text.ts';

let database: TestDatabase;
let wanted: GenerateOptions;

beforeAll(async () => {
  database = await createTestDatabase();
  const { id } = await ensureProject(database.sql, { slug: 'generated', name: 'generated' });
  wanted = { projectId: id, spans: 2_000, traces: 120, days: 3, medianSteps: 1, long: [400], seed: 1 };
});
afterAll(() => database.drop());

test('what is generated is stored once, over the days before today, and every sum is what its spans say', async () => {
  const { sql } = database;
  const made = await generate(sql, wanted);
  expect(made.traces).toBe(wanted.traces);
  await generate(sql, wanted);
  const [stored] = await sql<{ traces: number; spans: number; days: string[] }[]>`
    select count(*)::int as traces, sum(span_count)::int as spans, array_agg(distinct day order by day) as days from traces`;
  expect({ traces: stored!.traces, spans: stored!.spans }).toEqual(made);
  expect(stored!.days).toEqual([3, 2, 1].map((ago) => dayOf(new Date(Date.now() - ago * DAY_MS))));
  expect(await checkSums(sql, wanted.projectId)).toEqual([]);
  const [checked] = await sql<{ traces: number; due: number; found: number }[]>`
    select count(*)::int as traces, count(due_since)::int as due,
      (select count(distinct trace_id)::int from trace_checks) as found from trace_evidence`;
  expect(checked).toMatchObject({ traces: wanted.traces, due: 0 });
  expect(checked!.found).toBeGreaterThan(wanted.traces! / 2);
});

test('a long trace has the steps that were asked for, and comes in parts', async () => {
  const [long] = await database.sql<{ steps: number; spans: number }[]>`
    select step_count as steps, span_count as spans from traces order by span_count desc limit 1`;
  expect(long!.steps).toBeGreaterThanOrEqual(400);
  expect(long!.steps).toBeLessThan(440);
  const runs = [...makeBatches({ ...wanted, long: [3_000], traces: 1 }, new Date())].flatMap((batch) => batch.runs);
  expect(runs.length).toBeGreaterThan(2);
  expect(new Set(runs.map(({ traceId }) => traceId)).size).toBe(1);
  const ids = new Set(runs.flatMap(({ spans }) => spans.map(({ span }) => span.spanId)));
  const parents = runs.flatMap(({ spans }) => spans.flatMap(({ span }) => span.parentSpanId ?? []));
  expect(parents.filter((id) => !ids.has(id))).toEqual([]);
});

test('runs have what real ones have: thinking of every state, calls at once, errors, sub-agents, sessions', () => {
  const runs = Array.from({ length: 400 }, (_, number) =>
    makeRun(chanceOf(number), { projectId: wanted.projectId, startedAt: new Date(), steps: 5 }),
  );
  const spans = runs.flatMap((run) => run.spans);
  const calls = spans.flatMap((stored) => stored.calls);
  const asked = calls.filter(({ describedBy }) => describedBy === 'generation');
  const states = new Set(asked.map(({ thinkingState }) => thinkingState));
  expect([...states].sort()).toEqual(['encrypted', 'readable', 'shared', 'summary', 'withheld']);
  const shareOf = (found: number) => found / spans.length;
  expect(shareOf(spans.filter(({ span }) => span.status === 'error').length)).toBeGreaterThan(0.005);
  expect(shareOf(spans.filter(({ calls: { length } }) => length > 1).length)).toBeGreaterThan(0.05);
  const agents = spans.filter(({ span }) => span.kind === 'agent');
  expect(agents.length).toBeGreaterThan(runs.length);
  expect(new Set(spans.map(({ span }) => span.reasoningEffort))).toEqual(new Set([null, 'low', 'medium', 'high']));
  const sessions = new Set(runs.map(({ spans: [first] }) => first!.trace.sessionId));
  expect(sessions.size).toBeGreaterThan(100);
  const thoughts = calls
    .flatMap(({ thoughtCharacters }) => thoughtCharacters || [])
    .sort((left, right) => left - right);
  expect(thoughts.at(-1)! / thoughts[Math.floor(thoughts.length / 2)]!).toBeGreaterThan(5);
});
