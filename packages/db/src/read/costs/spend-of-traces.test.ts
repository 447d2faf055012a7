import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureProject } from '../../projects/projects.ts';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { storableSpan, storableSpans } from '../../testing/storable-spans.ts';
import { createWriteBatch } from '../../write/write-batch.ts';
import { spendByCut } from './spend-by-cut.ts';
import { spendByDay } from './spend-by-day.ts';
import { spendOfTraces } from './spend-of-traces.ts';
import { thinkingByToolOfTraces } from './thinking-by-tool-of-traces.ts';
import { thinkingByTool } from './thinking-by-tool.ts';

const RANGE = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-11-23T00:00:00Z') };
const timeZone = 'America/St_Johns';

let database: TestDatabase;
let projectId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  projectId = (await ensureProject(database.sql, { slug: 'p', name: 'P' })).id;
  const other = (await ensureProject(database.sql, { slug: 'q', name: 'Q' })).id;
  const write = createWriteBatch(database.sql);
  for (const spans of fc.sample(storableSpans(), { numRuns: 20, seed: 5 }))
    for (const id of [projectId, other]) await write(spans.map((span) => ({ ...span, projectId: id })));
});
afterAll(() => database.drop());

const everything = () => ({ traces: { projectId, ...RANGE, conditions: [] }, calls: [] });
const byKey = <Row extends { key: string }>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => (one.key < other.key ? -1 : 1));

test.each(['model', 'agent', 'effort'] as const)(
  'sums by %s over the spans of all traces equal the rollups',
  async (by) => {
    const asked = { projectId, ...RANGE, calls: [{ field: 'effort' as const, value: 'high', negated: true }] };
    const rollups = await spendByCut(database.sql, asked, by);
    const { rows, capped } = await spendOfTraces(database.sql, { ...everything(), calls: asked.calls }, { by });
    const ofProviders = (row: { key: string; provider: string | null }) => ({
      ...row,
      key: `${row.key} ${row.provider}`,
    });
    expect(byKey(rows.map(ofProviders))).toEqual(byKey(rollups.map(ofProviders)));
    expect([rows.length > 1, capped]).toEqual([true, false]);
  },
);

test('sums by day over the spans equal the rollups, in any time zone', async () => {
  const rollups = await spendByDay(database.sql, { projectId, ...RANGE, calls: [], timeZone });
  const { rows } = await spendOfTraces(database.sql, everything(), { by: 'day', timeZone });
  expect(byKey(rows)).toEqual(rollups.map(({ day, ...row }) => ({ key: day, provider: null, ...row })));
});

test('thinking before each tool, from the calls of all traces, equals the rollups', async () => {
  const byName = (rows: readonly { tool: string }[]) => rows.toSorted((one, other) => (one.tool < other.tool ? -1 : 1));
  const { rows, traces } = await thinkingByToolOfTraces(database.sql, everything());
  expect(byName(rows)).toEqual(byName(await thinkingByTool(database.sql, { projectId, ...RANGE })));
  expect(traces).toBe(3);
});

test('spend by session comes from the traces, with a row for those without a session', async () => {
  const { id } = await ensureProject(database.sql, { slug: 's', name: 'S' });
  const write = createWriteBatch(database.sql);
  const ofTrace = (digit: string, sessionId: string | null, inputCost: number) => ({
    ...storableSpan({ traceId: digit.repeat(32), span: { spanId: digit.repeat(16), inputCost }, trace: { sessionId } }),
    projectId: id,
  });
  await write([ofTrace('1', 'one', 5), ofTrace('2', 'one', 6), ofTrace('3', 'two', 20), ofTrace('4', null, 1)]);
  const asked = { traces: { projectId: id, ...RANGE, conditions: [] }, calls: [] };
  const { rows, traces } = await spendOfTraces(database.sql, asked, { by: 'session' });
  expect(rows.map((row) => [row.key, row.inputCost])).toEqual([
    ['two', 20n],
    ['one', 11n],
    ['', 1n],
  ]);
  expect(traces).toBe(4);
  const filtered = { field: 'session' as const, value: 'one', negated: false };
  const one = await spendOfTraces(
    database.sql,
    { ...asked, traces: { ...asked.traces, conditions: [filtered] } },
    { by: 'model' },
  );
  expect(one.rows.map((row) => [row.key, row.generations])).toEqual([['gpt-5.2', 2]]);
  const nothing = await spendOfTraces(
    database.sql,
    { ...asked, traces: { ...asked.traces, conditions: [{ ...filtered, value: 'none' }] } },
    { by: 'model' },
  );
  expect(nothing).toEqual({ rows: [], traces: 0, capped: false });
});

test('a trace that is too long to be summed in time is left out, and the result says so', async () => {
  const { id } = await ensureProject(database.sql, { slug: 'l', name: 'L' });
  const write = createWriteBatch(database.sql);
  const ofTrace = (digit: string) => ({ ...storableSpan({ traceId: digit.repeat(32) }), projectId: id });
  await write([ofTrace('1'), ofTrace('2')]);
  await database.sql`update traces set span_count = 30001 where project_id = ${id} and trace_id = decode(${'2'.repeat(32)}, 'hex')`;
  const asked = { traces: { projectId: id, ...RANGE, conditions: [] }, calls: [] };
  const { rows, ...looked } = await spendOfTraces(database.sql, asked, { by: 'model' });
  expect([rows[0]?.generations, looked]).toEqual([1, { traces: 1, capped: true }]);
  expect(await thinkingByToolOfTraces(database.sql, asked)).toMatchObject({ traces: 1, capped: true });
});
