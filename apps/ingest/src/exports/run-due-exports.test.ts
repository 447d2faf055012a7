// Exports by the server, to a directory and to a real S3 server: whole, stopped, killed, hourly, refused.
import {
  auditPage,
  createExportTarget,
  createWriteBatch,
  ensureProject,
  exportRun,
  exportTarget,
  requestExport,
  scheduleExports,
  type ExportKind,
  type ExportPlace,
  type Sql,
} from '@subtext/db';
import { createTestDatabase, storableSpan, type TestDatabase } from '@subtext/db/testing';
import { sealSecret, type Manifest } from '@subtext/export';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { exportInThread, runDueExports, type ExportSettings } from './index.ts';

const requestedBy = { id: 'ada', email: 'ada@example.com', address: '192.0.2.7' };
const SECRET = 'S3RVER';

let database: TestDatabase;
let sql: Sql;
let directory: string;
let server: S3rver;
let endpoint: string;
let settings: ExportSettings & { authSecret: string; directory: string };
let projectId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ sql } = database);
  directory = await mkdtemp(join(tmpdir(), 'subtext-exports-'));
  const store = join(directory, 's3');
  server = new S3rver({
    port: 0,
    silent: true,
    directory: store,
    configureBuckets: [{ name: 'exports', configs: [] }],
  });
  const { port } = (await server.run()) as unknown as { port: number };
  endpoint = `http://127.0.0.1:${port}`;
  const authSecret = 'a secret of this installation, long enough';
  settings = { authSecret, directory: join(directory, 'files'), allowedAddresses: '127.0.0.1' };
});
beforeEach(async () => {
  const slug = `p${randomUUID().slice(0, 8)}`;
  projectId = (await ensureProject(sql, { slug, name: slug })).id;
});
afterAll(async () => {
  await server.close();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const idOf = (number: number) => number.toString(16).padStart(32, '0');

async function store(numbers: readonly number[]): Promise<void> {
  const spans = numbers.map((number) => ({ ...storableSpan({ traceId: idOf(number) }), projectId }));
  await createWriteBatch(sql)(spans);
}

const DIRECTORY: ExportPlace = { kind: 'directory', folder: 'warehouse' };
const inS3 = (): ExportPlace => ({
  ...{ kind: 's3', endpoint, region: 'us-east-1', bucket: 'exports', prefix: projectId, keyId: 'S3RVER' },
});

async function targetAt(place: ExportPlace, secret = SECRET): Promise<string> {
  const id = randomUUID();
  const sealing = { key: settings.authSecret, owner: `${projectId}/${id}` };
  const sealed = place.kind === 's3' ? sealSecret(secret, sealing) : null;
  const target = { projectId, id, name: 'warehouse', place, secret: sealed, format: 'jsonl' } as const;
  expect(await createExportTarget(sql, { ...target, isHourly: false, savedBy: requestedBy })).toBeUndefined();
  return id;
}

async function request(targetId: string, kind: ExportKind = 'changes'): Promise<string> {
  return (await requestExport(sql, { projectId, targetId, kind, isScheduled: false, requestedBy }))!;
}

const runOf = async (id: string) => (await exportRun(sql, { projectId, id }))!;
const place = () => join(settings.directory, projectId, 'warehouse');
const manifestIn = async (path: string) =>
  JSON.parse(await readFile(join(place(), path, 'manifest.json'), 'utf8')) as Manifest;

async function actions(): Promise<string[]> {
  return (await auditPage(sql, { projectId, limit: 20 })).map(({ action }) => action).toReversed();
}

it('exports everything to a directory, counted twice, and records the end', async () => {
  await store([1, 2]);
  const id = await request(await targetAt(DIRECTORY));
  const [ended] = await runDueExports(sql, { settings });
  expect(ended).toMatchObject({ id, state: 'done', since: null, rows: { traces: 2, spans: 2 }, files: 3 });
  expect(ended!.rows).toEqual(ended!.stored);
  const manifest = await manifestIn(ended!.path!);
  expect(manifest).toMatchObject({ rows: ended!.rows, stored: ended!.rows, next: null });
  expect(manifest.finished_at).not.toBeNull();
  const [traces] = manifest.files;
  const lines = (await readFile(join(place(), ended!.path!, traces!.path), 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { trace_id: string }).trace_id)).toEqual([idOf(1), idOf(2)]);
  expect(ended!.bytes).toBe(manifest.files.reduce((sum, { bytes }) => sum + bytes, 0));
  expect(await actions()).toEqual(['exports.finished']);
  expect(await runDueExports(sql, { settings })).toEqual([]);
});

it('exports each hour what changed since, once, also when two processes look', async () => {
  await store([1, 2]);
  const target = await targetAt(DIRECTORY);
  await scheduleExports(sql, { projectId, id: target, isHourly: true, savedBy: requestedBy });
  expect(await runDueExports(sql, { settings })).toEqual([]);
  await sql`UPDATE export_targets SET next_at = now() WHERE id = ${target}`;
  const both = await Promise.all([runDueExports(sql, { settings }), runDueExports(sql, { settings })]);
  const [first, ...more] = both.flat();
  expect(more).toEqual([]);
  expect(first).toMatchObject({ state: 'done', isScheduled: true, since: null, rows: { traces: 2 } });
  const { nextAt } = (await exportTarget(sql, { projectId, id: target }))!;
  const [{ next }] = await sql<[{ next: Date }]>`SELECT date_trunc('hour', now()) + interval '1 hour' AS next`;
  expect(nextAt).toEqual(next);

  // Long before the export, so that its overlap does not have them.
  await sql`UPDATE traces SET updated_at = now() - interval '1 day' WHERE project_id = ${projectId}`;
  await store([3]);
  await sql`UPDATE export_targets SET next_at = now() WHERE id = ${target}`;
  const [second] = await runDueExports(sql, { settings });
  expect(second).toMatchObject({ state: 'done', rows: { traces: 1, spans: 1 } });
  expect(second!.since).not.toBeNull();
  expect((await readdir(place())).toSorted()).toEqual([first!.path, second!.path, 'exports.json']);
  expect(await actions()).toEqual(['exports.start', 'exports.finished', 'exports.start', 'exports.finished']);

  const full = await request(target, 'full');
  await runDueExports(sql, { settings });
  expect(await runOf(full)).toMatchObject({ since: null, rows: { traces: 3 } });
});

/** Runs `body` in the database when a run reports its first files, until the returned function or the test ends it. */
async function onFirstFiles(name: string, body: string): Promise<() => Promise<void>> {
  await sql`CREATE FUNCTION ${sql(name)}() RETURNS trigger LANGUAGE plpgsql AS ${sql.unsafe(`'BEGIN ${body}; RETURN NEW; END'`)}`;
  await sql`CREATE TRIGGER ${sql(name)} BEFORE UPDATE ON export_runs FOR EACH ROW
    WHEN (OLD.files = 0 AND NEW.files > 0) EXECUTE FUNCTION ${sql(name)}()`;
  const end = async () => {
    // Who sleeps in it would keep it from being dropped.
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'PgSleep'`;
    await sql`DROP FUNCTION IF EXISTS ${sql(name)} CASCADE`;
  };
  onTestFinished(end);
  return end;
}

it('stops after a page, and the next export goes on there', async () => {
  // A page has 5,000 traces.
  await store(Array.from({ length: 5_001 }, (_, index) => index + 1));
  const id = await request(await targetAt(DIRECTORY));
  const endStop = await onFirstFiles('stop_export', 'NEW.is_stop_requested := true');
  const [stopped] = await runDueExports(sql, { settings });
  await endStop();
  expect(stopped).toMatchObject({ id, state: 'stopped', rows: { traces: 5_000 } });
  expect(await actions()).toEqual(['exports.stopped']);
  expect((await manifestIn(stopped!.path!)).finished_at).toBeNull();

  const next = await request(stopped!.targetId);
  const [done] = await runDueExports(sql, { settings });
  expect(done).toMatchObject({
    id: next,
    state: 'done',
    path: stopped!.path,
    rows: { traces: 5_001 },
    stored: { traces: 5_001 },
  });
  expect(await manifestIn(done!.path!)).toMatchObject({ pages: 2 });
});

/** A process that exports, as ingest does. */
const EXPORTER = `
  const { runDueExports } = await import(process.env.EXPORTS);
  const { connect } = await import(process.env.DATABASE);
  await runDueExports(connect(process.env.URL), { settings: JSON.parse(process.env.SETTINGS) });`;

it('goes on after its process was killed between a page and its progress', async () => {
  await store(Array.from({ length: 5_001 }, (_, index) => index + 1));
  const id = await request(await targetAt(DIRECTORY));
  const endWait = await onFirstFiles('wait_here', 'PERFORM pg_sleep(600)');
  const env = {
    ...{ EXPORTS: new URL('./index.ts', import.meta.url).href, DATABASE: import.meta.resolve('@subtext/db') },
    ...{ URL: database.url, SETTINGS: JSON.stringify(settings) },
  };
  const child = spawn(process.execPath, ['--input-type=module', '-e', EXPORTER], {
    env: env as NodeJS.ProcessEnv & typeof env,
  });
  const sleeping = () => sql<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
  await expect.poll(async () => (await sleeping()).length, { timeout: 90_000 }).toBe(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await endWait();

  expect(await runOf(id)).toMatchObject({ state: 'running', files: 0 });
  expect(await manifestIn((await runOf(id)).path!)).toMatchObject({ pages: 1, finished_at: null });
  await sql`UPDATE export_runs SET retry_at = now() WHERE id = ${id}`;
  const all = { traces: 5_001, spans: 5_001 };
  expect(await runDueExports(sql, { settings })).toMatchObject([{ id, state: 'done', rows: all, stored: all }]);
  expect(await manifestIn((await runOf(id)).path!)).toMatchObject({ pages: 2, rows: all });
}, 120_000);

it('exports to S3 with the secret that is sealed in the database, in a thread of its own', async () => {
  await store([1]);
  const id = await request(await targetAt(inS3()));
  const [{ row }] = await sql<
    [{ row: string }]
  >`SELECT t::text AS row FROM export_targets AS t WHERE project_id = ${projectId}`;
  expect(row).not.toContain(Buffer.from(SECRET).toString('hex'));
  const { signal } = new AbortController();
  const messages: object[] = [];
  const onMessage = (message: object) => void messages.push(message);
  await exportInThread({ databaseUrl: database.url, settings, signal, onMessage });
  expect(messages).toMatchObject([{ id, state: 'done' }]);
  const { path, files, bytes } = await runOf(id);
  const objects = join(directory, 's3', 'exports', projectId);
  expect(await readdir(join(objects, path!))).toContain('manifest.json._S3rver_object');
  expect([files, bytes > 0]).toEqual([3, true]);
});

it.each([
  ['a private address', { allowedAddresses: '' }, 'SUBTEXT_OUTBOUND_ALLOW'],
  ['another secret of the installation', { authSecret: 'x'.repeat(32) }, 'add it again'],
  ['no secret of the installation', { authSecret: undefined }, 'SUBTEXT_AUTH_SECRET'],
] as const)('fails at once, and says what to do, with %s', async (_what, changed, words) => {
  const id = await request(await targetAt(inS3()));
  await runDueExports(sql, { settings: { ...settings, ...changed } });
  const run = await runOf(id);
  expect(run).toMatchObject({ state: 'failed', reason: expect.stringContaining(words) });
  expect(JSON.stringify(await auditPage(sql, { projectId, limit: 10 }))).toContain('exports.failed');
});

it('fails at once when S3 refuses the key, and says neither the secret nor a text', async () => {
  await store([1]);
  const id = await request(await targetAt({ ...inS3(), keyId: 'wrong' } as ExportPlace, 'the-secret-of-the-key'));
  await runDueExports(sql, { settings });
  const run = await runOf(id);
  expect(run).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/^S3 refused the request \(403\).*Check the/),
  });
  const log = await auditPage(sql, { projectId, limit: 10 });
  expect(JSON.stringify([run, log])).not.toContain('the-secret-of-the-key');
});

it('tries a store that does not answer again, and fails after a while', async () => {
  const id = await request(await targetAt({ ...inS3(), endpoint: 'http://127.0.0.1:1' } as ExportPlace));
  expect(await runDueExports(sql, { settings })).toEqual([]);
  expect(await runOf(id)).toMatchObject({
    state: 'running',
    attempts: 1,
    reason: expect.stringContaining('S3 did not answer'),
  });
  // It waits for the next attempt.
  await runDueExports(sql, { settings });
  expect(await runOf(id)).toMatchObject({ attempts: 1 });
  await sql`UPDATE export_runs SET retry_at = now(), attempts = 5 WHERE id = ${id}`;
  expect(await runDueExports(sql, { settings })).toMatchObject([{ id, state: 'failed' }]);
});

it('fails when a store lets it begin and then refuses each page', async () => {
  await store([1]);
  const target = await targetAt(DIRECTORY);
  const id = await request(target);
  // The list of exports is written, and no table is.
  await mkdir(place(), { recursive: true });
  await sql`UPDATE export_runs SET attempts = 4 WHERE id = ${id}`;
  const blocked = { path: '2026-11-28T10-00-00.000Z', since: null, started_at: '2026-11-28T10:00:00.000Z' };
  await writeFile(
    join(place(), 'exports.json'),
    JSON.stringify({ format: 1, exports: [{ ...blocked, finished_at: null }] }),
  );
  await mkdir(join(place(), blocked.path));
  await writeFile(join(place(), blocked.path, 'traces'), 'a file where a folder has to be');
  expect(await runDueExports(sql, { settings })).toEqual([]);
  expect(await runOf(id)).toMatchObject({
    attempts: 5,
    state: 'running',
    reason: expect.stringMatching(/E(EXIST|NOTDIR)/),
  });
  await sql`UPDATE export_runs SET retry_at = now() WHERE id = ${id}`;
  expect(await runDueExports(sql, { settings })).toMatchObject([{ id, state: 'failed' }]);
});

it('is not tried forever when its process ends with it', async () => {
  const id = await request(await targetAt(DIRECTORY));
  await sql`UPDATE export_runs SET attempts = 6 WHERE id = ${id}`;
  expect(await runDueExports(sql, { settings })).toMatchObject([
    { id, state: 'failed', reason: expect.stringContaining('ended several times') },
  ]);
});

it('tests a target with a small file, which it removes', async () => {
  const id = await request(await targetAt(DIRECTORY), 'test');
  expect(await runDueExports(sql, { settings })).toMatchObject([{ id, state: 'done', path: null, files: 0 }]);
  expect(await readdir(place())).toEqual([]);
  expect(await actions()).toEqual([]);
});

it('exports to no directory that the operator does not allow', async () => {
  const id = await request(await targetAt(DIRECTORY));
  await runDueExports(sql, { settings: { ...settings, directory: undefined } });
  expect(await runOf(id)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('SUBTEXT_EXPORT_DIRECTORY'),
  });
});
