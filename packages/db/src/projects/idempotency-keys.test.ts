import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Sql } from '../postgres/connect.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { newProject } from '../testing/new-project.ts';
import { answerOnce, forgetIdempotencyKeys } from './idempotency-keys.ts';

let database: TestDatabase;
let projectId: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  projectId = await newProject(database.sql);
});
afterAll(() => database.drop());

let effects = 0;
const work = async (sql: Sql) => {
  await sql`SELECT 1`;
  effects += 1;
  return { status: 202, answer: { effects } };
};

const send = (body: string, more: { key?: string; projectId?: string } = {}) =>
  answerOnce(database.sql, { projectId, operation: 'POST deletions', key: 'k', body, ...more }, work);

test('the same key and body has one effect and one answer, and another body is refused', async () => {
  const first = await send('{"a":1}');
  expect(await send('{"a":1}')).toEqual(first);
  expect(await send('{"a":2}')).toBe('other body');
  expect(await send('{"a":2}', { key: 'other' })).not.toEqual(first);
  expect(await send('{"a":2}', { projectId: await newProject(database.sql) })).not.toBe('other body');
});

test('requests that come at the same time have one effect', async () => {
  const before = effects;
  const answers = await Promise.all([1, 2, 3].map(() => send('{}')));
  expect(effects).toBe(before + 1);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

test('a refused request stores nothing, so it may be sent again', async () => {
  const request = { projectId, operation: 'POST deletions', key: 'k', body: '{}' };
  const refused = { status: 409, answer: { error: 'Not now.' } };
  expect(
    await answerOnce(database.sql, request, async (sql) => {
      await sql`INSERT INTO saved_views (project_id, name, params) VALUES (${projectId}, 'v', '{}')`;
      return refused;
    }),
  ).toEqual(refused);
  expect(await database.sql`SELECT FROM saved_views WHERE project_id = ${projectId}`).toHaveLength(0);
  expect(await send('{"other":1}')).toMatchObject({ status: 202 });
});

test('a key is free again after a day', async () => {
  await send('{}');
  await database.sql`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE project_id = ${projectId}`;
  expect(await send('{"other":1}')).toMatchObject({ status: 202 });
  await database.sql`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE project_id = ${projectId}`;
  await forgetIdempotencyKeys(database.sql);
  expect(await database.sql`SELECT FROM idempotency_keys WHERE project_id = ${projectId}`).toHaveLength(0);
});
