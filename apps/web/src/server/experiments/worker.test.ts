// `subtext experiment run`, the worker with keys of its own, against the real API, real PostgreSQL and a scripted provider.
import { createApiKey, ensureProject, experiment, experimentResults } from '@subtext/db';
import { questionOf, recordRun, startOrderProvider } from '@subtext/experiments/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../read-api/answer.ts';
import { openOwner, TEST_ENV, type Owner } from '../testing/owner.ts';
import { serve, type Served } from '../testing/serve.ts';

const PROGRAM = join(import.meta.dirname, '../../../../../packages/cli/src/main.ts');
const PROVIDER_KEY = 'sk-test-never-leaves-the-worker';
const WAIT = { timeout: 60_000, interval: 20 };

let owner: Owner;
let served: Served;
let projectId: string;
let key: string;
let home: string;
/** What the API was sent. */
let received: string[] = [];
let asked: string[] = [];

beforeAll(async () => {
  owner = await openOwner();
  const { prisma, reads, database } = owner;
  projectId = (await ensureProject(database.sql, { slug: 'default', name: 'Default' })).id;
  key = (await createApiKey(database.sql, { projectId, name: 'worker', scopes: ['admin', 'read'] })).key;
  for (let number = 1; number <= 6; number += 1) await recordRun(database.sql, { projectId, number });
  const services = { prisma, sql: database.sql, reads, env: TEST_ENV };
  served = await serve(async (request) => {
    received.push(`${JSON.stringify([...request.headers])} ${await request.clone().text()}`);
    return answer(request, new URL(request.url).pathname.split('/').slice(3), services);
  });
  home = await mkdtemp(join(tmpdir(), 'subtext-worker-'));
});
beforeEach(() => {
  received = [];
  asked = [];
});
afterAll(async () => {
  await rm(home, { recursive: true, force: true });
  await served.close();
  await owner.close();
});

function started(parameters: readonly string[], providerUrl = '') {
  const env = {
    ...{ PATH: process.env.PATH, XDG_CONFIG_HOME: home, SUBTEXT_URL: served.url, SUBTEXT_API_KEY: key },
    ...(providerUrl && { OPENAI_API_KEY: PROVIDER_KEY, OPENAI_BASE_URL: `${providerUrl}/v1` }),
  };
  const child = spawn(process.execPath, [PROGRAM, 'experiment', ...parameters], {
    env: env as NodeJS.ProcessEnv & typeof env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, error }));
  return { child, ended };
}

/** Starts one on all six steps at low effort, and returns its id. */
async function start(budget = '5'): Promise<string> {
  const parameters = [
    'start',
    'Low',
    '--effort',
    'low',
    '--no-baseline',
    '--steps',
    '6',
    '--repeats',
    '1',
    '--worker',
    '--max-output-tokens',
    '2000',
  ];
  const { code, out, error } = await started([...parameters, '--budget', budget, '--json']).ended;
  expect([code, error]).toEqual([0, '']);
  return (JSON.parse(out) as { id: string }).id;
}

const now = async (id: string) => (await experiment(owner.database.sql, { projectId, id }))!;
const startProvider = (pace = 0) => startOrderProvider({ pace, onAsked: ({ question }) => void asked.push(question) });

describe('subtext experiment run', () => {
  it('asks with its own key, which never reaches the server, and ends with the result', async () => {
    const provider = await startProvider();
    const id = await start();
    const workers = [started(['run', id], provider.url), started(['run', id], provider.url)];
    const ends = await Promise.all(workers.map(({ ended }) => ended));
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    expect(ends[0]!.out).toContain('at `low` the same call in');
    const ended = await now(id);
    expect(ended).toMatchObject({ state: 'done', reserved: 0n, counts: { answered: 6 } });
    expect(asked).toHaveLength(6);
    expect(new Set(asked).size).toBe(6);
    expect(received.join('\n')).not.toContain(PROVIDER_KEY);
    await provider.close();
  }, 120_000);

  it('goes on after a worker was killed: its questions are asked again, and nothing that was answered', async () => {
    const provider = await startProvider(10);
    const id = await start('0.2');
    const { child, ended } = started(['run', id, '--concurrency', '2'], provider.url);
    await expect.poll(async () => (await now(id)).counts.answered ?? 0, WAIT).toBeGreaterThanOrEqual(2);
    await expect.poll(async () => (await now(id)).counts.asked ?? 0, WAIT).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await ended;
    const { sql } = owner.database;
    const answered = (await experimentResults(sql, { projectId, id })).map(({ traceId }) =>
      questionOf(Number(`0x${traceId}`)),
    );
    await sql`UPDATE experiment_answers SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL`;
    expect((await started(['run', id], provider.url).ended).code).toBe(0);
    const done = await now(id);
    const results = await experimentResults(sql, { projectId, id });
    expect(done).toMatchObject({ state: 'done', reserved: 0n, counts: { answered: 6 } });
    const [attempts] = await sql<{ count: number; given_up: bigint }[]>`
      SELECT sum(attempts)::int AS count, sum(given_up)::bigint AS given_up FROM experiment_answers WHERE experiment_id = ${id}`;
    expect(attempts!.count).toBeGreaterThan(6);
    expect(done.spent).toBe(attempts!.given_up + BigInt(results.reduce((sum, { cost }) => sum + cost!, 0)));
    expect(done.spent).toBeLessThanOrEqual(200_000_000n);
    expect(asked.length).toBeLessThanOrEqual(attempts!.count);
    expect(answered.length).toBeGreaterThanOrEqual(2);
    expect(answered.map((question) => asked.filter((one) => one === question).length)).toEqual(answered.map(() => 1));
    await provider.close();
  }, 120_000);

  it('says which variable is missing, and spends nothing', async () => {
    const id = await start();
    const { out } = await started(['run', id]).ended;
    expect(out).toContain('Set OPENAI_API_KEY to ask OpenAI');
    expect(await now(id)).toMatchObject({ state: 'failed', spent: 0n, reserved: 0n });
    expect(asked).toEqual([]);
  }, 60_000);
});
