/** The header of budgets on answers over HTTP and gRPC, and what the SDK does with it in a process of its own. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createApiKey, ensureProject } from '@subtext/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { metadataOf } from '../testing/conformance/budget-rules.ts';
import { reachBudget, REACHED } from '../testing/reached-budget.ts';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';

const APP = join(import.meta.dirname, '../../../../packages/sdk/src/testing/budget-app.ts');
const NEVER = new Date('2999-12-31T12:00:00Z');

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
  await reachBudget(server);
});
afterAll(() => server.close());

async function headerFor(key: string, body: object = jsonRequest([jsonSpan()])): Promise<string | null> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const answer = await fetch(`${server.url}/v1/traces`, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.headers.get('subtext-budget');
}

test('an answer says which budget of its project has reached a threshold', async () => {
  expect(await headerFor(server.key)).toBe(REACHED);
  expect(await headerFor('sbtx_live_unknown')).toBeNull();
});

test('an answer to another project says nothing of it', async () => {
  const { sql } = server.database;
  const { id: projectId } = await ensureProject(sql, { slug: 'other', name: 'Other' });
  const { key } = await createApiKey(sql, { projectId, name: 'other', scopes: ['ingest'] });
  expect(await headerFor(key)).toBeNull();
});

test('answers need no query for it, and keep what was read while the table is away', async () => {
  await server.database.sql`ALTER TABLE budgets RENAME TO budgets_away`;
  try {
    await expect(server.ingest.budgets.refresh()).rejects.toThrow();
    expect(await headerFor(server.key)).toBe(REACHED);
  } finally {
    await server.database.sql`ALTER TABLE budgets_away RENAME TO budgets`;
  }
});

test('over gRPC it is in the metadata of the answer', async () => {
  expect(await metadataOf(server)).toBe(REACHED);
});

test('it ends with the period of its budget', async () => {
  await server.ingest.budgets.refresh(new Date('3000-01-01T00:00:00Z'));
  expect(await headerFor(server.key)).toBeNull();
  await server.ingest.budgets.refresh(NEVER);
  expect(await headerFor(server.key)).toBe(REACHED);
});

/** Resolves to the lines that it wrote. */
function run(behavior: string): Promise<{ code: number | null; lines: string[] }> {
  const env = { PATH: process.env.PATH ?? '', SUBTEXT_URL: server.url, SUBTEXT_API_KEY: server.key };
  const child = spawn(process.execPath, [APP, behavior], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, lines: output.trim().split('\n').sort() }));
  });
}

const WARNING =
  '[subtext] This project has spent 83 % of its budget of this month: $415 of $500. The next month begins at 3000-01-01T00:00:00.000Z.';
const NOTICE =
  'budget {"subject":"project","used":0.83,"threshold":0.8,"limit":500,"period":"month","unpriced":0,"resets":"3000-01-01T00:00:00.000Z"}';

test.each(['main', 'thread'])(
  'the SDK warns once and calls onBudget once, although it sends twice (%s)',
  async (where) => {
    expect(await run(where)).toEqual({ code: 0, lines: [WARNING, NOTICE, 'sent 2'].sort() });
  },
);

test.each(['none', 'exits'])(
  'without onBudget, or where the process ends at once, the SDK warns once (%s)',
  async (how) => {
    expect(await run(how)).toEqual({ code: 0, lines: [WARNING, 'sent 2'].sort() });
  },
);

test.each(['throws', 'rejects'])('an onBudget that %s does no harm, and is reported once', async (behavior) => {
  const { code, lines } = await run(behavior);
  expect(code).toBe(0);
  expect(lines).toContain('sent 2');
  expect(lines.filter((line) => line.includes('tried to call onBudget'))).toHaveLength(1);
});

test('an onBudget that never settles does no harm', async () => {
  expect(await run('hangs')).toEqual({ code: 0, lines: [WARNING, 'sent 2'].sort() });
});
