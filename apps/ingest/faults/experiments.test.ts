// Real ingest processes ask an experiment, one is killed in the middle, and two others go on with it.
import { ensureProject, experiment, experimentResults } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { arm, makeExperiment, questionOf, recordRun, saveKey, startOrderProvider } from '@subtext/experiments/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort, startIngest, type IngestProcess } from './ingest-process.ts';

const STEPS = 10;
/** The upper bounds of the two questions that the killed process leaves, of one more, and all answers. */
const BUDGET = 0.12;
const authSecret = 'a secret of this installation, long enough';
const WAIT = { timeout: 60_000, interval: 20 };

let database: TestDatabase;
const processes: IngestProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv('SUBTEXT_AUTH_SECRET', authSecret);
  vi.stubEnv('SUBTEXT_OUTBOUND_ALLOW', '127.0.0.1');
});
afterAll(async () => {
  for (const one of processes) one.kill('SIGKILL');
  await Promise.all(processes.map(({ exited }) => exited));
  vi.unstubAllEnvs();
  await database.drop();
});

async function start(): Promise<IngestProcess> {
  const one = await startIngest({ databaseUrl: database.url, port: await freePort() });
  processes.push(one);
  return one;
}

it('asks nothing twice that was answered, and stays in the budget, when it is killed in the middle', async () => {
  const { sql } = database;
  const { id: projectId } = await ensureProject(sql, { slug: 'killed', name: 'Killed' });
  for (let number = 1; number <= STEPS; number += 1) await recordRun(sql, { projectId, number });
  const asked: string[] = [];
  const provider = await startOrderProvider({ pace: 10, onAsked: ({ question }) => void asked.push(question) });
  await saveKey(sql, { projectId, provider: 'openai', baseUrl: `${provider.url}/v1`, secret: 'sk-test-1', authSecret });
  const key = await makeExperiment(sql, projectId, { arms: [arm()], budget: BUDGET });
  const now = async () => (await experiment(sql, key))!;
  const answered = async () => (await now()).counts.answered ?? 0;

  const killed = await start();
  await expect.poll(answered, WAIT).toBeGreaterThanOrEqual(2);
  await expect.poll(async () => (await now()).counts.asked ?? 0, WAIT).toBeGreaterThan(0);
  killed.kill('SIGKILL');
  await killed.exited;
  const middle = await now();
  const onTheirWay = middle.counts.asked!;
  const before = (await experimentResults(sql, key)).map(({ traceId }) => questionOf(Number(`0x${traceId}`)));
  expect(Object.values(middle.counts).reduce((sum, count) => sum + count, 0)).toBe(STEPS);

  // As after the seconds in which the killed process would have renewed its leases.
  await sql`UPDATE experiment_answers SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL`;
  await Promise.all([start(), start()]);
  await expect.poll(async () => (await now()).state, WAIT).toBe('done');
  const ended = await now();
  const results = await experimentResults(sql, key);
  expect(ended).toMatchObject({ reserved: 0n, counts: { answered: STEPS } });
  expect(ended.spent).toBe(middle.reserved + BigInt(results.reduce((sum, { cost }) => sum + cost!, 0)));
  expect(ended.spent).toBeLessThanOrEqual(BigInt(BUDGET * 1e9));
  expect(before.map((question) => asked.filter((one) => one === question).length)).toEqual(before.map(() => 1));
  expect(asked.length).toBeLessThanOrEqual(STEPS + onTheirWay);
  await provider.close();
}, 180_000);
