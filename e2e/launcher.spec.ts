// `npm start` itself: it starts, refuses a second start, stops in order, and starts again with all data after any kind
// of end.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, removeDataDirectory } from '@subtext/launcher';
import { expect, test } from './fixtures.ts';
import { send, traceOf } from './otlp.ts';

const MAIN = join(import.meta.dirname, '../apps/launcher/src/main.ts');

interface Run {
  process: ChildProcess;
  /** All that was printed so far. */
  output(): string;
  /** Resolves to what was printed when a line matches, or when the process has ended. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves to the exit code; null after a signal. */
  ended: Promise<number | null>;
}

function launch(parameters: string[], more: NodeJS.ProcessEnv = {}): Run {
  // Playwright colours its workers; Node warns of both variables at once.
  const env = { ...process.env, FORCE_COLOR: undefined, NO_COLOR: undefined, ...more };
  const child = spawn(process.execPath, [MAIN, ...parameters], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      output += `${line}\n`;
      child.emit('printed');
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const until = (pattern: RegExp) =>
    new Promise<string>((resolve) => {
      const look = () => pattern.test(output) && resolve(output);
      child.on('printed', look);
      void ended.then(() => resolve(output));
      look();
    });
  return { process: child, output: () => output, until, ended };
}

let directory: string;
let options: string[];
let ingestUrl: string;
let webUrl: string;
test.beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'subtext-launcher-'));
  const [port, ingestPort, grpcPort] = [await freePort(), await freePort(), await freePort()];
  ingestUrl = `http://127.0.0.1:${ingestPort}`;
  webUrl = `http://127.0.0.1:${port}`;
  const ports = ['--port', String(port), '--ingest-port', String(ingestPort), '--grpc-port', String(grpcPort)];
  options = ['--data', directory, ...ports, '--no-seed'];
});
test.afterEach(() => removeDataDirectory(directory));

async function startSubtext(): Promise<Run> {
  const run = launch(['start', ...options]);
  expect(await run.until(/observe\(new OpenAI/)).toContain('Subtext is running.');
  return run;
}

/** Stores one span by the key that the launcher printed. */
async function sendOne(): Promise<number> {
  const key = (await readFile(join(directory, 'ingest-key'), 'utf8')).trim();
  return send(traceOf({ name: 'chat', attributes: { 'gen_ai.operation.name': 'chat' } }).body, { ingestUrl, key });
}

/** The first and the fourth line of PostgreSQL's own file; 0 while it is down. */
const serverFacts = async () =>
  (await readFile(join(directory, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '')).split('\n');
const postmasterId = async () => Number((await serverFacts())[0]);
const databasePort = async () => Number((await serverFacts())[3]);

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

const isUp = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );
const isGone = () => expect(fetch(`${ingestUrl}/healthz`)).rejects.toThrow();

test('start, a second start, a link, Ctrl-C, and start again', async ({ page }) => {
  test.slow();
  const first = await startSubtext();
  const key = (await readFile(join(directory, 'ingest-key'), 'utf8')).trim();
  expect(first.output()).toContain(key);
  expect(await sendOne()).toBe(200);

  const second = launch(['start', ...options]);
  expect(await second.ended).toBe(1);
  expect(second.output().trim()).toMatch(/^Subtext already runs on .*--port and --ingest-port\.$/);
  const other = launch(['start', ...options, '--data', `${directory}-other`]);
  expect(await other.ended).toBe(1);
  expect(other.output().trim()).toMatch(/^Port \d+ is taken, perhaps by .* `npm start -- --port \d+`\.$/);
  await rm(`${directory}-other`, { recursive: true });

  const link = launch(['sign-in-link', '--data', directory]);
  expect(await link.ended).toBe(0);
  await page.goto(link.output().trim());
  await expect(page).toHaveURL(/\/p\/default\/traces/);

  first.process.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect(first.output()).toMatch(/Stopping Web\nStopping Ingest\nStopping Postgres\nStopped\. Your data stays\./);
  await isGone();

  const again = await startSubtext();
  expect(again.output(), 'the key is still good').toContain(key);
  await page.reload();
  await expect(page.getByRole('grid', { name: 'Traces' }).getByRole('row'), 'so are session and data').toHaveCount(2);
  again.process.kill('SIGTERM');
  expect(await again.ended).toBe(0);
});

test('a killed launcher takes its children with it, and the next start recovers', async () => {
  test.slow();
  const killed = await startSubtext();
  expect(await sendOne()).toBe(200);
  const postmaster = await postmasterId();
  killed.process.kill('SIGKILL');
  await killed.ended;
  await expect.poll(() => isAlive(postmaster), { timeout: 60_000 }).toBe(false);
  for (const url of [`${ingestUrl}/healthz`, `${webUrl}/api/healthz`])
    await expect.poll(() => isUp(url), { timeout: 20_000 }).toBe(false);

  const next = await startSubtext();
  expect(await sendOne()).toBe(200);
  next.process.kill('SIGINT');
  expect(await next.ended).toBe(0);
});

test('a Postgres that dies is started again on its port, and ingest stores as before', async () => {
  test.slow();
  const run = await startSubtext();
  expect(await sendOne()).toBe(200);
  const before = await databasePort();
  process.kill(await postmasterId(), 'SIGKILL');
  await run.until(/Postgres stopped unexpectedly \(its process is gone\)\. It is started again in 0\.5 s\./);
  await expect.poll(sendOne, { timeout: 60_000 }).toBe(200);
  expect(await databasePort()).toBe(before);
  run.process.kill('SIGINT');
  expect(await run.ended).toBe(0);
});

test('a Postgres that dies five times within a minute ends everything, with the end of its log', async () => {
  test.slow();
  const run = await startSubtext();
  let last = 0;
  for (let death = 1; death <= 5; death += 1) {
    await expect
      .poll(async () => (await postmasterId()) !== last && isAlive(await postmasterId()), { timeout: 60_000 })
      .toBe(true);
    last = await postmasterId();
    process.kill(last, 'SIGKILL');
  }
  expect(await run.ended).toBe(1);
  expect(run.output()).toMatch(/Postgres died 5 times within a minute, at last by .*postgres\.log says:\n.*/);
  await isGone();

  const next = await startSubtext();
  next.process.kill('SIGINT');
  expect(await next.ended).toBe(0);
});

test('without a running Subtext there is no link, and a message says so', async () => {
  const link = launch(['sign-in-link', '--data', directory]);
  expect(await link.ended).toBe(1);
  expect(link.output().trim()).toBe('Subtext does not run here. Start it with `npm start`: that prints a link, too.');
});

test('an unreachable database of the user is reported in one sentence, without its password', async () => {
  const DATABASE_URL = `postgres://me:secret@127.0.0.1:${await freePort()}/traces`;
  const run = launch(['start', ...options], { DATABASE_URL });
  expect(await run.ended).toBe(1);
  expect(run.output()).toMatch(/^The database traces at 127\.0\.0\.1:\d+ cannot be used: connect ECONNREFUSED/m);
  expect(run.output()).not.toContain('secret');
});
