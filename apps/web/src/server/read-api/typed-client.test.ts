/**
 * A client in TypeScript, generated from the OpenAPI document as a user would generate one: it passes the type checker,
 * and gets typed answers from the server.
 */
import { createClient } from '@hey-api/openapi-ts';
import { createApiKey, createWriteBatch, ensureProject } from '@subtext/db';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOwner, TEST_ENV, type Owner } from '../testing/owner.ts';
import { refundRun } from '../testing/refund-run.ts';
import { storeEvidence } from '../testing/stored-evidence.ts';
import { serve, type Served } from '../testing/serve.ts';
import { answer } from './answer.ts';
import { describeApi } from './document.ts';

const TRACE = 'a'.repeat(32);

/** What a user would write. Its types fail to check when an answer has no such field. */
const PROGRAM = `
import { createClient } from './client';
import { calls, costs, evidence, step, stepEvidence, traces } from './sdk.gen';

export async function read(baseUrl: string, key: string) {
  const client = createClient({ baseUrl, auth: key });
  const { data: list } = await traces({ client, query: { q: 'tool:refund', limit: 10 }, throwOnError: true });
  const [row] = list.rows;
  if (!row) throw new Error('There is no trace.');
  const path = { id: row.trace_id };
  const { data: first } = await step({ client, path: { ...path, step: '1' }, throwOnError: true });
  const { data: made } = await calls({ client, path, query: { status: 'ok' }, throwOnError: true });
  const { data: spent } = await costs({ client, query: { by: 'model' }, throwOnError: true });
  const { data: checked } = await evidence({ client, path, throwOnError: true });
  const { data: ofStep } = await stepEvidence({ client, path: { ...path, step: '1' }, throwOnError: true });
  const quotes = checked.rows.flatMap((finding) => finding.evidence.flatMap((one) => (one.kind === 'quote' ? [one.text] : [])));
  const origins = ofStep.origins?.flatMap(({ values }) => values.map(({ kind, unsourced }) => [kind, unsourced]));
  const thought: string | undefined = first.step.thought.texts[0];
  const next: string | null = made.next;
  const { error, response } = await traces({ client, query: { q: 'colour:red' } });
  return { thought, next, quotes, origins, state: checked.state, tools: made.rows.map(({ tool }) => tool), models: spent.rows.length, error, status: response?.status };
}
`;

/** Names a field that no answer has. */
const WRONG = `
import { traces } from './sdk.gen';

export const wrong = async () => (await traces({ throwOnError: true })).data.rows[0]?.colour;
`;

/** The type checker reads the whole client. */
const TIMEOUT_MS = 90_000;

let owner: Owner;
let served: Served;
let key: string;
let directory: string;

beforeAll(async () => {
  owner = await openOwner();
  const { sql } = owner.database;
  const { id: projectId } = await ensureProject(sql, { slug: 'default', name: 'Default' });
  key = (await createApiKey(sql, { projectId, name: 'client', scopes: ['read'] })).key;
  await createWriteBatch(sql)(refundRun(projectId, { traceId: TRACE, order: 8812 }));
  const spans = { spanId: '1'.repeat(16), seenIn: '2'.repeat(16) };
  await storeEvidence(sql, { projectId, traceId: TRACE, ...spans, argument: 'order' });
  const services = { prisma: owner.prisma, sql, reads: owner.reads, env: TEST_ENV };
  served = await serve((request) => answer(request, new URL(request.url).pathname.split('/').slice(3), services));
  directory = await mkdtemp(join(tmpdir(), 'subtext-client-'));
  const input = join(directory, 'openapi.json');
  await writeFile(input, JSON.stringify(describeApi(served.url)));
  const plugins = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'] as const;
  await createClient({ input, output: join(directory, 'client'), plugins: [...plugins], logs: { level: 'silent' } });
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  await served.close();
  await owner.close();
});

const COMPILER = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** The errors of the type checker; empty = none. */
async function typeErrors(name: string, program: string): Promise<string> {
  const file = join(directory, 'client', name);
  await writeFile(file, program);
  const strict = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const parameters = [COMPILER, ...strict, '--lib', 'es2024,dom,dom.iterable', file];
  return promisify(execFile)(process.execPath, parameters).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}

it(
  'checks, and reads traces, a step, calls, costs and evidence',
  async () => {
    expect(await typeErrors('program.ts', PROGRAM)).toBe('');
    const { read } = (await import(join(directory, 'client/program.ts'))) as {
      read: (url: string, secret: string) => Promise<object>;
    };
    expect(await read(served.url, key)).toEqual({
      ...{ thought: expect.stringContaining('I refund pelican 8812'), next: null, tools: ['refund', 'notify', 'log'] },
      ...{
        state: 'checked',
        quotes: ['I refund pe'],
        origins: [
          ['nowhere', true],
          ['tool_result', false],
        ],
      },
      ...{ models: 2, status: 400, error: { error: expect.stringContaining('colour') } },
    });
  },
  TIMEOUT_MS,
);

it(
  'does not check with a field that no answer has',
  async () => {
    expect(await typeErrors('wrong.ts', WRONG)).toContain("Property 'colour' does not exist");
  },
  TIMEOUT_MS,
);
