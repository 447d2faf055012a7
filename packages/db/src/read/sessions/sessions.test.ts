import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { sessionAnswers } from './session-answers.ts';
import { hasSessions } from './session-exists.ts';
import { sessionSummary } from './session-summary.ts';
import { sessionTurns } from './session-turns.ts';
import { sessionsList } from './sessions-list.ts';
import { sessionsTotals } from './sessions-totals.ts';
import { insertTrace } from '../testing-rows.ts';
import type { TraceCondition } from '../traces/trace-conditions.ts';

const PROJECT = '00000000-0000-4000-8000-000000000001';
const STRANGER = '00000000-0000-4000-8000-000000000002';
const SPAN = '01'.repeat(8);
const HOSTILE = `..%2F"';drop table traces--`;
const idOf = (turn: number) => turn.toString(16).padStart(32, '0');
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // By the minute: a b a c a, and one turn without a session.
  const sessions = ['a', 'b', 'a', HOSTILE, 'a', null];
  for (const [turn, session] of sessions.entries())
    await insertTrace(database.sql, {
      projectId: PROJECT,
      traceId: idOf(turn),
      trace: {
        session_id: session,
        user_id: turn === 4 ? 'zoe' : 'mette',
        asked: `question ${turn}`,
        started_at: at(turn),
        ended_at: at(turn + 1),
        step_count: turn,
        call_count: 2 * turn,
        error_count: turn === 2 ? 1 : 0,
        generation_count: 1,
        generations_reporting: 1,
        reasoning_tokens: 100n,
        input_cost: 1_000n,
        summary_cost: 500n,
      },
    });
  await insertTrace(database.sql, {
    projectId: STRANGER,
    traceId: idOf(99),
    trace: { session_id: 'a', asked: 'none of your business', started_at: at(30) },
  });
});
afterAll(() => database.drop());

const page = (conditions: TraceCondition[] = [], rest: object = {}) =>
  sessionsList(database.sql, { projectId: PROJECT, from: null, to: null, conditions, limit: 10, after: null, ...rest });
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
const text = (value: string, negated = false): TraceCondition => ({ field: 'text', value, negated });

describe('the list of sessions', () => {
  it('has the session with the newest turn first, and sums of all its turns', async () => {
    const rows = await page();
    expect(ids(rows)).toEqual(['a', HOSTILE, 'b']);
    expect(rows[0]).toMatchObject({
      turns: 3,
      steps: 6,
      errors: 1,
      userId: 'mette',
      users: 2,
      asked: 'question 0',
      reasoningTokens: 300n,
      costs: { input: 3_000n, answer: 0n, readable: 0n, summary: 1_500n, noText: 0n },
      startedAt: at(0),
      endedAt: at(5),
    });
  });

  it('has pages that neither lose nor repeat a session', async () => {
    const first = await page([], { limit: 1 });
    const second = await page([], { limit: 5, after: first[0]!.cursor });
    expect(ids([...first, ...second])).toEqual(['a', HOSTILE, 'b']);
  });

  it('selects sessions with turns that began in the range', async () => {
    expect(ids(await page([], { from: at(3) }))).toEqual(['a', HOSTILE]);
    expect(ids(await page([], { to: at(2) }))).toEqual(['b', 'a']);
  });

  it('includes a session when one turn matches, and finds it by its id and user, too', async () => {
    expect(ids(await page([{ field: 'status', value: 'error', negated: false }]))).toEqual(['a']);
    expect(ids(await page([text('drop table')]))).toEqual([HOSTILE]);
    expect(ids(await page([text('ZOE')]))).toEqual(['a']);
    expect(ids(await page([text('question 1')]))).toEqual(['b']);
    expect(ids(await page([text('question'), text('mette', true)]))).toEqual(['a']);
    expect(ids(await page([text('_uestion')]))).toEqual([]);
    expect(ids(await page([text('question'), text('drop table', true)]))).toEqual(['a', 'b']);
  });

  it('is counted, and its turns are summed', async () => {
    const filter = { projectId: PROJECT, from: null, to: null, conditions: [] };
    expect(await sessionsTotals(database.sql, { ...filter, cap: 100 })).toMatchObject({
      sessions: 3,
      capped: false,
      sums: { turns: 5, generations: 5, costs: { input: 5_000n } },
    });
    expect(await sessionsTotals(database.sql, { ...filter, cap: 2 })).toMatchObject({ sessions: 2, capped: true });
    expect(await sessionsTotals(database.sql, { ...filter, conditions: [text('nowhere')], cap: 2 })).toMatchObject({
      sessions: 0,
      capped: false,
      sums: { turns: 0, costs: { input: 0n } },
    });
  });

  it('is empty for a project without sessions', async () => {
    expect(await hasSessions(database.sql, PROJECT)).toBe(true);
    expect(await hasSessions(database.sql, '00000000-0000-4000-8000-000000000003')).toBe(false);
  });
});

describe('one session', () => {
  const key = { projectId: PROJECT, session: 'a' };

  it('has the totals of this project only', async () => {
    expect(await sessionSummary(database.sql, key)).toMatchObject({ id: 'a', turns: 3, steps: 6, users: 2 });
    expect(await sessionSummary(database.sql, { ...key, projectId: STRANGER })).toMatchObject({ turns: 1 });
    expect(await sessionSummary(database.sql, { ...key, session: 'A' })).toBeUndefined();
  });

  it('has its turns in order of time, the newest when there are too many', async () => {
    expect(ids(await sessionTurns(database.sql, key, 10))).toEqual([idOf(0), idOf(2), idOf(4)]);
    expect(ids(await sessionTurns(database.sql, key, 2))).toEqual([idOf(2), idOf(4)]);
    expect((await sessionTurns(database.sql, key, 10))[1]).toMatchObject({ steps: 2, calls: 4, errors: 1 });
  });
});

it('a turn has its input, its last answer and when that ended, and why a model call failed', async () => {
  const id = 'ab'.repeat(16);
  const answer = { span_id: SPAN, type: 'answer', tool_name: 'text_output' };
  await insertTrace(database.sql, {
    projectId: STRANGER,
    traceId: id,
    trace: { asked: 'Where is it?', models: ['m'], error_count: 1 },
    spans: [
      { span_id: SPAN, started_at: at(1), duration_ns: 90_000_000_000n },
      { span_id: '02'.repeat(8), started_at: at(0), status: 'error', status_message: '429 slow down' },
    ],
    calls: [
      { ...answer, call_index: 0, started_at: at(1), arguments_preview: 'first' },
      { ...answer, call_index: 1, started_at: at(1), arguments_preview: 'It left Oslo.' },
    ],
  });
  const answeredAt = new Date(at(2).getTime() + 30_000);
  const turn = {
    id,
    asked: 'Where is it?',
    name: null,
    models: ['m'],
    answer: 'It left Oslo.',
    answeredAt,
    wholeAnswer: null,
  };
  expect(await sessionAnswers(database.sql, STRANGER, [id])).toEqual([{ ...turn, failure: '429 slow down' }]);
  expect(await sessionAnswers(database.sql, PROJECT, [id])).toEqual([]);
});

it('a turn whose answer is longer than its beginning says where the whole of it is', async () => {
  const [written, spoken] = ['ac'.repeat(16), 'ad'.repeat(16)];
  const answer = { span_id: SPAN, call_index: 3, started_at: at(1), type: 'answer', tool_name: 'text_output' };
  const beginning = `${'It left Oslo. '.repeat(12).slice(0, 159)}…`;
  const insert = (traceId: string, previews: object) =>
    insertTrace(database.sql, {
      ...{ projectId: STRANGER, traceId, spans: [{ span_id: SPAN, started_at: at(1) }] },
      calls: [{ ...answer, ...previews }],
    });
  await insert(written, { arguments_preview: beginning });
  await insert(spoken, { preamble_preview: beginning });
  const found = await sessionAnswers(database.sql, STRANGER, [written, spoken]);
  const place = { spanId: SPAN, index: 3 };
  expect(new Map(found.map(({ id, wholeAnswer }) => [id, wholeAnswer]))).toEqual(
    new Map([
      [written, { ...place, field: 'arguments' }],
      [spoken, { ...place, field: 'preamble' }],
    ]),
  );
});
