import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureProject } from '../../projects/projects.ts';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { storableSpan } from '../../testing/storable-spans.ts';
import { createWriteBatch } from '../../write/write-batch.ts';
import { streamingCalls } from './streaming-calls.ts';
import { traceSpans } from './trace-spans.ts';
import { traceSummary } from './trace-summary.ts';

let database: TestDatabase;
let projectId: string;
const traceId = 'a'.repeat(32);
const [STREAMING, SILENT, ENDED, BEGUN] = ['1', '2', '3', '4'].map((digit) => digit.repeat(16)) as [
  string,
  string,
  string,
  string,
];

const idsOf = (...spanIds: string[]) => spanIds.map((spanId) => ({ traceId, spanId }));

beforeAll(async () => {
  database = await createTestDatabase();
  projectId = (await ensureProject(database.sql, { slug: 'p', name: 'P' })).id;
  const [call] = storableSpan({}).calls;
  const open = { durationNs: null, status: 'unset' as const };
  const callOf = (index: number, texts: Partial<NonNullable<(typeof call & object)['texts']>>) => ({
    ...call!,
    callId: `call_${index}`,
    texts: { thoughts: null, preamble: null, arguments: null, result: null, ...texts },
  });
  const many = Array.from({ length: 24 }, (_, index) => callOf(index, { arguments: `{"n":${index}}` }));
  const thoughts = ['First thought', `${'on and '.repeat(400)}on to the end`];
  await createWriteBatch(database.sql)(
    [
      storableSpan({ span: { spanId: STREAMING, snapshot: 7, ...open }, calls: [...many, callOf(24, { thoughts })] }),
      storableSpan({ span: { spanId: SILENT, snapshot: 1, ...open }, calls: [] }),
      storableSpan({ span: { spanId: ENDED } }),
      storableSpan({ span: { spanId: BEGUN, ...open } }),
    ].map((span) => ({ ...span, projectId, traceId })),
  );
});
afterAll(() => database.drop());

test('returns the last calls of streaming responses, with the ends of their texts', async () => {
  const found = await streamingCalls(database.sql, projectId, idsOf(STREAMING, SILENT, ENDED, BEGUN));
  expect(found.map(({ spanId, snapshot, callCount, calls }) => [spanId, snapshot, callCount, calls.length])).toEqual([
    [STREAMING, 7, 25, 20],
    [SILENT, 1, 0, 0],
  ]);
  const calls = found[0]!.calls;
  expect(calls.map(({ index }) => index)).toEqual(Array.from({ length: 20 }, (_, at) => at + 5));
  expect(calls.at(-2)).toMatchObject({ arguments: '{"n":23}', thought: null, type: 'function', tool: 'get_order' });
  expect(calls.at(-1)?.thought).toMatch(/^[\w ]+ on and on to the end$/);
  expect(calls.at(-1)?.thought).toHaveLength(2000);
});

test('returns nothing of other spans, or of another project', async () => {
  expect(await streamingCalls(database.sql, projectId, [])).toEqual([]);
  const other = (await ensureProject(database.sql, { slug: 'q', name: 'Q' })).id;
  expect(await streamingCalls(database.sql, other, idsOf(STREAMING))).toEqual([]);
});

test('a trace has the sum of its snapshot numbers, and marks its partial spans', async () => {
  expect(await traceSummary(database.sql, { projectId, traceId })).toMatchObject({ open: 3, snapshots: 8, spans: 4 });
  const spans = await traceSpans(database.sql, { projectId, traceId }, 10);
  expect(spans.filter(({ partial }) => partial).map(({ id }) => id)).toEqual([STREAMING, SILENT]);
});
