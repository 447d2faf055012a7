import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { insertTrace, type TestTrace } from '../testing-rows.ts';
import { traceSummary } from '../trace/trace-summary.ts';
import { ENDING, traceEndings, WITH_ENDING, type TraceEnding } from './trace-endings.ts';

const projectId = '00000000-0000-4000-8000-000000000001';
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, seconds));

let database: TestDatabase;
beforeAll(async () => (database = await createTestDatabase()));
afterAll(() => database.drop());

let made = 0;
/** Returns what the list says of a trace, and the head of its page. */
async function endings(rows: Pick<TestTrace, 'spans' | 'calls' | 'trace'>): Promise<TraceEnding[]> {
  const traceId = String((made += 1)).padStart(32, '0');
  await insertTrace(database.sql, { projectId, traceId, ...rows });
  const inList = (await traceEndings(database.sql, projectId, [traceId])).get(traceId)!;
  return [inList, (await traceSummary(database.sql, { projectId, traceId }))!];
}

const ROOT = '01'.repeat(8);
const CALL = '02'.repeat(8);

async function hasNoEnd(...spans: NonNullable<TestTrace['spans']>): Promise<boolean[]> {
  const trace = { open_count: spans.filter((span) => span.duration_ns === null).length };
  return (await endings({ spans, trace })).map((ending) => ending.hasNoEnd);
}

const root = { span_id: ROOT, kind: 'agent', started_at: at(0) };
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

async function recovered({ trace, ...rows }: Pick<TestTrace, 'spans' | 'calls' | 'trace'>): Promise<boolean[]> {
  return (await endings({ ...rows, trace: { error_count: 1, ...trace } })).map((ending) => ending.recovered);
}

const TOOL = '03'.repeat(8);
const LAST = '04'.repeat(8);
const first = { span_id: CALL, parent_span_id: ROOT, kind: 'generation', started_at: at(1) };
const failedTool = { span_id: TOOL, parent_span_id: ROOT, kind: 'tool', started_at: at(2), status: 'error' };
const last = { span_id: LAST, parent_span_id: ROOT, kind: 'generation', started_at: at(3) };
const answer = { span_id: LAST, call_index: 0, type: 'answer', started_at: at(3) };

it('a trace recovered when a tool failed and the last model call still answered', async () => {
  expect(await recovered({ spans: [root, first, failedTool, last], calls: [answer] })).toEqual([true, true]);
});

it('a trace that failed as a whole did not recover, even with an answer', async () => {
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
  const early = { ...answer, span_id: CALL, started_at: at(1) };
  expect(await recovered({ spans: [root, first, failedTool, last], calls: [early] })).toEqual([false, false]);
});

it('a trace without errors has nothing to recover from', async () => {
  const rows = { spans: [root, last], calls: [answer], trace: { error_count: 0 } };
  expect(await recovered(rows)).toEqual([false, false]);
});

async function answered({ trace, ...rows }: Pick<TestTrace, 'spans' | 'calls' | 'trace'>): Promise<boolean[]> {
  return (await endings({ ...rows, trace: { updated_at: new Date(), ...trace } })).map((ending) => ending.answered);
}

it('nothing more is expected of a trace whose last model call answered', async () => {
  const spans = [root, first, last];
  expect(await answered({ spans, calls: [answer] })).toEqual([true, true]);
  expect(await answered({ spans, calls: [{ ...answer, type: 'function' }] })).toEqual([false, false]);
  expect(
    await answered({ spans: [...spans, { ...failedTool, ...open }], calls: [answer], trace: { open_count: 1 } }),
  ).toEqual([false, false]);
});

it('an old trace is not asked whether more is expected', async () => {
  const trace = { updated_at: at(0) };
  expect(await answered({ spans: [root, first, last], calls: [answer], trace })).toEqual([false, false]);
});

interface PlanNode {
  'Relation Name'?: string;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** How often spans were scanned. */
async function scans(trace: TestTrace['trace']): Promise<number> {
  const traceId = String((made += 1)).padStart(32, '0');
  await insertTrace(database.sql, {
    projectId,
    traceId,
    spans: [root, first, failedTool, last],
    calls: [answer],
    trace,
  });
  const { sql } = database;
  const [row] = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>`
    explain (analyze, format json) select ${ENDING(sql)} from traces t ${WITH_ENDING(sql, projectId)}
    where t.project_id = ${projectId} and t.trace_id = decode(${traceId}, 'hex')`;
  return nodesOf(row!['QUERY PLAN'][0].Plan)
    .filter((node) => node['Relation Name']?.startsWith('spans'))
    .reduce((sum, node) => sum + node['Actual Loops'], 0);
}

it('reads no span of a trace without errors and open spans, and of a long trace with errors', async () => {
  const updated_at = at(0);
  expect(await scans({ updated_at })).toBe(0);
  expect(await scans({ updated_at, error_count: 1, span_count: 200_000 })).toBe(0);
  expect(await scans({ updated_at, error_count: 1 })).toBeGreaterThan(0);
});
