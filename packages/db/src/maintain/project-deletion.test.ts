// The deletion of a whole project, on a database in which every table has rows.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, type Sql } from '../postgres/connect.ts';
import { PARTITIONED_TABLES } from '../postgres/partitions.ts';
import { auditPage } from '../projects/audit-log.ts';
import { createApiKey, findApiKey } from '../projects/api-keys.ts';
import { requestDeletion } from '../projects/deletion-request.ts';
import { projectsOfUser } from '../projects/project-roles.ts';
import { FIRST_ORGANIZATION } from '../projects/projects.ts';
import type { TestDatabase } from '../testing.ts';
import { databaseWithRows } from '../testing/backups.ts';
import { newProject } from '../testing/new-project.ts';
import { deleteRequestedProjects } from './project-deletion.ts';
import { checkSums } from './recount.ts';

const requestedBy = { id: 'ada', email: 'ada@example.com', address: '192.0.2.7' };
const AT_ONCE = { settleMs: 0 };

let database: TestDatabase;
let projectId: string;
let otherId: string;

beforeEach(async () => {
  database = await databaseWithRows();
  const { sql } = database;
  projectId = (await sql<[{ id: string }]>`SELECT id FROM projects`)[0].id;
  otherId = await newProject(sql);
  await copyProject(sql);
});
afterEach(() => database.drop());

const TELEMETRY = ['traces', 'joined_traces', ...PARTITIONED_TABLES, 'model_rollups', 'tool_rollups'];

/** Gives the other project the same telemetry. */
async function copyProject(sql: Sql): Promise<void> {
  for (const name of TELEMETRY)
    await sql.unsafe(
      `INSERT INTO ${name} SELECT (jsonb_populate_record(row, jsonb_build_object('project_id', $2::text))).*
      FROM ${name} AS row WHERE project_id = $1`,
      [projectId, otherId],
    );
}

/** The number of rows of a project by table, of every table of the catalog that names projects. */
async function rowsOfProject(id: string): Promise<Record<string, number>> {
  const { sql } = database;
  const tables = await sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE attname = 'project_id' AND relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = current_schema()::regnamespace`;
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await sql<[{ rows: number }]>`
      SELECT count(*)::int AS rows FROM ${sql(name)} WHERE project_id = ${id}`;
    counts[name] = row.rows;
  }
  return counts;
}

const contentOfOther = async () => {
  const content: Record<string, string> = {};
  for (const name of Object.keys(await rowsOfProject(otherId))) {
    const [row] = await database.sql.unsafe<[{ sum: string }]>(
      `SELECT coalesce(sum(hashtextextended(row::text, 0)), 0)::text AS sum FROM ${name} AS row WHERE project_id = $1`,
      [otherId],
    );
    content[name] = row.sum;
  }
  return content;
};

const deletionOf = async () =>
  (
    await database.sql<{ deletion: { total: Record<string, number>; deleted: Record<string, number> } }[]>`
    SELECT deletion FROM projects WHERE id = ${projectId}`
  )[0]?.deletion;

const logOfOrganization = () => auditPage(database.sql, { organizationId: FIRST_ORGANIZATION.id, limit: 10 });

test('every table loses the rows of the project, and none loses a row of another', async () => {
  const before = await rowsOfProject(projectId);
  // A new table that names projects has to be filled in testing/backups.ts, or nothing here proves that it is emptied.
  expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([]);
  const [content, sums] = [await contentOfOther(), await checkSums(database.sql, otherId)];
  expect(await requestDeletion(database.sql, { projectId, requestedBy })).toBe(true);
  expect(await deleteRequestedProjects(database.sql, AT_ONCE)).toEqual([{ id: projectId, rows: expect.any(Number) }]);
  expect(Object.values(await rowsOfProject(projectId)).every((rows) => rows === 0)).toBe(true);
  expect(await database.sql`SELECT FROM projects WHERE id = ${projectId}`).toHaveLength(0);
  expect(await contentOfOther()).toEqual(content);
  expect(await checkSums(database.sql, otherId)).toEqual(sums);
  expect(await database.sql`SELECT FROM prices`).not.toHaveLength(0);
});

test('the organization keeps who deleted what, and how many rows', async () => {
  const { project_members: _kept, ...counted } = await rowsOfProject(projectId);
  await requestDeletion(database.sql, { projectId, requestedBy });
  await deleteRequestedProjects(database.sql, AT_ONCE);
  const [receipt] = await logOfOrganization();
  expect(receipt).toMatchObject({
    ...{ action: 'project.deleted', actor: requestedBy.email, address: requestedBy.address, target: 'P' },
    after: { byTable: counted, rows: Object.values(counted).reduce((sum, rows) => sum + rows, 0) },
  });
});

test('from the request on nobody has a role in the project, and its keys open nothing', async () => {
  const { key } = await createApiKey(database.sql, { projectId, name: 'ci', scopes: ['read'] });
  const slugs = async () => (await projectsOfUser(database.sql, { userId: 'ada' })).map(({ id }) => id);
  expect(await slugs()).toContain(projectId);
  await requestDeletion(database.sql, { projectId, requestedBy });
  expect(await slugs()).not.toContain(projectId);
  expect(await findApiKey(database.sql, key)).toMatchObject({ projectState: 'deleted' });
  expect(await requestDeletion(database.sql, { projectId, requestedBy })).toBe(false);
});

test('a deletion that is cut goes on where it stopped, and its receipt counts each row once', async () => {
  const { project_members: _kept, ...counted } = await rowsOfProject(projectId);
  await requestDeletion(database.sql, { projectId, requestedBy });
  const cut = connect(database.url, { max: 3 });
  // Waited for from the start, because it may reject while the connections are being cut.
  const rejected = expect(deleteRequestedProjects(cut, { ...AT_ONCE, piece: 1 })).rejects.toThrow();
  await expect
    .poll(async () => Object.keys((await deletionOf())?.deleted ?? {}).length, { interval: 5 })
    .toBeGreaterThan(2);
  await cut.end({ timeout: 0 });
  await rejected;
  const half = await deletionOf();
  expect(half!.total).toEqual(counted);
  expect(await logOfOrganization()).toHaveLength(1);
  // The server notices a moment later that the cut connection, which holds the lock, is gone.
  await expect.poll(() => deleteRequestedProjects(database.sql, AT_ONCE), { timeout: 20_000 }).toHaveLength(1);
  expect((await logOfOrganization())[0]!.after).toMatchObject({ byTable: counted });
});

test('two processes delete a project once', async () => {
  await requestDeletion(database.sql, { projectId, requestedBy });
  const second = connect(database.url, { max: 3 });
  const both = [database.sql, second].map((sql) => deleteRequestedProjects(sql, { ...AT_ONCE, piece: 3 }));
  expect((await Promise.all(both)).flat()).toHaveLength(1);
  await second.end();
  expect((await logOfOrganization()).filter(({ action }) => action === 'project.deleted')).toHaveLength(1);
});

test('rows that arrive late are deleted too, so the project stays until none can', async () => {
  const { sql } = database;
  await requestDeletion(sql, { projectId, requestedBy });
  expect(await deleteRequestedProjects(sql)).toEqual([]);
  expect(await sql`SELECT FROM traces WHERE project_id = ${projectId}`).toHaveLength(0);
  await sql`INSERT INTO traces (project_id, trace_id, day, started_at, ended_at) VALUES (${projectId}, '\\x01', current_date, now(), now())`;
  expect(await deleteRequestedProjects(sql, AT_ONCE)).toHaveLength(1);
  expect(await sql`SELECT FROM traces WHERE project_id = ${projectId}`).toHaveLength(0);
});

test('a stopped process leaves the rest to the next', async () => {
  await requestDeletion(database.sql, { projectId, requestedBy });
  expect(await deleteRequestedProjects(database.sql, { ...AT_ONCE, signal: AbortSignal.abort() })).toEqual([]);
  expect(await deleteRequestedProjects(database.sql, AT_ONCE)).toHaveLength(1);
});
