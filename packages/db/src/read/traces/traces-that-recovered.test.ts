import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { insertTrace, type TestTrace } from '../testing-rows.ts';
import { traceSummary } from '../trace/trace-summary.ts';
import { tracesThatRecovered } from './traces-that-recovered.ts';

const projectId = '00000000-0000-4000-8000-000000000001';
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, seconds));

let database: TestDatabase;
beforeAll(async () => (database = await createTestDatabase()));
afterAll(() => database.drop());

let made = 0;
/** Returns, per trace, whether it recovered according to the list and to the head of its page. */
async function recovered(rows: Pick<TestTrace, 'spans' | 'calls' | 'trace'>): Promise<boolean[]> {
  const traceId = String((made += 1)).padStart(32, '0');
  await insertTrace(database.sql, { projectId, traceId, ...rows, trace: { error_count: 1, ...rows.trace } });
  const onItsPage = (await traceSummary(database.sql, { projectId, traceId }))!.recovered;
  return [(await tracesThatRecovered(database.sql, projectId, [traceId])).has(traceId), onItsPage];
}

const [ROOT, FIRST, TOOL, LAST] = ['01', '02', '03', '04'].map((pair) => pair.repeat(8)) as [
  string,
  string,
  string,
  string,
];
const root = { span_id: ROOT, kind: 'agent', started_at: at(0) };
const first = { span_id: FIRST, parent_span_id: ROOT, kind: 'generation', started_at: at(1) };
const failedTool = { span_id: TOOL, parent_span_id: ROOT, kind: 'tool', started_at: at(2), status: 'error' };
const last = { span_id: LAST, parent_span_id: ROOT, kind: 'generation', started_at: at(3) };
const answer = { span_id: LAST, call_index: 0, type: 'answer', started_at: at(3) };

it('a trace recovered when a tool failed and the last model call still answered', async () => {
  expect(await recovered({ spans: [root, first, failedTool, last], calls: [answer] })).toEqual([true, true]);
});

it('a trace that failed as a whole did not recover, whatever was answered', async () => {
  const failedRoot = { ...root, status: 'error' };
  expect(await recovered({ spans: [failedRoot, first, failedTool, last], calls: [answer] })).toEqual([false, false]);
});

it('a trace did not recover when its last model call failed or only requested tools', async () => {
  const failed = { ...last, status: 'error' };
  expect(await recovered({ spans: [root, failedTool, failed], calls: [answer] })).toEqual([false, false]);
  const request = { ...answer, type: 'function' };
  expect(await recovered({ spans: [root, failedTool, last], calls: [request] })).toEqual([false, false]);
});

it('an answer before the last model call is not the end of the trace', async () => {
  const early = { ...answer, span_id: FIRST, started_at: at(1) };
  expect(await recovered({ spans: [root, first, failedTool, last], calls: [early] })).toEqual([false, false]);
});

it('a trace without errors has nothing to recover from', async () => {
  const rows = { spans: [root, last], calls: [answer], trace: { error_count: 0 } };
  expect(await recovered(rows)).toEqual([false, false]);
});
