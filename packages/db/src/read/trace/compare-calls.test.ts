import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { insertTrace } from '../testing-rows.ts';
import { compareCalls } from './compare-calls.ts';

const KEY = { projectId: '00000000-0000-4000-8000-000000000001', traceId: 'a'.repeat(32) };
const ids = [1, 2, 3].map((number) => String(number).padStart(16, '0'));
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, second));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const rows = ids.map((span_id, second) => ({ span_id, started_at: at(second) }));
  const calls = rows.map((row) => ({ ...row, call_index: 0, result_preview: 'It is in Oslo.' }));
  await insertTrace(database.sql, { ...KEY, spans: rows, calls, trace: { span_count: 3 } });
});
afterAll(() => database.drop());

it('of a trace with more spans than are compared, only the calls of the first ones are read', async () => {
  const compared = async (most: number) => (await compareCalls(database.sql, KEY, most)).map(({ spanId }) => spanId);
  expect(await compared(2)).toEqual(ids.slice(0, 2));
  expect(await compared(3)).toEqual(ids);
});
