import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../postgres/connect.ts';
import { migrate } from '../postgres/migrate.ts';
import { checkSums } from '../maintain/recount.ts';
import { ensureProject } from '../projects/projects.ts';
import type { TestDatabase } from '../testing.ts';
import { checkBackup } from './check-backup.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { BACKUP_TABLES, MIGRATIONS_TABLE_NAME, TABLES_LEFT_OUT } from './tables.ts';
import { databaseWithRows, emptyDatabase, storedRows } from '../testing/backups.ts';
import { writeBackup } from './write-backup.ts';

let source: TestDatabase;
let target: TestDatabase;
let bytes: Buffer;
beforeAll(async () => {
  source = await databaseWithRows();
  bytes = await backupOf(source.url);
});
afterAll(() => source.drop());
beforeEach(async () => {
  target = await emptyDatabase(source);
});
afterEach(() => target.drop());

async function backupOf(databaseUrl: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const output = new Writable({ write: (chunk: Buffer, _encoding, done) => (chunks.push(chunk), done()) });
  await writeBackup({ databaseUrl, output, version: '1.2.3' });
  return Buffer.concat(chunks);
}

/** Splits the content into pieces, as reading a file does. */
const inputOf = (content: Buffer) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < content.length; at += 10_000) yield content.subarray(at, at + 10_000);
    })(),
  );
const restoreFrom = (content: Buffer) => restoreBackup({ databaseUrl: target.url, input: inputOf(content) });

async function tablesOf({ sql }: TestDatabase): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`;
  return rows.map(({ name }) => name).sort();
}

describe('a backup', () => {
  test('contains every table except those in TABLES_LEFT_OUT', async () => {
    const named = [...BACKUP_TABLES, ...Object.keys(TABLES_LEFT_OUT), MIGRATIONS_TABLE_NAME];
    expect(await tablesOf(source)).toEqual(named.sort());
    const empty = Object.entries(await storedRows(source.sql)).filter(([, { rows }]) => rows === 0);
    expect(empty).toEqual([]);
  });

  test('restores every row of every table, with totals that equal a recount', async () => {
    const summary = await restoreFrom(bytes);
    expect(await storedRows(target.sql)).toEqual(await storedRows(source.sql));
    expect(summary.manifest).toMatchObject({ version: '1.2.3', format: 'subtext-backup' });
    const [project] = await target.sql<{ id: string }[]>`select id from projects`;
    expect(await checkSums(target.sql, project!.id)).toEqual([]);
    expect(await tablesOf(target)).toEqual(await tablesOf(source));
  });

  test('restores the same schema: indexes, constraints, partitions, defaults', async () => {
    await restoreFrom(bytes);
    const schemaOf = ({ sql }: TestDatabase) => sql`
      select indexdef as definition from pg_indexes where schemaname = current_schema()
      union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
        where connamespace = current_schema()::regnamespace
      union all select attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || attstorage::text || attcompression::text || attnotnull
        from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = current_schema()::regnamespace and attnum > 0
      order by 1`;
    expect([...(await schemaOf(target))]).toEqual([...(await schemaOf(source))]);
  });

  test('continues sequences after the last number that was assigned, even to a deleted row', async () => {
    await restoreFrom(bytes);
    const [next] = await target.sql<{ id: bigint }[]>`
      insert into prices (provider, model, matched_model, source, as_of, input_rate, output_rate)
      values ('p', 'm4', 'm4', 's', '2026-01-01', 1, 2) returning id`;
    expect(next!.id).toBe(4n);
  });

  test('contains no sessions and no sign-in links', async () => {
    const plain = zstdDecompressSync(bytes).toString('latin1');
    expect(plain).toContain('ada@example.com');
    expect(plain).not.toContain('secret-of-a-session');
    expect(plain).not.toContain('secret-of-a-link');
  });

  test('is a tar archive with a manifest, and with rows in the format of COPY', async () => {
    const entries = await unpackTar(zstdDecompressSync(bytes));
    expect(entries[0]!.header.name).toBe('manifest.json');
    expect(entries.at(-1)!.header.name).toBe('sums.json');
    const users = entries.find(({ header }) => header.name === 'data/users/000001.copy');
    expect(Buffer.from(users!.data!).toString()).toContain('a\\tb\\\\c\\nd\\r');
  });

  test('reports its progress', async () => {
    const output = new Writable({ write: (_chunk, _encoding, done) => done() });
    const steps: number[] = [];
    const onProgress = ({ fraction }: { fraction: number | undefined }) => steps.push(fraction!);
    const { tables } = await writeBackup({ databaseUrl: source.url, output, version: '1.2.3', onProgress });
    expect(steps).toEqual([...steps].sort((left, right) => left - right));
    expect(steps.at(-1)).toBeLessThanOrEqual(1);
    expect(steps.length).toBeGreaterThanOrEqual(tables.filter(({ rows }) => rows > 0).length);
  });
});

describe('a backup of another version', () => {
  let directory: string;
  const migrations = join(import.meta.dirname, '../../../../prisma/migrations');
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'subtext-migrations-'));
    return () => rm(directory, { recursive: true });
  });

  test('gets the later migrations when its version is older', async () => {
    const names = (await readdir(migrations)).filter((name) => /^\d/.test(name)).sort();
    const older = names.slice(0, 5);
    for (const name of older) await cp(join(migrations, name), join(directory, name), { recursive: true });
    const old = await emptyDatabase(source);
    await migrate(old.url, { directory });
    await old.sql`insert into projects (slug, name) values ('old', 'Old')`;
    const summary = await restoreFrom(await backupOf(old.url));
    await old.drop();
    expect(summary.newMigrations).toEqual(names.slice(5));
    expect(await migrate(target.url)).toEqual([]);
    expect(await target.sql`select slug from projects`).toEqual([{ slug: 'old' }]);
    expect(await tablesOf(target)).toEqual(await tablesOf(source));
  });

  test('is refused with its version when that is newer, and leaves no tables', async () => {
    const newer = await edited((manifest) => {
      manifest.version = '9.0.0';
      manifest.migrations.push({ name: '20990101000000_next', checksum: 'x' });
    });
    await expect(restoreFrom(newer)).rejects.toThrow(/Subtext 9\.0\.0, with migration 20990101000000_next/);
    expect(await tablesOf(target)).toEqual([]);
  });

  test('is refused when its format is newer', async () => {
    const future = await edited((manifest) => (manifest.formatVersion = 2));
    await expect(restoreFrom(future)).rejects.toThrow('in a form that this version cannot read');
  });

  test('is not written from a database that a newer version has migrated', async () => {
    await migrate(target.url);
    await target.sql`insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('x', 'x', '20990101000000_next', now())`;
    await expect(backupOf(target.url)).rejects.toThrow(
      'has migration 20990101000000_next, which this version does not',
    );
  });
});

/** Returns the backup with a changed manifest or changed entries. */
async function edited(
  change: (manifest: Manifest) => void,
  content: (name: string, data: Buffer) => Buffer | undefined = (_name, data) => data,
): Promise<Buffer> {
  const entries = await unpackTar(zstdDecompressSync(bytes));
  const manifest = JSON.parse(Buffer.from(entries[0]!.data!).toString()) as Manifest;
  change(manifest);
  const changed = entries.flatMap(({ header, data }, index) => {
    const body = index === 0 ? Buffer.from(JSON.stringify(manifest)) : content(header.name, Buffer.from(data!));
    return body === undefined ? [] : [{ header: { name: header.name, size: body.length }, body }];
  });
  const params = { [constants.ZSTD_c_checksumFlag]: 1 };
  return zstdCompressSync(await packTar(changed), { params });
}

describe('a damaged backup', () => {
  const damaged: [string, () => Buffer | Promise<Buffer>, string | RegExp][] = [
    ['cut in the middle', () => bytes.subarray(0, bytes.length / 2), 'incomplete: its end is missing'],
    ['without its last bytes', () => bytes.subarray(0, -20), 'incomplete: its end is missing'],
    ['empty', () => Buffer.alloc(0), 'incomplete: its end is missing'],
    ['another file', () => Buffer.from('PGDMP and so on'.repeat(100)), 'is no backup of Subtext'],
    [
      'another archive',
      async () => zstdCompressSync(await packTar([{ header: { name: 'a', size: 1 }, body: 'a' }])),
      'no backup',
    ],
    ['with a bit that has flipped', () => flipped(bytes, bytes.length >> 1), /damaged|incomplete/],
    [
      'without its sums',
      () =>
        edited(
          () => {},
          (name, data) => (name === 'sums.json' ? undefined : data),
        ),
      'its end is missing',
    ],
    [
      'with a row less',
      () =>
        edited(
          () => {},
          (name, data) => (name.startsWith('data/users/') ? data.subarray(data.indexOf(10) + 1) : data),
        ),
      /refuses rows of table \w+ .*_user_id_fkey/,
    ],
    [
      'with another letter in a row',
      () =>
        edited(
          () => {},
          (name, data) =>
            name.startsWith('data/users/') ? Buffer.from(data.toString().replace('ada@', 'eve@')) : data,
        ),
      'table users has 2 rows whose checksum',
    ],
    [
      'with a table that no migration makes',
      () => edited((manifest) => (manifest.tables[0]!.name = 'pg_authid')),
      'is not one that its migrations make',
    ],
    [
      'with a name that is SQL',
      () => edited((manifest) => (manifest.tables[0]!.name = 'users"; drop table users; --')),
      'its manifest does not fit',
    ],
    [
      'with a column less',
      () => edited((manifest) => manifest.tables[0]!.columns.pop()),
      'is not one that its migrations make',
    ],
    [
      'with a partition of another day',
      () => edited((manifest) => (manifest.tables.find((table) => table.partition)!.partition!.day = '2026-01-01')),
      'is not one that its migrations make',
    ],
    [
      'with a migration that was changed',
      () => edited((manifest) => (manifest.migrations[0]!.checksum = '0')),
      'is another one in this version',
    ],
  ];

  const matches = (sentence: string | RegExp) => (message: string) =>
    typeof sentence === 'string' ? message.includes(sentence) : sentence.test(message);

  test.each(damaged)('%s is refused with a message, and leaves no tables', async (_name, make, sentence) => {
    const content = await make();
    const error: unknown = await restoreFrom(content).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'BackupError', message: expect.toSatisfy(matches(sentence)) });
    expect(await tablesOf(target)).toEqual([]);
  });

  test('is detected by a check without a database, which accepts an intact backup', async () => {
    await expect(checkBackup({ input: inputOf(flipped(bytes, bytes.length >> 1)) })).rejects.toMatchObject({
      name: 'BackupError',
    });
    const { tables } = await checkBackup({ input: inputOf(bytes) });
    expect(tables.find(({ name }) => name === 'users')).toMatchObject({ rows: 2 });
  });
});

function flipped(content: Buffer, at: number): Buffer {
  const copy = Buffer.from(content);
  copy[at]! ^= 1;
  return copy;
}

describe('refusals and interruptions', () => {
  test('a restore into a database with tables is refused and changes nothing', async () => {
    await migrate(target.url);
    await ensureProject(target.sql, { slug: 'mine', name: 'Mine' });
    await expect(restoreFrom(bytes)).rejects.toThrow(/not empty: it has the table \w+\. Restore into a new one/);
    expect(await target.sql`select slug from projects`).toEqual([{ slug: 'mine' }]);
  });

  test('a backup of a database without Subtext is refused', async () => {
    await expect(backupOf(target.url)).rejects.toThrow('there is nothing to save');
  });

  test('an output that fails ends the backup with its error, and ends its transaction', async () => {
    const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error('no more room')) });
    await expect(writeBackup({ databaseUrl: source.url, output, version: '1' })).rejects.toThrow('no more room');
    const sql = connect(source.url, { max: 1 });
    await expect
      .poll(
        () =>
          sql`select pid from pg_stat_activity where application_name = 'subtext backup' and datname = current_database()`,
        { timeout: 10_000 },
      )
      .toEqual([]);
    await sql.end();
  });

  test('an interruption before the first statement ends the backup, also while the database is locked', async () => {
    const interruption = new Error('interrupted');
    const signal = AbortSignal.abort(interruption);
    await source.sql.begin(async (transaction) => {
      await transaction`lock table users in access exclusive mode`;
      const output = new Writable({ write: (_chunk, _encoding, done) => done() });
      await expect(writeBackup({ databaseUrl: source.url, output, version: '1', signal })).rejects.toBe(interruption);
      expect(output.destroyed).toBe(true);
    });
    const restored = restoreBackup({ databaseUrl: target.url, input: inputOf(bytes), signal });
    await expect(restored).rejects.toBe(interruption);
    expect(await tablesOf(target)).toEqual([]);
  });

  test('an interrupted restore leaves no tables', async () => {
    const interruption = new AbortController();
    const onProgress = () => interruption.abort(new Error('interrupted'));
    const restoring = restoreBackup({
      databaseUrl: target.url,
      input: inputOf(bytes),
      onProgress,
      signal: interruption.signal,
    });
    await expect(restoring).rejects.toThrow('interrupted');
    expect(await tablesOf(target)).toEqual([]);
  });
});
