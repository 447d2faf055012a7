import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPrisma } from '../postgres/prisma.ts';
import { inTransaction } from '../postgres/in-transaction.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { auditPage, recordAudit, recordAuditOfUser } from './audit-log.ts';
import { ensureProject, FIRST_ORGANIZATION } from './projects.ts';

let database: TestDatabase;
const actor = { id: 'ada', email: 'ada@example.test', address: '192.0.2.7' };

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql`INSERT INTO users (id, name, email) VALUES ('ada', 'Ada', 'ada@example.test')`;
});
afterAll(() => database.drop());

const project = async (slug: string) => (await ensureProject(database.sql, { slug, name: slug })).id;

test('an entry says who changed what, before and after, from where and when', async () => {
  const projectId = await project('says');
  const change = { target: 'ci', before: { name: 'ci' }, after: { name: 'build' } };
  await recordAudit(database.sql, { projectId, actor, action: 'keys.rename', ...change });
  const [entry] = await auditPage(database.sql, { projectId, limit: 10 });
  expect(entry).toMatchObject({ ...change, actor: actor.email, action: 'keys.rename', address: '192.0.2.7' });
  expect(entry!.at).toBeInstanceOf(Date);
});

test('the database refuses to change, delete or truncate entries, but deletes them with their project', async () => {
  const { sql } = database;
  const projectId = await project('append-only');
  await recordAudit(sql, { projectId, actor, action: 'keys.create' });
  const refused = { code: '42501' };
  await expect(sql`UPDATE audit_entries SET action = 'x' WHERE project_id = ${projectId}`).rejects.toMatchObject(
    refused,
  );
  await expect(sql`DELETE FROM audit_entries WHERE project_id = ${projectId}`).rejects.toMatchObject(refused);
  await expect(sql`TRUNCATE audit_entries`).rejects.toMatchObject(refused);
  expect(await auditPage(sql, { projectId, limit: 10 })).toHaveLength(1);
  await sql`DELETE FROM projects WHERE id = ${projectId}`;
  expect(await auditPage(sql, { projectId, limit: 10 })).toEqual([]);
});

test('pages follow each other by cursor, and are filtered by user, action and time', async () => {
  const { sql } = database;
  const projectId = await project('pages');
  for (const action of ['a', 'b', 'a']) await recordAudit(sql, { projectId, actor, action });
  await recordAudit(sql, { projectId, actor: { id: 'eve', email: 'eve@example.test' }, action: 'a' });
  const all = await auditPage(sql, { projectId, limit: 10 });
  const first = await auditPage(sql, { projectId, limit: 3 });
  const rest = await auditPage(sql, { projectId, limit: 3, before: first.at(-1)!.id });
  expect([...first, ...rest]).toEqual(all);
  expect(await auditPage(sql, { projectId, limit: 10, action: 'a' })).toHaveLength(3);
  expect(await auditPage(sql, { projectId, limit: 10, actor: 'EVE@example.test' })).toHaveLength(1);
  const { at } = all[0]!;
  expect(await auditPage(sql, { projectId, limit: 10, from: new Date(at.getTime() + 1_000) })).toEqual([]);
  expect(await auditPage(sql, { projectId, limit: 10, to: new Date(0) })).toEqual([]);
});

test('what a user does with their account is in the log of every project and organization of theirs, and of no other', async () => {
  const { sql } = database;
  const { id: organizationId } = FIRST_ORGANIZATION;
  await sql`INSERT INTO organization_members (organization_id, user_id, role) VALUES (${organizationId}, 'ada', 'owner')`;
  const [one, two, other] = [await project('one'), await project('two'), await project('other')];
  for (const projectId of [one, two])
    await sql`INSERT INTO project_members (project_id, user_id, role) VALUES (${projectId}, 'ada', 'member')`;
  const prisma = createPrisma(database.url);
  const values = { target: 'phone', before: { a: 1 }, after: { a: 2 } };
  await recordAuditOfUser(prisma, actor, { action: 'session.signIn' }).finally(() => prisma.$disconnect());
  await recordAuditOfUser(sql, { ...actor, address: '203.0.113.7' }, { action: 'account.change', ...values });
  for (const scope of [{ projectId: one }, { projectId: two }, { organizationId }])
    expect(await auditPage(sql, { ...scope, limit: 9 })).toMatchObject([
      { action: 'account.change', actor: actor.email, address: '203.0.113.7', ...values },
      { action: 'session.signIn', actor: actor.email, address: actor.address, target: null, before: null, after: null },
    ]);
  expect(await auditPage(sql, { projectId: other, limit: 9 })).toEqual([]);
});

test('an entry is lost with the change that fails, also when the change has a transaction of its own', async () => {
  const { sql } = database;
  const projectId = await project('together');
  const change = (name: string, fails: boolean) =>
    inTransaction(sql, async (whole) => {
      await whole.begin((inner) => inner`UPDATE projects SET name = ${name} WHERE id = ${projectId}`);
      await recordAudit(whole, { projectId, actor, action: name });
      if (fails) throw new Error('no');
    });
  await expect(change('lost', true)).rejects.toThrow('no');
  await change('stored', false);
  expect(await auditPage(sql, { projectId, limit: 9 })).toMatchObject([{ action: 'stored' }]);
  expect(await sql`SELECT name FROM projects WHERE id = ${projectId}`).toMatchObject([{ name: 'stored' }]);
});
