import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isMigrated, migrate, versionProblem } from './migrate.ts';
import { ensurePartitions, PARTITIONED_TABLES } from './partitions.ts';
import { spanPayload } from '../read/trace/span-payload.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../../prisma/migrations');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('the migrated database', () => {
  test("has every migration in Prisma's table, with the checksum that Prisma computes", async () => {
    const names = (await readdir(MIGRATIONS, { withFileTypes: true })).filter((entry) => entry.isDirectory());
    const expected = await Promise.all(
      names.map(async ({ name }) => {
        const text = await readFile(join(MIGRATIONS, name, 'migration.sql'));
        return {
          migration_name: name,
          checksum: createHash('sha256').update(text).digest('hex'),
          applied_steps_count: 1,
        };
      }),
    );
    const rows =
      await database.sql`SELECT migration_name, checksum, applied_steps_count FROM _prisma_migrations ORDER BY 1`;
    expect([...rows]).toEqual(expected);
    expect(await isMigrated(database.sql)).toBe(true);
  });

  test('is not changed by a second run, or by several at once', async () => {
    expect(await Promise.all([1, 2, 3].map(() => migrate(database.url)))).toEqual([[], [], []]);
  });
});

describe('a folder of migrations', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'subtext-migrations-'));
    await cp(MIGRATIONS, directory, { recursive: true });
    return () => rm(directory, { recursive: true });
  });
  const add = async (name: string, sql: string) => {
    await mkdir(join(directory, name));
    await writeFile(join(directory, name, 'migration.sql'), sql);
  };

  test('a new one is applied and reported; one that fails leaves no changes and can be retried', async () => {
    await add('20990101000000_first', 'CREATE TABLE extra (id int); SELECT 1/0;');
    await expect(migrate(database.url, { directory })).rejects.toThrow('division by zero');
    const [before] = await database.sql`SELECT to_regclass('extra') AS extra`;
    expect(before!.extra).toBeNull();
    await writeFile(join(directory, '20990101000000_first', 'migration.sql'), 'CREATE TABLE extra (id int);');
    const lines: string[] = [];
    expect(await migrate(database.url, { directory, onProgress: (line) => lines.push(line) })).toEqual([
      '20990101000000_first',
    ]);
    expect(lines).toEqual(['applying migration 20990101000000_first']);
  });

  test('one that changed after it was applied is an error that names it', async () => {
    const changed = await createTestDatabase();
    const [first] = await readdir(directory);
    await writeFile(join(directory, first!, 'migration.sql'), 'SELECT 1;');
    await expect(migrate(changed.url, { directory })).rejects.toThrow(`${first} was changed`);
    await changed.drop();
  });

  test('a database of a newer version is reported as an error', async () => {
    const newer = await createTestDatabase();
    await newer.sql`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', '', '29990101_future', now())`;
    await expect(migrate(newer.url)).rejects.toThrow('29990101_future, which this version does not know');
    await newer.drop();
  });
});

// Skipped on Citus, because this old schema cannot be distributed: some of its keys lack the project.
describe.skipIf(process.env.DATABASE_URL)('a database of the first version', () => {
  let old: TestDatabase;
  let later: string[];
  let key: { projectId: string; traceId: string };
  beforeEach(async () => {
    old = await createTestDatabase();
    // Drops only its own schema: on a shared server, a test database is a schema.
    const [own] = await old.sql<{ schema: string }[]>`SELECT current_schema()::text AS schema`;
    await old.sql.unsafe(`DROP SCHEMA "${own!.schema}" CASCADE; CREATE SCHEMA "${own!.schema}"`);
    const directory = await mkdtemp(join(tmpdir(), 'subtext-first-version-'));
    const [first = '', ...others] = (await readdir(MIGRATIONS)).filter((name) => /^\d/.test(name)).sort();
    later = others;
    await cp(join(MIGRATIONS, first), join(directory, first), { recursive: true });
    expect(await migrate(old.url, { directory })).toEqual([first]);
    await rm(directory, { recursive: true });
    const [today] = await old.sql<{ day: string }[]>`SELECT current_date::text AS day`;
    await ensurePartitions(old.sql, today!.day);
    const [project] = await old.sql<{ id: string }[]>`INSERT INTO projects (slug, name) VALUES ('p', 'p') RETURNING id`;
    key = { projectId: project!.id, traceId: '01'.repeat(16) };
    await old.sql`INSERT INTO traces (project_id, day, trace_id, started_at, ended_at) VALUES (${key.projectId}, current_date, decode(${key.traceId}, 'hex'), now(), now())`;
    return () => old.drop();
  });

  test('keeps the bodies of its spans, readable as before', async () => {
    await old.sql`INSERT INTO payloads VALUES (${key.projectId}, current_date, decode(${key.traceId}, 'hex'), decode('0202020202020202', 'hex'), '{"name":"grüße"}')`;
    expect(await migrate(old.url)).toEqual(later);
    const payload = await spanPayload(old.sql, key, { spanId: '02'.repeat(8), offset: 0, length: 100 });
    expect(payload?.text).toBe('{"name":"grüße"}');
  });

  test('stores spans without an end in existing partitions, and keeps stored durations', async () => {
    const insert = (spanId: string, duration: number | null) =>
      old.sql`INSERT INTO spans (project_id, day, trace_id, span_id, kind, name, started_at, duration_ns, status, convention)
        VALUES (${key.projectId}, current_date, decode(${key.traceId}, 'hex'), decode(${spanId}, 'hex'), 'span', 's', now(), ${duration}, 'ok', 'other')`;
    await insert('02'.repeat(8), 0);
    await migrate(old.url);
    await insert('03'.repeat(8), null);
    const rows = await old.sql`SELECT duration_ns AS took FROM spans ORDER BY span_id`;
    expect(rows.map(({ took }) => took as unknown)).toEqual([0n, null]);
    expect((await old.sql`SELECT open_count AS open FROM traces`).map(({ open }) => open as unknown)).toEqual([0]);
  });
});

describe('partitions', () => {
  test('of one day are created once, in all tables, by concurrent callers', async () => {
    const [row] = await database.sql<{ day: string }[]>`SELECT current_date - 30 AS day`;
    await Promise.all(Array.from({ length: 6 }, () => ensurePartitions(database.sql, row!.day)));
    const suffix = row!.day.replaceAll('-', '');
    for (const table of PARTITIONED_TABLES) {
      const [found] = await database.sql`SELECT count(*)::int AS partitions FROM pg_inherits
        WHERE inhparent = ${table}::regclass AND inhrelid = ${`${table}_${suffix}`}::regclass`;
      expect(found!.partitions).toBe(1);
    }
  });

  test.each(['1970-01-01', '2200-01-01'])('are not created for %s, even when a clock is wrong', async (day) => {
    await expect(ensurePartitions(database.sql, day)).rejects.toThrow('too far from today');
  });

  test('are created for days only', async () => {
    await expect(ensurePartitions(database.sql, "2026-01-01'; DROP TABLE traces; --")).rejects.toThrow('Not a day');
  });
});

describe('the version of the server', () => {
  test.each(['15.18', '16.4 (Debian 16.4-1)', '18.0'])('%s is accepted', (version) => {
    expect(versionProblem(version)).toBeUndefined();
  });

  test.each(['14.12', '9.6.24', ''])('%j is refused with a message that says what to do', (version) => {
    expect(versionProblem(version)).toMatch(/^Subtext needs PostgreSQL 15 or later.*DATABASE_URL/);
  });
});
