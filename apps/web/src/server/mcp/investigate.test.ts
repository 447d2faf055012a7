// The example agent that answers a question about a run: the real program, the scripted model, the real MCP server.
import { createApiKey, createWriteBatch, ensureProject } from '@subtext/db';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOwner, TEST_ENV, type Owner } from '../testing/owner.ts';
import { refundRun } from '../testing/refund-run.ts';
import { serve, type Served } from '../testing/serve.ts';
import { answerMcp } from './answer.ts';

const PROGRAM = join(import.meta.dirname, '../../../../../examples/investigate.ts');
const RUN = 'a'.repeat(32);

let owner: Owner;
let served: Served;
let key: string;

beforeAll(async () => {
  owner = await openOwner();
  const { prisma, reads, database } = owner;
  const { id: projectId } = await ensureProject(database.sql, { slug: 'default', name: 'Default' });
  key = (await createApiKey(database.sql, { projectId, name: 'investigator', scopes: ['read'] })).key;
  const twice = refundRun(projectId, { traceId: RUN, order: 8812 }).map((span) => ({
    ...span,
    calls: span.calls.map((call) => ({ ...call, toolName: call.toolName === 'notify' ? 'refund' : call.toolName })),
  }));
  await createWriteBatch(database.sql)(twice);
  const services = { prisma, sql: database.sql, reads, env: TEST_ENV };
  served = await serve((request) => answerMcp(request, services));
});
afterAll(async () => {
  await served.close();
  await owner.close();
});

function investigate(parameters: readonly string[], secret = key) {
  const env = { PATH: process.env.PATH, SUBTEXT_WEB_URL: served.url, SUBTEXT_READ_KEY: secret };
  const child = spawn(process.execPath, [PROGRAM, ...parameters], { env: env as unknown as NodeJS.ProcessEnv });
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  return new Promise<{ code: number | null; out: string; error: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, out, error }));
  });
}

it('finds why a run refunded twice, with what cannot be read, and links', async () => {
  const { code, out, error } = await investigate([RUN]);
  expect([code, error]).toEqual([0, '']);
  const lines = out.trimEnd().split('\n');
  const page = `${TEST_ENV.webUrl}/p/default/traces/${RUN}`;
  expect(lines.slice(1)).toEqual([
    `explain_cost {"run":"${RUN}"}`,
    `why {"run":"${RUN}","step":"1"}`,
    `why {"run":"${RUN}","step":"2"}`,
    `Run ${RUN} called refund in 2 steps:`,
    expect.stringMatching(/^- Step 1: it thought “I refund pelican 8812\./),
    `- Step 2: its thought cannot be read (${page}?step=2)`,
  ]);
  expect(lines.at(-2)).toContain(`(${page}?step=1)`);
});

it('says why Subtext refuses', async () => {
  const refused = await investigate([RUN], 'sbtx_live_unknown');
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('unknown, revoked or expired') });
});

it('says how it is used', async () => {
  expect(await investigate([])).toMatchObject({ code: 2, error: expect.stringContaining('Usage: node examples/') });
});
