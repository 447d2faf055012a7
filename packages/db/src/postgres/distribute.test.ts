/**
 * Checks the schema against the rules of Citus on plain PostgreSQL. When DATABASE_URL is a Citus, checks where the
 * tables are.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from './connect.ts';
import { distribute, isCitus } from './distribute.ts';
import { ensureProject } from '../projects/projects.ts';
import { runStatements } from './sql-statements.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { newProject } from '../testing/new-project.ts';
import { storableSpan, storableSpans } from '../testing/storable-spans.ts';
import { createWriteBatch } from '../write/write-batch.ts';

const SHARE_LINKS = '../../../../prisma/migrations/20261122150000_share_links/migration.sql';

let database: TestDatabase;
let distributed: string[];
let reference: string[];
let onCitus = false;

beforeAll(async () => {
  database = await createTestDatabase();
  onCitus = await isCitus(database.sql);
  const text = await readFile(join(import.meta.dirname, '../../../../prisma/citus/distribute.sql'), 'utf8');
  const lists = [...text.matchAll(/ARRAY\[([^\]]+)\]/g)].map(([, list]) =>
    [...list!.matchAll(/'(\w+)'/g)].map(([, name]) => name!),
  );
  reference = lists[0]!;
  distributed = ['traces', ...lists[1]!];
});
afterAll(() => database.drop());

test('every table is either distributed or on every node', async () => {
  const rows = await database.sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> '_prisma_migrations' order by 1`;
  expect(rows.map(({ name }) => name).sort()).toEqual([...distributed, ...reference].sort());
});

test('every unique constraint of a distributed table contains the project', async () => {
  const rows = await database.sql<{ index: string }[]>`
    select indexrelid::regclass::text as index from pg_index
    where indrelid = any (${distributed}::regclass[]) and (indisunique or indisexclusion) and not exists (
      select from pg_attribute where attrelid = indrelid and attname = 'project_id' and attnum = any (indkey::int2[]))`;
  expect([...rows]).toEqual([]);
});

test('a foreign key of a distributed table references a reference table or includes the project, and no other table references a distributed one', async () => {
  const rows = await database.sql<{ name: string }[]>`
    select conname as name from pg_constraint where contype = 'f' and (
      (conrelid = any (${distributed}::regclass[]) and confrelid <> all (${reference}::regclass[]) and not exists (
        select from unnest(conkey, confkey) as pair (own, other)
        join pg_attribute mine on mine.attrelid = conrelid and mine.attnum = own and mine.attname = 'project_id'
        join pg_attribute theirs on theirs.attrelid = confrelid and theirs.attnum = other and theirs.attname = 'project_id'))
      or (conrelid = any (${reference}::regclass[]) and confrelid = any (${distributed}::regclass[])))`;
  expect([...rows]).toEqual([]);
});

test('no distributed table has a trigger, a rule, a sequence default, or a row policy', async () => {
  const rows = await database.sql<{ name: string }[]>`
    select tgname as name from pg_trigger where tgrelid = any (${distributed}::regclass[]) and not tgisinternal
    union all select rulename from pg_rewrite where ev_class = any (${distributed}::regclass[])
    union all select polname from pg_policy where polrelid = any (${distributed}::regclass[])
    union all select attname from pg_attribute where attrelid = any (${distributed}::regclass[]) and attidentity <> ''`;
  expect(rows.filter(({ name }) => !(onCitus && name.startsWith('truncate_trigger')))).toEqual([]);
});

test('storing and locking affect one project per transaction, and name it', async () => {
  const ids = await Promise.all(['one', 'two'].map((slug) => ensureProject(database.sql, { slug, name: slug })));
  const first = ids.map(({ id }) => ({ ...storableSpan({}), projectId: id }));
  const later = first.map((stored) => ({ ...stored, span: { ...stored.span, spanId: 'b'.repeat(16) } }));
  const write = createWriteBatch(database.sql);
  expect(await write(first)).toEqual({ stored: 2 });
  expect(await write([...first, ...later])).toEqual({ stored: 2 });
  // Rows written by the same transaction have the same xmin.
  const rows =
    await database.sql`select xmin::text as xmin from traces where project_id = any (${ids.map(({ id }) => id)}::uuid[])`;
  if (!onCitus) expect(new Set(rows.map((row) => String(row.xmin))).size).toBe(2);
});

test('on Citus, every statement of a write goes only to the node of the project', async (context) => {
  if (!onCitus) return context.skip('DATABASE_URL is no Citus');
  const url = new URL(database.url);
  url.searchParams.set('citus.multi_task_query_log_level', 'error');
  const sql = connect(url.toString(), { max: 1 });
  const write = createWriteBatch(sql);
  await expect(sql`select count(*) from spans`).rejects.toThrow('multi-task query about to be executed');
  await fc.assert(
    fc.asyncProperty(fc.tuple(storableSpans(), storableSpans()), async (batches) => {
      const projectId = await newProject(database.sql);
      for (const batch of batches) await write(batch.map((one) => ({ ...one, projectId })));
    }),
    { numRuns: 30 },
  );
  await sql.end();
});

test('on Citus, a table of a later migration is placed as distribute.ts says', async (context) => {
  if (!onCitus) return context.skip('DATABASE_URL is no Citus');
  const { sql } = database;
  const text = await readFile(join(import.meta.dirname, SHARE_LINKS), 'utf8');
  await sql`DROP TABLE share_links`;
  await runStatements(sql, text);
  const kind = async () =>
    (await sql`SELECT citus_table_type AS kind FROM citus_tables WHERE table_name = 'share_links'::regclass`)[0]!
      .kind as string;
  // It references tables that are on every node, so Citus manages it.
  expect(await kind()).toBe('local');
  await distribute(sql);
  expect(await kind()).toBe('reference');
});

test('on Citus, the tables are placed as distribute.ts says', async (context) => {
  if (!onCitus) return context.skip('DATABASE_URL is no Citus');
  const rows = await database.sql<{ name: string; kind: string }[]>`
    select split_part(table_name::text, '.', -1) as name, citus_table_type as kind from citus_tables
    where table_name = any (${[...distributed, ...reference]}::regclass[])`;
  const of = (kind: string) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ name }) => name)
      .sort();
  expect(of('distributed')).toEqual([...distributed].sort());
  expect(of('reference')).toEqual([...reference].sort());
});
