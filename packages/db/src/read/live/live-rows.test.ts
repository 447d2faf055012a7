import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { liveCalls } from './live-calls.ts';
import { liveRecent } from './live-recent.ts';
import { liveRelated } from './live-related.ts';
import { liveSpans } from './live-spans.ts';
import { liveTraces } from './live-traces.ts';
import { insertTrace } from '../testing-rows.ts';

const PROJECT = '00000000-0000-4000-8000-000000000001';
const FOREIGN = '00000000-0000-4000-8000-000000000002';
const TRACE = 'aa'.repeat(16);
const OTHER = 'bb'.repeat(16);
const span = (number: number) => number.toString(16).padStart(16, '0');
const at = (milliseconds: number) => new Date(Date.now() - 60_000 + milliseconds);
const [ASKED, RAN, COPY, LATER] = [span(1), span(2), span(3), span(4)];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const call = { call_index: 0, call_id: 'c1' };
  await insertTrace(database.sql, {
    projectId: PROJECT,
    traceId: TRACE,
    trace: { started_at: at(0), asked: 'Refund', error_count: 1 },
    spans: [
      { span_id: ASKED, started_at: at(1), total_cost: 5n },
      { span_id: RAN, kind: 'tool', started_at: at(2) },
      { span_id: COPY, duplicate_of: ASKED, started_at: at(3) },
    ],
    calls: [
      { ...call, span_id: ASKED, thought_preview: 'Two sources', arguments_preview: '{"q":1}' },
      { ...call, span_id: RAN, described_by: 'execution', status: 'ok' },
      { ...call, span_id: COPY },
    ],
  });
  await insertTrace(database.sql, {
    projectId: PROJECT,
    traceId: OTHER,
    trace: { started_at: at(5), name: 'run' },
    spans: [{ span_id: LATER, started_at: at(6) }],
    calls: [{ ...call, span_id: LATER }],
  });
  // The same trace and span in another project: ids are no secret.
  await insertTrace(database.sql, {
    projectId: FOREIGN,
    traceId: TRACE,
    trace: { started_at: at(0), asked: 'Not yours' },
    spans: [{ span_id: RAN, started_at: at(9) }],
    calls: [{ ...call, span_id: RAN, thought_preview: 'Not yours' }],
  });
});
afterAll(() => database.drop());

const ids = (...spans: string[]) => spans.map((spanId) => ({ traceId: TRACE, spanId }));

test('spans are found by id with times since 1970, without duplicates and without other projects', async () => {
  const rows = await liveSpans(database.sql, PROJECT, ids(ASKED, COPY, span(99)));
  expect(rows).toMatchObject([{ traceId: TRACE, id: ASKED, cost: 5 }]);
  expect(Math.abs(rows[0]!.start - Date.now())).toBeLessThan(3_600_000);
  expect(await liveSpans(database.sql, FOREIGN, ids(ASKED))).toEqual([]);
});

test('calls have the beginnings of their texts; those of a duplicate belong to the response that counts', async () => {
  const rows = await liveCalls(database.sql, PROJECT, ids(ASKED, COPY));
  expect(rows.toSorted((a, b) => (a.spanId < b.spanId ? -1 : 1))).toMatchObject([
    { spanId: ASKED, ownerId: ASKED, thought: 'Two sources', arguments: '{"q":1}' },
    { spanId: COPY, ownerId: ASKED, thought: null },
  ]);
  const foreign = await liveCalls(database.sql, FOREIGN, ids(ASKED, RAN));
  expect(foreign.map((row) => row.thought)).toEqual(['Not yours']);
});

test('related spans of a call are found only in its trace', async () => {
  const related = await liveRelated(database.sql, PROJECT, [{ traceId: TRACE, callId: 'c1' }]);
  expect(related.map((row) => row.spanId).sort()).toEqual([ASKED, RAN, COPY]);
  expect(await liveRelated(database.sql, PROJECT, [{ traceId: TRACE, callId: 'c2' }])).toEqual([]);
});

test('a filter selects traces, and the screen begins with their newest spans', async () => {
  const failed = [{ negated: false, field: 'status' as const, value: 'error' }];
  const named = (conditions: typeof failed) =>
    liveTraces(database.sql, { projectId: PROJECT, conditions }, [TRACE, OTHER]);
  expect((await named([])).map((trace) => trace.title).sort()).toEqual(['Refund', 'run']);
  expect(await named(failed)).toMatchObject([{ id: TRACE, title: 'Refund' }]);
  const recent = (conditions: typeof failed) => liveRecent(database.sql, { projectId: PROJECT, conditions }, 2);
  expect((await recent([])).map((row) => row.spanId)).toEqual([LATER, RAN]);
  expect((await recent(failed)).map((row) => row.spanId)).toEqual([RAN, ASKED]);
});
