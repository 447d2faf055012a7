import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from './connect.ts';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

let directory: string;
beforeEach(async () => {
  // Closed to other users, as mktemp -d and /root are. When the tests run as root, the server's own user must still be
  // able to use it.
  directory = await mkdtemp(join(tmpdir(), 'subtext-embedded-'));
  await chmod(directory, 0o700);
});
afterEach(async () => {
  await removeEmbeddedPostgres(join(directory, 'postgres'));
  await rm(directory, { recursive: true, force: true });
});

const start = (port?: number) =>
  startEmbeddedPostgres({ directory: join(directory, 'postgres'), ...(port && { port }) });

async function ask(url: string, statement: string): Promise<unknown> {
  const sql = connect(url, { max: 1 });
  const [row] = await sql.unsafe(statement).finally(() => sql.end());
  return row && Object.values(row)[0];
}

test('starts below a closed directory, keeps its data over a stop, and is durable', async () => {
  const first = await start();
  await ask(first.url, 'CREATE TABLE kept (id int)');
  expect(await ask(first.url, 'SHOW fsync')).toBe('on');
  expect(await ask(first.url, 'SHOW synchronous_commit')).toBe('on');
  expect(await ask(first.url, 'SHOW listen_addresses')).toBe('127.0.0.1');
  await first.stop();
  await first.stop();
  const second = await start();
  expect(await ask(second.url, "SELECT to_regclass('kept')::text")).toBe('kept');
  await second.stop();
});

test('writes between two checkpoints at most a tenth of the free disk, 8 GB at most', async () => {
  const { bavail, bsize } = await statfs(directory);
  const { url, stop } = await start();
  const bytes = Number(await ask(url, "SELECT pg_size_bytes(current_setting('max_wal_size'))"));
  expect(bytes).toBeGreaterThanOrEqual(1024 ** 3);
  expect(bytes).toBeLessThanOrEqual(Math.max(1024 ** 3, Math.min(8 * 1024 ** 3, (bavail * bsize) / 10)));
  await stop();
});

test('requires its password, which only its owner can read', async () => {
  const { url, stop } = await start();
  const wrong = new URL(url);
  wrong.password = 'postgres';
  await expect(ask(wrong.toString(), 'SELECT 1')).rejects.toThrow('password authentication failed');
  expect((await stat(join(directory, 'postgres', 'password'))).mode & 0o077).toBe(0);
  await stop();
});

test('starts again after its parent process was killed and the server kept running', async () => {
  const script = `import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))};
    await startEmbeddedPostgres({ directory: ${JSON.stringify(join(directory, 'postgres'))} });
    process.kill(process.pid, 'SIGKILL');`;
  const run = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script]);
  expect(run.signal).toBe('SIGKILL');
  const { url, stop } = await start();
  expect(await ask(url, 'SELECT 1')).toBe(1);
  await stop();
});

test('starts again after the server itself was killed', async () => {
  await start();
  const [processId] = (await readFile(join(directory, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(processId), 'SIGKILL');
  const { url, stop } = await start();
  expect(await ask(url, 'SELECT 1')).toBe(1);
  await stop();
});

test('says in one sentence that another live process uses the directory', async () => {
  const script = `import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))};
    await startEmbeddedPostgres({ directory: ${JSON.stringify(join(directory, 'postgres'))} })
      .catch((error) => { console.log(error.message); process.exit(3); });`;
  const { stop } = await start();
  const run = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script]);
  expect(run.status).toBe(3);
  expect(run.stdout.toString()).toMatch(
    /^Another Subtext \(process \d+\) already uses the database in .*Stop it first/,
  );
  await stop();
});

test('says in one sentence that its port is taken', async () => {
  const holder = createServer();
  const port = await new Promise<number>((resolve) => {
    holder.listen(0, '127.0.0.1', () => resolve((holder.address() as { port: number }).port));
  });
  await expect(start(port)).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken`);
  await new Promise((resolve) => holder.close(resolve));
});
