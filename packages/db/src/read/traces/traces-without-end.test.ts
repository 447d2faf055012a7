import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { insertTrace, type TestTrace } from '../testing-rows.ts';
import { traceSummary } from '../trace/trace-summary.ts';
import { tracesWithoutEnd } from './traces-without-end.ts';

const projectId = '00000000-0000-4000-8000-000000000001';
const ROOT = '01'.repeat(8);
const CALL = '02'.repeat(8);

let database: TestDatabase;
beforeAll(async () => (database = await createTestDatabase()));
afterAll(() => database.drop());

let made = 0;
/** Returns, per trace, whether it has no end according to the list and to the head of its page. */
async function hasNoEnd(...spans: NonNullable<TestTrace['spans']>): Promise<boolean[]> {
  const traceId = String((made += 1)).padStart(32, '0');
  const open = spans.filter((span) => span.duration_ns === null).length;
  await insertTrace(database.sql, { projectId, traceId, trace: { open_count: open }, spans });
  const ended = (await traceSummary(database.sql, { projectId, traceId }))!.hasNoEnd;
  return [(await tracesWithoutEnd(database.sql, projectId, [traceId])).has(traceId), ended];
}

const root = { span_id: ROOT, kind: 'agent' };
const call = { span_id: CALL, parent_span_id: ROOT, kind: 'generation' };
const open = { duration_ns: null };

it('a trace has no end when the end of its outermost span or of a model call has not arrived', async () => {
  expect(await hasNoEnd(root, call)).toEqual([false, false]);
  expect(await hasNoEnd({ ...root, ...open }, call)).toEqual([true, true]);
  expect(await hasNoEnd(root, { ...call, ...open })).toEqual([true, true]);
});

it('a span with a status or output tokens has ended, even without a duration', async () => {
  const answered = { input_tokens: 10n, output_tokens: 5n };
  expect(await hasNoEnd(root, { ...call, ...open, ...answered })).toEqual([false, false]);
  expect(await hasNoEnd({ ...root, ...open, status: 'ok' })).toEqual([false, false]);
  expect(await hasNoEnd(root, { ...call, ...open, duplicate_of: ROOT })).toEqual([false, false]);
  // A tool without an end shows that in its own row.
  expect(await hasNoEnd(root, { ...call, ...open, kind: 'tool' })).toEqual([false, false]);
});
