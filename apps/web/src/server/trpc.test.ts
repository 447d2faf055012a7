import { connect } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { TRPCError, type TRPCDefaultErrorShape } from '@trpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatError } from './trpc.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const told = (cause: unknown) => {
  const shape = { message: 'relation "secret" …', code: -32603, data: {} } as TRPCDefaultErrorShape;
  const error = new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause });
  return formatError({ shape, error, ctx: { requestId: 'abc' } });
};

test('what the database gave up says what to do, with the id of the request', async () => {
  const hurried = connect(database.url, { max: 1, statementTimeoutMs: 50 });
  const cause: unknown = await hurried`SELECT pg_sleep(60)`.catch((error: unknown) => error);
  await hurried.end();
  const { message, data } = told(cause);
  expect(message).toBe('The database took too long. Choose a shorter time range or a narrower filter.');
  expect(data).toMatchObject({ requestId: 'abc' });
});

test('what went wrong inside is not told', async () => {
  const cause: unknown = await database.sql`SELECT * FROM secret`.catch((error: unknown) => error);
  expect(told(cause).message).toBe('The server could not answer.');
});
