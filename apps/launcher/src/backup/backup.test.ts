import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, open, mkdtemp, readFile, rm, stat, writeFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkSums, connect, type Sql, startEmbeddedPostgres } from '@subtext/db';
import { createTestDatabase } from '@subtext/db/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDataDirectory } from '../data-directory.ts';
import { inRoot } from '../paths.ts';
import { type LoadedIngest, startLoadedIngest } from '../testing/loaded-ingest.ts';

/** Long, because whole servers start and stop while other tests run. */
const PATIENCE_MS = 240_000;
vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });

let directory: string;
let source: LoadedIngest;
/** Numbers of spans that were accepted before and after the backup. */
let accepted: { before: number; after: number };
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'subtext-backup-'));
  // Under root PostgreSQL runs as another user, who must be able to enter the directory; otherwise the data would be
  // stored elsewhere.
  await chmod(directory, 0o711);
  source = await startLoadedIngest(join(directory, 'source'));
  await vi.waitFor(() => expect(source.accepted()).toBeGreaterThan(1_000), { timeout: PATIENCE_MS });
  const before = source.accepted();
  const saved = await saveRunning('loaded.tar.zst');
  accepted = { before, after: source.accepted() };
  await source.settle();
  expect(saved).toEqual({
    code: 0,
    output: expect.stringMatching(/✓ Backup .*rows as of .* UTC in .*loaded\.tar\.zst \(/),
  });
});
afterAll(async () => {
  await source.stop();
  await rm(directory, { recursive: true, force: true });
});

interface Run {
  code: number | null;
  output: string;
}

interface Surroundings {
  env?: Record<string, string>;
  /** File descriptor for standard output. */
  stdout?: number;
}

/** The command as npm runs it, without the tests' own database. */
function start(words: string[], { env = {}, stdout }: Surroundings = {}) {
  const child = spawn(process.execPath, [inRoot('apps/launcher/src/main.ts'), ...words], {
    env: { ...process.env, DATABASE_URL: '', INIT_CWD: directory, ...env },
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
  });
  return { ended: endOf(child), kill: (signal: NodeJS.Signals) => child.kill(signal) };
}

const run = (words: string[], surroundings?: Surroundings): Promise<Run> => start(words, surroundings).ended;

function endOf(child: ChildProcess): Promise<Run> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

const fileOf = (name: string) => join(directory, name);
const saveRunning = (name: string, ...options: string[]) =>
  run(['backup', name, '--data', source.data.path, ...options]);

/** Runs `work` on the database of a data directory. */
async function withDatabase<Result>(data: string, work: (sql: Sql, url: string) => Promise<Result>): Promise<Result> {
  const opened = await openDataDirectory(data);
  const postgres = await startEmbeddedPostgres({ directory: opened.postgres });
  const sql = connect(postgres.url, { max: 1 });
  try {
    return await work(sql, postgres.url);
  } finally {
    await sql.end();
    await postgres.stop();
    await opened.unlock();
  }
}

const LEFT_OUT = [
  ...['sessions', 'verifications', 'stored_batches', '_prisma_migrations'],
  // Computed again from the traces.
  ...['trace_evidence', 'evidence_walks', 'trace_checks', 'check_findings', 'call_origins', 'billed_thinking'],
];

/** Row count and a checksum of the texts, for every table except those that a backup leaves out. */
async function storedRows(sql: Sql): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname <> all (${LEFT_OUT}) order by 1`;
  const stored: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ sum: string }[]>(
      `select count(*) || ' rows, ' || coalesce(sum(hashtextextended(row::text, 0)), 0) as sum from ${name} as row`,
    );
    stored[name] = row!.sum;
  }
  return stored;
}

const spansOf = async (sql: Sql): Promise<number> =>
  Number((await sql<{ spans: bigint }[]>`select count(*) as spans from spans`)[0]!.spans);

async function differences(sql: Sql) {
  const [project] = await sql<{ id: string }[]>`select id from projects where slug = 'shop'`;
  return checkSums(sql, project!.id);
}

describe('a backup of a Subtext that stores spans all the while', () => {
  it('shows one moment: restored elsewhere, its sums are those of its spans', async () => {
    const { before, after } = accepted;
    expect(after).toBeGreaterThan(before);
    const restored = await run(['restore', 'loaded.tar.zst', '--data', fileOf('elsewhere')]);
    expect(restored).toEqual({
      code: 0,
      output: expect.stringContaining('every count and checksum is as it was saved'),
    });
    await withDatabase(fileOf('elsewhere'), async (sql) => {
      expect(await differences(sql)).toEqual([]);
      const spans = await spansOf(sql);
      expect(spans).toBeGreaterThanOrEqual(before);
      // It may also contain spans that were committed but not yet acknowledged.
      expect(spans).toBeLessThanOrEqual(after + 1_000);
      expect(restored.output.replaceAll(/ +/g, ' ')).toContain(` spans ${spans.toLocaleString('en')} rows in `);
    });
  });

  it('is readable by its owner alone, and leaves no unfinished file', async () => {
    expect((await stat(fileOf('loaded.tar.zst'))).mode & 0o777).toBe(0o600);
    expect(await readdir(directory)).not.toContain('loaded.tar.zst.partial');
  });

  it('is not overwritten unless that is asked for', async () => {
    const refused = await saveRunning('loaded.tar.zst');
    expect(refused).toEqual({ code: 1, output: expect.stringMatching(/loaded\.tar\.zst is there already.*--force/) });
    await writeFile(fileOf('loaded.tar.zst.partial'), 'what a killed one left');
    expect(await saveRunning('another.tar.zst')).toMatchObject({ code: 0 });
    expect(await saveRunning('loaded.tar.zst', '--force')).toMatchObject({ code: 0 });
  });

  it('ends in a sentence, and leaves nothing, where the disk is full', async () => {
    const full = await open('/dev/full', 'w');
    const toStandardOutput = await run(['backup', '-', '--data', source.data.path], { stdout: full.fd });
    await full.close();
    expect(toStandardOutput).toEqual({ code: 1, output: expect.stringContaining('There is no room for the backup') });
    const limited = await runWithFileLimit(['backup', fileOf('limited.tar.zst'), '--data', source.data.path]);
    expect(limited).toEqual({ code: 1, output: expect.stringContaining('There is no room for the backup') });
    expect(await readdir(directory)).not.toContainEqual(expect.stringContaining('limited'));
  });

  it('leaves nothing when it is interrupted, also while it waits for the database', async () => {
    const sql = connect(source.databaseUrl, { max: 1 });
    const interrupted = await sql.begin(async (transaction) => {
      await transaction`lock table users in access exclusive mode`;
      const child = start(['backup', 'interrupted.tar.zst', '--data', source.data.path]);
      await vi.waitFor(() => stat(fileOf('interrupted.tar.zst.partial')), { timeout: PATIENCE_MS });
      child.kill('SIGINT');
      return child.ended;
    });
    await sql.end();
    expect(interrupted).toEqual({ code: 130, output: expect.stringContaining('Interrupted: nothing is left of') });
    expect(await readdir(directory)).not.toContainEqual(expect.stringContaining('interrupted'));
  });
});

/** Limits files to 64 kB, which gives the same error as a full disk. */
function runWithFileLimit(words: string[]): Promise<Run> {
  const command = `trap '' XFSZ; ulimit -f 64; exec "$0" "$@"`;
  const parameters = ['-c', command, process.execPath, inRoot('apps/launcher/src/main.ts'), ...words];
  return endOf(spawn('bash', parameters, { env: { ...process.env, DATABASE_URL: '' } }));
}

describe('a backup of a Subtext at rest', () => {
  let expected: Record<string, string>;
  beforeAll(async () => {
    const sql = connect(source.databaseUrl, { max: 1 });
    expected = await storedRows(sql);
    await sql.end();
    expect(await saveRunning('rest.tar.zst')).toMatchObject({ code: 0 });
  });

  it('has every row of every table, restored into an empty directory', async () => {
    expect(await run(['restore', 'rest.tar.zst', '--data', fileOf('rest')])).toMatchObject({ code: 0 });
    expect(await withDatabase(fileOf('rest'), storedRows)).toEqual(expected);
  });

  it('can be saved again while it is stopped, and that is the same', async () => {
    const saved = await run(['backup', 'stopped.tar.zst', '--data', fileOf('rest')]);
    expect(saved).toEqual({ code: 0, output: expect.stringContaining('started for this alone') });
    expect(await run(['restore', 'stopped.tar.zst', '--data', fileOf('stopped')])).toMatchObject({ code: 0 });
    expect(await withDatabase(fileOf('stopped'), storedRows)).toEqual(expected);
  });

  it('moves to a PostgreSQL of your own, and back', async () => {
    const own = await createTestDatabase();
    const name = `own_${Date.now()}`;
    await own.sql.unsafe(`create database ${name}`);
    const url = new URL(own.url);
    url.pathname = `/${name}`;
    const env = { DATABASE_URL: url.toString() };
    const restored = await run(['restore', 'rest.tar.zst'], { env });
    expect(restored).toMatchObject({ code: 0 });
    const sql = connect(env.DATABASE_URL, { max: 1 });
    expect(await storedRows(sql)).toEqual(expected);
    expect(await run(['restore', 'rest.tar.zst'], { env })).toEqual({
      code: 1,
      output: expect.stringContaining('is not empty'),
    });
    expect(await run(['backup', 'own.tar.zst'], { env })).toMatchObject({ code: 0 });
    await sql.end();
    await own.sql.unsafe(`drop database ${name} with (force)`);
    await own.drop();
    expect(await run(['restore', 'own.tar.zst', '--data', fileOf('back')])).toMatchObject({ code: 0 });
    expect(await withDatabase(fileOf('back'), storedRows)).toEqual(expected);
  });

  it('goes to standard output and comes from standard input', async () => {
    const target = await open(fileOf('stream.tar.zst'), 'w');
    const saved = await run(['backup', '-', '--data', source.data.path], { stdout: target.fd });
    await target.close();
    expect(saved).toEqual({ code: 0, output: expect.stringContaining('✓ Backup') });
    expect(await run(['restore', '--check', 'stream.tar.zst'])).toMatchObject({ code: 0 });
  });

  it('replaces a database only when that is asked for, and keeps the old one', async () => {
    const refused = await run(['restore', 'rest.tar.zst', '--data', fileOf('rest')]);
    expect(refused).toEqual({
      code: 1,
      output: expect.stringMatching(/has a database already.*--data DIR.*--replace/),
    });
    const replaced = await run(['restore', 'rest.tar.zst', '--data', fileOf('rest'), '--replace']);
    expect(replaced).toEqual({
      code: 0,
      output: expect.stringMatching(/The one from before is in .*postgres\.replaced-/),
    });
    expect(await withDatabase(fileOf('rest'), storedRows)).toEqual(expected);
    expect((await readdir(fileOf('rest'))).filter((name) => name.startsWith('postgres'))).toHaveLength(2);
  });

  it('is refused while Subtext runs there, and where it is damaged, and then changes nothing', async () => {
    const running = await run(['restore', 'rest.tar.zst', '--data', source.data.path, '--replace']);
    expect(running).toEqual({ code: 1, output: expect.stringContaining('Subtext already runs on') });
    const content = await readFile(fileOf('rest.tar.zst'));
    await writeFile(fileOf('cut.tar.zst'), content.subarray(0, content.length * 0.9));
    const cut = await run(['restore', 'cut.tar.zst', '--data', fileOf('rest'), '--replace']);
    expect(cut).toEqual({ code: 1, output: expect.stringContaining('The backup is incomplete: its end is missing') });
    expect(await withDatabase(fileOf('rest'), storedRows)).toEqual(expected);
    expect(await run(['restore', '--check', 'cut.tar.zst'])).toMatchObject({ code: 1 });
    expect(await readdir(fileOf('rest'))).not.toContain('postgres.restoring');
  });
});

describe('words that are not understood', () => {
  it.each([
    [['backup'], /Name one file for the backup[\s\S]*--force/],
    [['restore'], /Name the file of one backup[\s\S]*--check/],
    [['restore', 'no-such-file'], /There is no file .*no-such-file/],
    [['backup', 'x', '--data', '/no/such/directory'], /There is no database in \/no\/such\/directory/],
    [['backup', '/no/such/directory/x'], /cannot be written/],
  ])('%j is answered with what to do', async (words, sentence) => {
    expect(await run(words)).toEqual({ code: 1, output: expect.stringMatching(sentence) });
  });
});
