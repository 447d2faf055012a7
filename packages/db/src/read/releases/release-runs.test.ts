import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureProject } from '../../projects/projects.ts';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { insertTrace } from '../testing-rows.ts';
import { callsOfRuns } from './release-calls.ts';
import { runsByCut, runsOfSide } from './release-runs.ts';
import { scoresOfRuns } from './release-scores.ts';

let database: TestDatabase;
let projectId: string;
let range: { projectId: string; from: Date; to: Date; conditions: [] };
const HOSTILE = '1.0, "..", <b>é\u202e';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute));
const id = (number: number) => number.toString(16).padStart(32, '0');

const run = (number: number, trace: Record<string, unknown>, project = projectId) =>
  insertTrace(database.sql, {
    projectId: project,
    traceId: id(number),
    trace: { started_at: at(number), ended_at: new Date(at(number).getTime() + 1500), ...trace },
    spans: [{ span_id: 'aa'.repeat(8) }],
    calls: [
      { span_id: 'aa'.repeat(8), call_index: 1, tool_name: 'second', reasoning_tokens: 7, reasoning_cost: 3 },
      {
        ...{ span_id: 'aa'.repeat(8), call_index: 0, tool_name: 'first', reasoning_tokens: 9 },
        reasoning_tokens_source: 'estimated',
      },
      { span_id: 'aa'.repeat(8), call_index: 2, type: 'trailing' },
      { span_id: 'bb'.repeat(8), call_index: 0, described_by: 'execution' },
    ],
  });

beforeAll(async () => {
  database = await createTestDatabase();
  projectId = (await ensureProject(database.sql, { slug: 'p', name: 'P' })).id;
  const other = (await ensureProject(database.sql, { slug: 'q', name: 'Q' })).id;
  range = { projectId, from: at(0), to: at(59), conditions: [] };
  const priced = { generation_count: 2, generations_reporting: 2, input_cost: 3, answer_cost: 4, no_text_cost: 5 };
  await run(1, { ...priced, release: 'v1', asked: 'Is A7 in stock?', efforts: ['high'] });
  await run(2, { ...priced, release: 'v1', asked: '[15 characters]', generations_unpriced: 1, open_count: 1 });
  await run(3, { release: HOSTILE, service: 'shop', asked: 'Is A7 in stock?', metadata: { 'prompt.version': '7' } });
  await run(4, { release: HOSTILE, service: 'desk', asked: 'Is A7 in stock?', efforts: ['high', 'low'] });
  await run(5, { error_count: 3, efforts: ['high'] });
  await run(6, { release: 'v1' }, other);
});
afterAll(() => database.drop());

const keys = async (by: 'release' | 'prompt' | 'effort', most?: { ofKey: number; mixed: number }) => {
  const { groups, capped } = await runsByCut(database.sql, range, { by, ...(most && { most }) });
  return [groups.map((one) => [one.several ? 'several' : one.key, one.runs.length, one.capped]), capped];
};

test('groups runs by release, the release with the newest run first, without those of another project', async () => {
  expect(await keys('release')).toEqual([
    [
      [HOSTILE, 2, false],
      ['v1', 2, false],
      [null, 1, false],
    ],
    false,
  ]);
  const filter = { negated: false, field: 'service', value: 'desk' } as const;
  const { groups } = await runsByCut(database.sql, { ...range, conditions: [filter] as never }, { by: 'release' });
  expect(groups.map(({ key, runs }) => [key, runs.length])).toEqual([[HOSTILE, 1]]);
});

test('groups by the version of the prompt, and by effort, where runs with several are in no group of one', async () => {
  expect(await keys('prompt')).toEqual([
    [
      [null, 4, false],
      ['7', 1, false],
    ],
    false,
  ]);
  expect(await keys('effort')).toEqual([
    [
      ['high', 2, false],
      ['several', 1, false],
      [null, 2, false],
    ],
    false,
  ]);
});

test('says when it has not looked at all runs', async () => {
  expect(await keys('release', { ofKey: 1, mixed: 5 })).toEqual([
    [
      [HOSTILE, 1, true],
      ['v1', 1, true],
      [null, 1, false],
    ],
    false,
  ]);
  expect(await keys('effort', { ofKey: 9, mixed: 2 })).toEqual([
    [
      ['high', 1, true],
      ['several', 1, true],
    ],
    true,
  ]);
});

test('reads the runs of one side with their figures, and null for what is not known', async () => {
  const { runs, capped } = await runsOfSide(database.sql, range, { by: 'release', value: 'v1' });
  expect(runs.map(({ cost, seconds, task }) => [cost, seconds, task === null])).toEqual([
    [null, null, true],
    [12, 1.5, false],
  ]);
  expect(capped).toBe(false);
  const ofEffort = await runsOfSide(database.sql, range, { by: 'effort', value: 'high' });
  expect(ofEffort.runs.map((one) => one.id)).toEqual([id(5), id(1)]);
  const ofPrompt = await runsOfSide(database.sql, range, { by: 'prompt', value: '7' });
  expect(ofPrompt.runs.map((one) => one.id)).toEqual([id(3)]);
  expect(await runsOfSide(database.sql, range, { by: 'release', value: 'v' })).toEqual({ runs: [], capped: false });
});

test('knows a task by the service and its input', async () => {
  const { runs } = await runsOfSide(database.sql, range, { by: 'release', value: HOSTILE });
  expect(new Set(runs.map(({ task }) => task)).size).toBe(2);
});

test('reads the requested calls in order, without estimates, executions and texts that followed', async () => {
  const { runs } = await runsOfSide(database.sql, range, { by: 'release', value: 'v1' });
  const calls = await callsOfRuns(database.sql, { projectId, runs });
  expect(calls.map((call) => [call.id, call.tool, call.thinkingTokens, call.thinkingCost])).toEqual([
    [id(2), 'first', null, null],
    [id(2), 'second', 7, 3],
    [id(1), 'first', null, null],
    [id(1), 'second', 7, 3],
  ]);
});

test('counts thinking that calls of one response share at the call that has it, and no other thinking as nothing', async () => {
  const shared = { traceId: id(7), trace: { started_at: at(7), release: 'v7' } };
  const [one, other] = ['cc'.repeat(8), 'dd'.repeat(8)];
  await insertTrace(database.sql, {
    ...{ projectId, ...shared },
    spans: [{ span_id: one }, { span_id: other }],
    calls: [
      { span_id: one, call_index: 0, tool_name: 'has it', reasoning_tokens: 9, reasoning_cost: 4 },
      { span_id: one, call_index: 1, tool_name: 'shares it' },
      { span_id: other, call_index: 0, tool_name: 'reports nothing' },
    ],
  });
  const { runs } = await runsOfSide(database.sql, range, { by: 'release', value: 'v7' });
  const calls = await callsOfRuns(database.sql, { projectId, runs });
  expect(calls.map((call) => [call.tool, call.thinkingTokens, call.thinkingCost])).toEqual([
    ['has it', 9, 4],
    ['shares it', null, 0],
    ['reports nothing', null, null],
  ]);
  await database.sql`delete from traces where release = 'v7'`;
});

test('reads what the scores of each run say', async () => {
  const score = async (key: string, trace: number, values: Record<string, unknown>) =>
    database.sql`insert into scores ${database.sql({
      ...{ project_id: projectId, trace_id: Buffer.from(id(trace), 'hex'), target: 'trace', source: 'api' },
      ...{ name: 'quality', idempotency_key: key, updated_at: new Date(), ...values },
    })}`;
  await score('1', 1, { number: 1 });
  await score('2', 1, { number: 0 });
  await score('3', 2, { thumbs: true, name: 'helpful' });
  await score('4', 2, { thumbs: false, name: 'helpful' });
  await score('5', 3, { label: 'polite', name: 'tone' });
  await score('6', 3, { name: null, removed_at: new Date() });
  const found = await scoresOfRuns(database.sql, projectId, [id(1), id(2), id(3)]);
  expect(found.map(({ id: of, ...rest }) => [of.at(-1), rest]).toSorted()).toEqual([
    ['1', { name: 'quality', number: 0.5, thumbs: null, category: null }],
    ['2', { name: 'helpful', number: null, thumbs: false, category: null }],
    ['3', { name: 'tone', number: null, thumbs: null, category: 'polite' }],
  ]);
});
