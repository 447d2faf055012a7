// Programs delete traces with a key of the scope "admin", and read the receipts.
import { auditPage, createApiKey, ensureProject, runTraceDeletions, type ApiKeyScope } from '@subtext/db';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { undescribed } from '../testing/described.ts';
import { openOwner, TEST_ENV, type Owner } from '../testing/owner.ts';
import { answer, type ReadApiServices } from './answer.ts';

let owner: Owner;
let services: ReadApiServices;
let projectId: string;
let key: string;

beforeAll(async () => {
  owner = await openOwner();
  const { sql } = owner.database;
  services = { prisma: owner.prisma, sql, reads: owner.reads, env: TEST_ENV };
  projectId = (await ensureProject(sql, { slug: 'default', name: 'Default' })).id;
  key = await keyWith('admin');
});
beforeEach(async () => {
  const { sql } = owner.database;
  await sql`DELETE FROM traces`;
  await sql`INSERT INTO traces (project_id, trace_id, day, user_id, environment, started_at, ended_at)
    SELECT ${projectId}, decode(repeat(digit, 32), 'hex'), current_date, name, 'staging', now(), now()
    FROM (VALUES ('1', '4711'), ('2', '4711'), ('3', 'other')) AS given (digit, name)`;
});
afterAll(() => owner.close());

const keyWith = async (...scopes: ApiKeyScope[]) =>
  (await createApiKey(owner.database.sql, { projectId, name: scopes.join(), scopes })).key;

interface Sent {
  body?: unknown;
  secret?: string;
  idempotencyKey?: string;
}

async function ask(path: string, { body, secret = key, idempotencyKey }: Sent = {}) {
  const url = new URL(`http://localhost/api/v1/${path}`);
  const headers = {
    authorization: `Bearer ${secret}`,
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await answer(new Request(url, init), url.pathname.split('/').slice(3), services);
  const answered = (await response.json()) as Record<string, unknown>;
  const described = body === undefined ? url.pathname : `post ${url.pathname}`;
  expect(undescribed(described, response.status, answered)).toEqual([]);
  return { status: response.status, body: answered };
}

const deletionsOf = () => ask('deletions').then(({ body }) => body.rows as { id: string }[]);

it('says first what would be deleted, then deletes, and gives the receipt', async () => {
  const dry = await ask('deletions', { body: { user: '4711', dry_run: true } });
  expect(dry).toMatchObject({ status: 200, body: { dry_run: true, words: 'User 4711', traces: 2, held: 0 } });
  expect(await deletionsOf()).toEqual([]);

  const { status, body } = await ask('deletions', { body: { user: '4711' } });
  expect([status, body.state, body.foreseen, body.requested_by]).toEqual([
    ...[202, 'waiting', null, expect.stringMatching(/^API key admin …/)],
  ]);
  await runTraceDeletions(owner.database.sql);
  const receipt = await ask(`deletions/${String(body.id)}`);
  expect(receipt.body).toMatchObject({ state: 'done', deleted: { traces: 2, spans: 0 }, remaining: 0, held: [] });
  expect(receipt.body.digest).toMatch(/^[\da-f]{64}$/);
  expect(await deletionsOf()).toEqual([receipt.body]);
  const [entry] = await auditPage(owner.database.sql, { projectId, action: 'deletions.request', limit: 1 });
  expect(entry).toMatchObject({ target: 'User 4711', before: { traces: 2, held: 0 }, after: { id: body.id } });
});

it('takes a key of the scope admin only, which reads nothing else', async () => {
  for (const scope of ['read', 'figures', 'scores', 'ingest'] as const) {
    const secret = await keyWith(scope);
    expect(await ask('deletions', { body: { user: '4711' }, secret })).toMatchObject({ status: 403 });
    expect(await ask('deletions', { secret })).toMatchObject({ status: 403 });
  }
  expect(await ask('traces')).toMatchObject({ status: 403 });
});

it('does the same request once, and refuses another under its key', async () => {
  const before = (await deletionsOf()).length;
  const first = await ask('deletions', { body: { user: '4711' }, idempotencyKey: 'once' });
  expect(await ask('deletions', { body: { user: '4711' }, idempotencyKey: 'once' })).toEqual(first);
  const other = await ask('deletions', { body: { user: 'other' }, idempotencyKey: 'once' });
  expect(other).toMatchObject({ status: 422, body: { error: expect.stringContaining('Idempotency-Key') } });
  expect(await deletionsOf()).toHaveLength(before + 1);
});

it('refuses what would delete more than was meant', async () => {
  for (const body of [
    {},
    { user: '4711', session: 's' },
    { user: '' },
    { filter: 'no:field' },
    { filter: '-' + '"' },
    { user: '4711', range: 'yesterday' },
    { user: '4711', from: '2026-11-01' },
  ])
    expect([body, (await ask('deletions', { body })).status]).toEqual([body, 400]);
});

it('deletes by filter and range', async () => {
  const { body } = await ask('deletions', { body: { filter: 'env:staging -user:4711', range: '24h' } });
  await runTraceDeletions(owner.database.sql);
  expect((await ask(`deletions/${String(body.id)}`)).body).toMatchObject({ deleted: { traces: 1 }, remaining: 0 });
});

it('gives no deletion of another project', async () => {
  const { sql } = owner.database;
  const other = await ensureProject(sql, { slug: 'other', name: 'Other' });
  const { key: theirs } = await createApiKey(sql, { projectId: other.id, name: 'theirs', scopes: ['admin'] });
  const { body } = await ask('deletions', { body: { user: '4711' } });
  expect(await ask(`deletions/${String(body.id)}`, { secret: theirs })).toMatchObject({ status: 404 });
  expect(await ask('deletions', { secret: theirs })).toMatchObject({ body: { rows: [] } });
  expect(await ask('deletions/not-an-id')).toMatchObject({ status: 404 });
});
