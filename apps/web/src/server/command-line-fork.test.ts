// `subtext fork` as its users run it: the program, the read API on a real socket with real PostgreSQL, and the SDK in a
// process of its own.
import { createApiKey, createWriteBatch, ensureProject } from '@subtext/db';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer } from './read-api/answer.ts';
import { openOwner, TEST_ENV, type Owner } from './testing/owner.ts';
import { refundRun } from './testing/refund-run.ts';
import { serve, type Served } from './testing/serve.ts';
import { insertRun } from './trace/testing/run.ts';

const PACKAGES = join(import.meta.dirname, '../../../../packages');
const PROGRAM = join(PACKAGES, 'cli/src/main.ts');
const [CAPTURED, WITHOUT_PAYLOADS] = ['a', 'b'].map((digit) => digit.repeat(32)) as [string, string];
/** Nothing listens here: neither a provider nor ingest. */
const NOWHERE = 'http://127.0.0.1:1';

/** Asks a model, which no recorded request has asked. It exits with 7 for an answer, and with 8 for an error. */
const AGENT = `const { observeFetch } = await import(${JSON.stringify(join(PACKAGES, 'sdk/src/index.ts'))});
  const body = JSON.stringify({ model: 'other', messages: [{ role: 'user', content: 'Anything' }] });
  const response = await observeFetch()('${NOWHERE}/v1/chat/completions', { method: 'POST', body });
  console.log(response.headers.get('x-subtext-fork'), await response.text());
  process.exit(response.ok ? 7 : 8);`;

let owner: Owner;
let served: Served;
let key: string;

beforeAll(async () => {
  owner = await openOwner();
  const { prisma, reads, database } = owner;
  const projectId = (await ensureProject(database.sql, { slug: 'default', name: 'Default' })).id;
  key = (await createApiKey(database.sql, { projectId, name: 'command line', scopes: ['read'] })).key;
  await insertRun(database.sql, { projectId, traceId: CAPTURED });
  await createWriteBatch(database.sql)(refundRun(projectId, { traceId: WITHOUT_PAYLOADS, order: 1 }));
  const services = { prisma, sql: database.sql, reads, env: TEST_ENV };
  served = await serve((request) => answer(request, new URL(request.url).pathname.split('/').slice(3), services));
});
afterAll(async () => {
  await served.close();
  await owner.close();
});

async function subtext(...parameters: string[]): Promise<{ code: number | null; out: string; error: string }> {
  const { PATH = '' } = process.env;
  const env: Record<string, string> = {
    PATH,
    SUBTEXT_URL: NOWHERE,
    SUBTEXT_WEB_URL: served.url,
    SUBTEXT_READ_KEY: key,
  };
  const child = spawn(process.execPath, [PROGRAM, ...parameters], { env: env as NodeJS.ProcessEnv });
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, error })));
}

const forkAgent = (...options: string[]) =>
  subtext('fork', `${CAPTURED}@1`, ...options, '--', process.execPath, '--input-type=module', '-e', AGENT);

it('starts a program whose model calls get the recorded answers, and ends as it does', async () => {
  const { code, out, error } = await forkAgent('--on-divergence', 'continue');
  expect({ code, out }).toEqual({ code: 7, out: expect.stringMatching(/^replayed .*"tool_calls"/) as string });
  expect(error).toContain(`Fork of ${CAPTURED} at step 1: up to 1 recorded answer, then live.`);
  expect(error).toContain('first at messages[0]. It gets the recorded answer.');
}, 60_000);

it('stops when the program asks something else', async () => {
  const { code, out, error } = await forkAgent();
  expect({ code, out }).toEqual({ code: 8, out: expect.stringMatching(/^refused .*nothing is sent/) as string });
  expect(error).toContain('The fork has stopped');
}, 60_000);

it.each([
  ['without a step', [CAPTURED, '--', 'true'], 'names no step'],
  ['at a step that it does not have', [`${CAPTURED}@99`, '--', 'true'], 'no step 99'],
  ['of which no answers are stored', [`${WITHOUT_PAYLOADS}@1`, '--', 'true'], 'The run cannot be forked here'],
  ['whose program does not exist', [`${CAPTURED}@1`, '--', 'no-such-program'], 'cannot be started (ENOENT)'],
])('starts nothing for a run %s, and says why', async (_what, parameters, reason) => {
  const { code, out, error } = await subtext('fork', ...parameters);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(error).toContain(reason);
});
