import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { insertTrace } from '../testing-rows.ts';
import { traceRest } from './trace-rest.ts';

const KEY = { projectId: '00000000-0000-4000-8000-000000000001', traceId: 'a'.repeat(32) };
const START = Date.UTC(2026, 10, 20, 10);
const idOf = (number: number) => number.toString(16).padStart(16, '0');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // Every second span is a tool, and every fifth failed. The last one is not a step.
  const spans = Array.from({ length: 21 }, (_, at) => ({
    span_id: idOf(at),
    kind: at === 20 ? 'span' : at % 2 === 1 ? 'tool' : 'generation',
    name: 'chat',
    tool_name: at % 2 === 1 ? 'search' : null,
    status: at % 5 === 0 ? 'error' : 'ok',
    started_at: new Date(START + at * 1000),
  }));
  await insertTrace(database.sql, { ...KEY, trace: { started_at: new Date(START) }, spans });
});
afterAll(() => database.drop());

const beyond = (number: number) => traceRest(database.sql, KEY, { spanId: idOf(number), parts: 3, mostFailed: 2 });

it('returns positions spread over the rest, from its first model call to its last, and the failed steps', async () => {
  const { places, failures, failed } = await beyond(3);
  expect(places.map(({ spanId, start }) => [spanId, start])).toEqual([
    [idOf(4), 4000],
    [idOf(10), 10_000],
    [idOf(16), 16_000],
    [idOf(18), 18_000],
  ]);
  expect(failures).toBe(3);
  expect(failed.map(({ spanId, name }) => [spanId, name])).toEqual([
    [idOf(5), 'search'],
    [idOf(10), 'chat'],
  ]);
});

it('returns nothing after the last span, or for another trace', async () => {
  const nothing = { places: [], failures: 0, failed: [] };
  expect(await beyond(20)).toEqual(nothing);
  expect(await beyond(99)).toEqual(nothing);
});
