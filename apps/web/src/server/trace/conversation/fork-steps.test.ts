// What a fork at a later turn of a chat begins with: the turns before it, and nothing else of the session.
import { ensureProject, type Sql } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { questionOf, recordRun, spanIdOf, traceIdOf } from '@subtext/experiments/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forkSteps } from './fork-steps.ts';

let database: TestDatabase;
let sql: Sql;
let projectId: string;

const user = (text: string) => ({ role: 'user', parts: [{ type: 'text', content: text }] });
const call = (order: number) => ({
  role: 'assistant',
  parts: [{ type: 'tool_call', id: 'call_1', name: 'get_order', arguments: { id: order } }],
});

/** The run of that number: a turn that follows the messages. */
async function recordTurn(number: number, session: string | null, before: readonly object[]): Promise<void> {
  const messages = JSON.stringify([...before, user(questionOf(number))]);
  await recordRun(sql, { projectId, number, attributes: { 'gen_ai.input.messages': messages } });
  await sql`UPDATE traces SET session_id = ${session} WHERE trace_id = decode(${traceIdOf(number)}, 'hex')`;
}

beforeAll(async () => {
  database = await createTestDatabase();
  ({ sql } = database);
  projectId = (await ensureProject(sql, { slug: 'chats', name: 'Chats' })).id;
  await recordTurn(1, 'chat', []);
  await recordTurn(2, 'chat', []);
  await recordTurn(3, 'chat', [user(questionOf(1)), call(4001)]);
  await recordTurn(4, 'other', [user(questionOf(1)), call(4001), user(questionOf(3)), call(4003)]);
  await recordTurn(5, 'chat', [user(questionOf(1)), call(4001), user(questionOf(3)), call(4003)]);
});
afterAll(() => database.drop());

async function spansAt(number: number, from = 0): Promise<string[]> {
  const found = await forkSteps(sql, { projectId, traceId: traceIdOf(number) }, { spanId: spanIdOf(number), from });
  if (found === undefined || found === 'too long') throw new Error('There is no page.');
  expect(found.next).toBeNull();
  return found.steps.map((step) => step.span_id);
}

it('are the turns whose messages it repeats, oldest first, in its own session', async () => {
  expect(await spansAt(5)).toEqual([1, 3, 5].map(spanIdOf));
  expect(await spansAt(3)).toEqual([1, 3].map(spanIdOf));
  expect(await spansAt(4)).toEqual([spanIdOf(4)]);
});

it('are none before a first turn, also when others of the session came before', async () => {
  expect(await spansAt(2)).toEqual([spanIdOf(2)]);
});

it('are counted by the pages', async () => {
  expect(await spansAt(5, 1)).toEqual([3, 5].map(spanIdOf));
});
