import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { insertModelHour, insertTrace } from '../testing-rows.ts';
import { rollupNames } from './rollup-names.ts';
import { senderNames } from './sender-names.ts';
import { traceIdsBeginning } from './trace-ids.ts';

const PROJECT = '00000000-0000-4000-8000-000000000001';
const STRANGER = '00000000-0000-4000-8000-000000000002';
const HOUR = '2026-11-20T10:00:00Z';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { sql } = database;
  const generations = { 'gpt-5.2-mini': 9, 'gpt-5.2': 1, 'GPT-5.2-pro': 5, 'claude-opus-4-5': 100 };
  for (const [model, count] of Object.entries(generations))
    await insertModelHour(sql, {
      project_id: PROJECT,
      hour: HOUR,
      model,
      generations: count,
      agent_name: `a_${model}`,
    });
  await insertModelHour(sql, { project_id: STRANGER, hour: HOUR, model: 'gpt-foreign', agent_name: 'gpt-agent' });
  for (const [index, session] of ['order-1', 'Order-2', 'other', 'order%'].entries()) {
    const started_at = new Date(Date.UTC(2026, 10, 20, 10, index));
    const trace = { session_id: session, user_id: `user ${session}`, started_at };
    await insertTrace(sql, { projectId: PROJECT, traceId: `aab${index}`.padEnd(32, '0'), trace });
  }
  await insertTrace(sql, { projectId: STRANGER, traceId: 'aabf'.padEnd(32, '0'), trace: { session_id: 'order-9' } });
});
afterAll(() => database.drop());

const search = (text: string, limit = 5) => ({ projectId: PROJECT, text, limit });

it('puts the text itself first, then the most used names, in any case', async () => {
  const { models, agents, tools } = await rollupNames(database.sql, search('gpt-5.2'));
  expect(models).toEqual(['gpt-5.2', 'gpt-5.2-mini', 'GPT-5.2-pro']);
  expect(agents).toEqual(['a_gpt-5.2-mini', 'a_GPT-5.2-pro', 'a_gpt-5.2']);
  expect(tools).toEqual([]);
  expect((await rollupNames(database.sql, search('gpt', 2))).models).toEqual(['gpt-5.2-mini', 'GPT-5.2-pro']);
});

it('finds sessions and users by a part of their id, newest first, and takes wildcards as they are written', async () => {
  const ids = async (text: string) => {
    const { sessions, users } = await senderNames(database.sql, search(text));
    return [sessions, users].map((found) => found.map(({ id }) => id));
  };
  expect(await ids('order')).toEqual([
    ['order%', 'Order-2', 'order-1'],
    ['user order%', 'user Order-2', 'user order-1'],
  ]);
  expect(await ids('r%')).toEqual([['order%'], ['user order%']]);
  expect(await ids('order-9')).toEqual([[], []]);
});

it('finds the traces of the project whose id begins with the digits', async () => {
  const ids = (beginning: string, limit = 9) =>
    traceIdsBeginning(database.sql, { projectId: PROJECT, beginning, limit }).then((all) => all.map((id) => id[3]));
  expect(await ids('aab')).toEqual(['0', '1', '2', '3']);
  expect(await ids('aab', 2)).toEqual(['0', '1']);
  expect(await ids('aab2'.padEnd(32, '0'))).toEqual(['2']);
  expect(await ids('b')).toEqual([]);
});
