// Experiments against the scripted provider over real sockets, with a real database and real processes: what is asked, what it
// costs, and that a budget holds, also for two workers and after a kill.
import {
  ensureProject,
  experiment,
  experimentAnswersOf,
  experimentResults,
  resumeExperiment,
  type Sql,
} from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import type { ScriptedProvider } from '@subtext/examples/provider/server.ts';
import { sealSecret } from '@subtext/export';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { providerKeyOwner, runExperiments, type ExperimentSettings } from './index.ts';
import {
  arm,
  BASELINE,
  makeExperiment,
  questionOf,
  recordRun,
  saveKey,
  spanIdOf,
  startOrderProvider,
  traceIdOf,
  type AskedQuestion,
  type ExperimentToMake,
} from './testing/index.ts';

let database: TestDatabase;
let sql: Sql;
let provider: ScriptedProvider;
let projectId: string;
/** Requests that the provider got, in order. */
let asked: AskedQuestion[] = [];

const settings: ExperimentSettings = {
  authSecret: 'a secret of this installation, long enough',
  allowedAddresses: '127.0.0.1',
};
const SECRET = 'sk-test-1234567890';

const startProvider = (pace = 0) => startOrderProvider({ pace, onAsked: (question) => void asked.push(question) });

beforeAll(async () => {
  database = await createTestDatabase();
  ({ sql } = database);
  provider = await startProvider();
});
beforeEach(async () => {
  const slug = `p${randomUUID().slice(0, 8)}`;
  projectId = (await ensureProject(sql, { slug, name: slug })).id;
  asked = [];
});
afterAll(async () => {
  await provider.close();
  await database.drop();
});

function addKey(more: { provider?: string; baseUrl?: string; secret?: string } = {}): Promise<string> {
  const key = { provider: 'openai', baseUrl: `${provider.url}/v1`, secret: SECRET, ...more };
  return saveKey(sql, { projectId, authSecret: settings.authSecret!, ...key });
}

const make = (made: ExperimentToMake = {}) => makeExperiment(sql, projectId, made);

async function record(count: number, more: Partial<Parameters<typeof recordRun>[1]> = {}): Promise<void> {
  for (let number = 1; number <= count; number += 1) await recordRun(sql, { projectId, number, ...more });
}

const run = () => runExperiments(sql, { settings, firstPauseMs: 1 });
const now = async (key: { projectId: string; id: string }) => (await experiment(sql, key))!;

it('asks each step again from exactly what was seen, and compares the answers', async () => {
  await record(8);
  await addKey();
  const key = await make({ repeats: 2 });
  await run();
  expect(await now(key)).toMatchObject({
    state: 'done',
    reason: null,
    steps: 8,
    counts: { answered: 32 },
    reserved: 0n,
  });
  expect(asked).toHaveLength(32);
  expect(asked.filter(({ effort }) => effort === 'low')).toHaveLength(16);
  expect(asked.filter(({ effort }) => effort === 'high')).toHaveLength(16);
  expect(asked[0]!.body).toMatchObject({
    ...{ model: 'gpt-5.2', instructions: 'Be brief.', max_output_tokens: 2_000 },
    tools: [{ name: 'get_order', parameters: { properties: { id: { type: 'number' } } } }],
  });
  const results = await experimentResults(sql, key);
  const ofArm = (index: number) => results.filter((one) => one.arm === index);
  expect(ofArm(0).every(({ isSameCall, argumentsMatch }) => isSameCall && argumentsMatch === 'exact')).toBe(true);
  // Of 4001 to 4008, two are divided by four; the others come as text.
  expect(Object.groupBy(ofArm(1), ({ argumentsMatch }) => argumentsMatch!)).toMatchObject({
    normalized: { length: 12 },
    different: { length: 4 },
  });
  expect(ofArm(1).filter(({ unsourced }) => unsourced === 1)).toHaveLength(4);
  expect(results.every(({ recordedUnsourced }) => recordedUnsourced === 0)).toBe(true);
  // gpt-5.2: $1.75 and $14 for a million tokens.
  expect([ofArm(0)[0]!.cost, ofArm(1)[0]!.cost]).toEqual([525_000 + 2_800_000, 525_000 + 840_000]);
  const spent = results.reduce((sum, { cost }) => sum + cost!, 0);
  expect((await now(key)).spent).toBe(BigInt(spent));
  const place = { ...key, traceId: traceIdOf(1), spanId: spanIdOf(1) };
  expect((await experimentAnswersOf(sql, place))[0]!.calls).toEqual([{ name: 'get_order', arguments: '{"id":4001}' }]);
}, 60_000);

it('asks Claude in its own format', async () => {
  await record(2, { provider: 'anthropic', api: 'anthropic.messages', model: 'claude-opus-4-8' });
  await addKey({ provider: 'anthropic', baseUrl: provider.url });
  const key = await make();
  await run();
  expect(await now(key)).toMatchObject({ state: 'done', counts: { answered: 4 } });
  expect(asked.map(({ effort }) => effort).toSorted()).toEqual(['high', 'high', 'low', 'low']);
});

it('leaves out what was not recorded whole, and what has no price, and says why', async () => {
  await record(1, { attributes: { 'subtext.withheld': ['gen_ai.input.messages'] } });
  await recordRun(sql, { projectId, number: 2, model: 'a-model-without-price' });
  await addKey();
  const key = await make({ arms: [arm()] });
  await run();
  expect(await now(key)).toMatchObject({ state: 'done', spent: 0n, counts: { left_out: 2 } });
  const reasons = (await experimentResults(sql, key)).map(({ reason }) => reason).join('\n');
  expect(reasons).toContain('not complete (withheld: gen_ai.input.messages)');
  expect(reasons).toContain('There is no price for a-model-without-price');
  expect(asked).toEqual([]);
});

it('never asks when the upper bound is more than what is left, and goes on with a larger budget', async () => {
  await record(6);
  await addKey();
  // One answer costs $0.003325 or $0.001365, and may cost up to some $0.03.
  const key = await make({ budget: 0.035, arms: [BASELINE] });
  await run();
  const stopped = await now(key);
  expect(stopped).toMatchObject({
    state: 'out_of_budget',
    reserved: 0n,
    reason: expect.stringMatching(/^The next request could cost up to \$0\.03/),
  });
  expect(stopped.spent).toBe(BigInt(asked.length * 3_325_000));
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.length).toBeLessThan(6);
  expect(await resumeExperiment(sql, { ...key, budget: 5_000_000_000n })).toBe(true);
  await run();
  expect(await now(key)).toMatchObject({ state: 'done', counts: { answered: 6 }, spent: BigInt(6 * 3_325_000) });
  expect(new Set(asked.map(({ question }) => question)).size).toBe(6);
  expect(asked).toHaveLength(6);
});

/** A process that asks, as ingest does. */
const WORKER = `
  const { runExperiments } = await import(process.env.EXPERIMENTS);
  const { connect } = await import(process.env.DATABASE);
  const sql = connect(process.env.URL);
  await runExperiments(sql, { settings: JSON.parse(process.env.SETTINGS), firstPauseMs: 1 });
  await sql.end();`;

function startWorker(): ChildProcess {
  const env = {
    ...{ EXPERIMENTS: new URL('./index.ts', import.meta.url).href, DATABASE: import.meta.resolve('@subtext/db') },
    ...{ URL: database.url, SETTINGS: JSON.stringify(settings) },
  };
  return spawn(process.execPath, ['--input-type=module', '-e', WORKER], {
    env: env as NodeJS.ProcessEnv & typeof env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

it('never exceeds its budget with two workers, and asks nothing twice', async () => {
  await record(20);
  await addKey();
  const budget = 0.06;
  const key = await make({ budget, repeats: 2 });
  const workers = [startWorker(), startWorker()];
  await Promise.all(workers.map((worker) => once(worker, 'exit')));
  // What the last one reserved may be free now.
  await run();
  const ended = await now(key);
  expect(ended).toMatchObject({ state: 'out_of_budget', reserved: 0n });
  expect(ended.spent).toBeLessThanOrEqual(BigInt(budget * 1e9));
  // Of the budget, less is left than one request may cost.
  expect(ended.spent).toBeGreaterThan(BigInt(budget * 1e9) - 40_000_000n);
  const results = await experimentResults(sql, key);
  expect(ended.spent).toBe(BigInt(results.reduce((sum, { cost }) => sum + (cost ?? 0), 0)));
  expect(results).toHaveLength(asked.length);
  const counts = Object.values(Object.groupBy(asked, ({ question, effort }) => `${question} ${effort}`));
  expect(Math.max(...counts.map((of) => of!.length))).toBeLessThanOrEqual(2);
}, 120_000);

it('goes on after its worker was killed: what was on its way is asked again, and nothing that was answered', async () => {
  await record(6);
  const shared = provider;
  const slow = await startProvider(20);
  const id = await addKey({ baseUrl: `${slow.url}/v1` });
  const key = await make({ arms: [arm()] });
  const worker = startWorker();
  const results = async () => (await experimentResults(sql, key)).length;
  await expect.poll(results, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(2);
  await expect
    .poll(async () => (await now(key)).counts.asked ?? 0, { timeout: 60_000, interval: 5 })
    .toBeGreaterThan(0);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  await slow.close();
  const killed = await now(key);
  const onTheirWay = killed.counts.asked!;
  const answered = new Set((await experimentResults(sql, key)).map(({ traceId }) => traceId));
  const askedBefore = asked.length;
  expect(onTheirWay).toBeGreaterThan(0);
  expect(killed).toMatchObject({ state: 'running' });
  expect(killed.reserved).toBeGreaterThan(0n);

  // The provider is back at another address. Until their leases end, the questions are left alone.
  const row = { projectId, id, provider: 'openai', baseUrl: `${shared.url}/v1` };
  const sealed = sealSecret(SECRET, { key: settings.authSecret!, owner: providerKeyOwner(row) });
  await sql`UPDATE provider_keys SET base_url = ${row.baseUrl}, secret = ${sealed} WHERE id = ${id}`;
  await run();
  expect(await now(key)).toMatchObject({ state: 'running', counts: { asked: onTheirWay } });
  await endLeases();
  await run();
  const ended = await now(key);
  expect(ended).toMatchObject({ state: 'done', reserved: 0n, counts: { answered: 6 } });
  expect(ended.spent).toBe(killed.reserved + BigInt(6 * COST_OF_LOW));
  const again = asked.slice(askedBefore).map(({ question }) => question);
  expect(again.some((question) => [...answered].some((trace) => question === questionOf(Number(`0x${trace}`))))).toBe(
    false,
  );
}, 120_000);

/** gpt-5.2 at low effort, in nano-dollars. */
const COST_OF_LOW = 525_000 + 840_000;

/** As after the 30 seconds in which a worker would have renewed them. */
const endLeases = () =>
  sql`UPDATE experiment_answers SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL`;

it('asks with the chosen key, and with no other one when that was removed', async () => {
  await record(2);
  const chosen = await addKey();
  await addKey({ baseUrl: 'http://127.0.0.1:1' });
  const arms = [arm({ keyId: chosen })];
  const key = await make({ arms });
  await run();
  expect(await now(key)).toMatchObject({ state: 'done', counts: { answered: 2 } });
  await sql`DELETE FROM provider_keys WHERE id = ${chosen}`;
  const later = await make({ arms });
  await run();
  expect(await now(later)).toMatchObject({
    state: 'failed',
    spent: 0n,
    reason: expect.stringContaining('was removed'),
  });
  expect(asked).toHaveLength(2);
});

it.each([
  ['no key', undefined, {}, 'There is no key for OpenAI Responses. An owner can add one'],
  ['a private address', {}, { allowedAddresses: '' }, 'SUBTEXT_OUTBOUND_ALLOW'],
  ['another secret of the installation', {}, { authSecret: 'x'.repeat(40) }, 'add it again'],
] as const)('fails at once, and says what to do, with %s', async (...[, added, changed, words]) => {
  await record(6);
  if (added) await addKey(added);
  const key = await make();
  await runExperiments(sql, { settings: { ...settings, ...changed }, firstPauseMs: 1 });
  expect(await now(key)).toMatchObject({
    state: 'failed',
    spent: 0n,
    reserved: 0n,
    reason: expect.stringContaining(words),
  });
  expect(asked).toEqual([]);
});

/** A provider that answers as told, for what a script cannot say. */
async function answering(answer: (attempt: number) => { status: number; body: object } | 'hang up') {
  let attempts = 0;
  const server = createServer((request, response) => {
    attempts += 1;
    const told = answer(attempts);
    request.resume().on('end', () => {
      if (told === 'hang up') return void response.destroy();
      response.writeHead(told.status, { 'content-type': 'application/json' }).end(JSON.stringify(told.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    attempts: () => attempts,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

it('tries again when the provider is busy, and neither charges nor repeats the key of what it refuses', async () => {
  await record(6);
  const busy = await answering((attempt) =>
    attempt <= 2
      ? { status: 429, body: { error: { message: 'slow down' } } }
      : { status: 401, body: { error: { message: `Incorrect API key provided: ${SECRET}` } } },
  );
  await addKey({ baseUrl: busy.url });
  const key = await make({ arms: [arm()] });
  await runExperiments(sql, { settings, firstPauseMs: 1, concurrency: 1 });
  const ended = await now(key);
  expect(ended).toMatchObject({ state: 'failed', spent: 0n, reserved: 0n, counts: { failed: 5, waiting: 1 } });
  expect(ended.reason).toContain(
    '5 requests in a row failed. The provider answered 401: Incorrect API key provided: [key]',
  );
  expect(busy.attempts()).toBe(7);
  await busy.close();
});

it('counts an answer that broke off at its upper bound, because it may have been charged', async () => {
  await record(1);
  const broken = await answering(() => 'hang up');
  await addKey({ baseUrl: broken.url });
  const key = await make({ arms: [arm()] });
  await run();
  const ended = await now(key);
  expect(ended).toMatchObject({ state: 'done', reserved: 0n, counts: { lost: 1 } });
  expect(ended.spent).toBeGreaterThan(28_000_000n);
  expect(broken.attempts()).toBe(1);
  await broken.close();
});

it('keeps of an answer only what the project keeps', async () => {
  await record(1);
  await addKey();
  const rules = {
    capture: { reasoning: 'full', text: 'full', arguments: 'none', results: 'full' },
    limits: {},
    mask: {},
  };
  await sql`INSERT INTO project_rules (project_id, rules) VALUES (${projectId}, ${JSON.stringify(rules)}::text::jsonb)`;
  const key = await make({ arms: [arm()] });
  await run();
  const place = { ...key, traceId: traceIdOf(1), spanId: spanIdOf(1) };
  expect((await experimentAnswersOf(sql, place))[0]).toMatchObject({ calls: [{ name: 'get_order', arguments: null }] });
});
