import { connect, createPrisma, ensureProject } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { TRPCError, type TRPCDefaultErrorShape } from '@trpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuth } from '../sign-in/auth.ts';
import { ownerLink } from '../sign-in/owner-link.ts';
import { openOwner, TEST_ENV } from '../testing/owner.ts';
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

test('an internal error is not revealed', async () => {
  const cause: unknown = await database.sql`SELECT * FROM secret`.catch((error: unknown) => error);
  expect(told(cause).message).toBe('The server could not answer.');
});

test('an unreachable database is reported as such, from any query', async () => {
  const env = { ...TEST_ENV, databaseUrl: database.url };
  const here = createPrisma(database.url);
  const link = await ownerLink({ prisma: here, env });
  const signedIn = await createAuth({ prisma: here, env }).handler(new Request(link));
  const headers = new Headers({ cookie: signedIn.headers.getSetCookie().join('; ') });

  const nowhere = 'postgres://nobody@127.0.0.1:1/nothing';
  const [sql, prisma] = [connect(nowhere, { max: 1 }), createPrisma(nowhere)];
  const failures = await Promise.all([
    sql`SELECT 1`.catch((error: unknown) => error),
    prisma.project.findFirst().catch((error: unknown) => error),
    createAuth({ prisma, env })
      .api.getSession({ headers })
      .catch((error: unknown) => error),
  ]);
  await Promise.all([sql.end(), prisma.$disconnect(), here.$disconnect()]);
  for (const cause of failures) expect(told(cause).message).toBe('The database cannot be reached. Is it running?');
});

test('however many requests one project has, few of them run at once, and another project is answered', async () => {
  const owner = await openOwner();
  const { sql } = owner.database;
  try {
    await ensureProject(sql, { slug: 'other', name: 'Other' });
    await sql`insert into project_members (project_id, user_id, role)
      select p.id, u.id, 'owner' from projects p, users u where p.slug = 'other'`;
    const caller = await owner.caller();
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const lock = sql.begin(async (holder) => {
      await holder`lock table traces in access exclusive mode`;
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const many = Array.from({ length: 20 }, () =>
      caller.traces.list({ project: 'default', q: '', range: 'all', sort: 'age' }),
    );
    const waiting = async () => {
      const [row] = await sql<{ waiting: number }[]>`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return row!.waiting;
    };
    await expect.poll(waiting).toBeGreaterThanOrEqual(4);
    expect(await caller.keys.list({ project: 'other' })).toBeDefined();
    expect(owner.reads.answering).toEqual({ running: 4, waiting: 16 });
    release.resolve();
    await lock;
    expect(await Promise.all(many)).toHaveLength(20);
  } finally {
    await owner.close();
  }
});
