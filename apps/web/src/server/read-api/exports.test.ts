// A program starts exports to a target and follows them; it needs a key with the scope "admin".
import { auditPage, createApiKey, createExportTarget, ensureProject } from '@subtext/db';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
  ({ key } = await createApiKey(sql, { projectId, name: 'nightly', scopes: ['admin'] }));
  for (const name of ['Warehouse', 'Lake']) {
    const target = {
      projectId,
      id: randomUUID(),
      name,
      place: { kind: 'directory', folder: 'x' },
      secret: null,
    } as const;
    const savedBy = { id: 'ada', email: 'ada@example.com' };
    await createExportTarget(sql, { ...target, format: 'jsonl', isHourly: false, savedBy });
  }
});
afterAll(() => owner.close());

async function ask(path: string, posted?: object, idempotencyKey?: string) {
  const headers = {
    ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
  const body = posted && JSON.stringify(posted);
  const url = new URL(`http://localhost/api/v1/${path}`);
  const request = new Request(url, { method: body ? 'POST' : 'GET', headers, ...(body && { body }) });
  const response = await answer(request, url.pathname.split('/').slice(3), services);
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

it('starts an export once for an Idempotency-Key, and shows its state and counts', async () => {
  const first = await ask('exports', { target: 'Warehouse' }, 'nightly-1');
  expect(first).toMatchObject({
    status: 202,
    answer: {
      target: 'Warehouse',
      kind: 'changes',
      state: 'waiting',
      requested_by: expect.stringContaining('nightly'),
    },
  });
  expect(first.answer).toMatchObject({ rows: { traces: 0 }, path: null, since: null, finished_at: null });
  expect(await ask('exports', { target: 'Warehouse' }, 'nightly-1')).toEqual(first);
  expect((await ask('exports', { target: 'Lake' }, 'nightly-1')).status).toBe(422);
  expect((await ask('exports', { target: 'Warehouse' })).status).toBe(409);
  const id = first.answer.id as string;
  expect(await ask(`exports/${id}`)).toEqual({ status: 200, answer: first.answer });
  expect(await ask('exports')).toEqual({ status: 200, answer: { rows: [first.answer], next: null } });
  const log = await auditPage(owner.database.sql, { projectId, limit: 10 });
  expect(log.map(({ action, target }) => [action, target])).toEqual([['exports.start', 'Warehouse']]);
});

it('lists in pages, the newest first', async () => {
  expect(await ask('exports', { target: 'Lake', everything: true })).toMatchObject({ answer: { kind: 'full' } });
  const { answer: page } = await ask('exports?limit=1');
  expect(page.rows).toMatchObject([{ target: 'Lake' }]);
  expect((await ask(`exports?cursor=${String(page.next)}`)).answer.rows).toMatchObject([{ target: 'Warehouse' }]);
});

it('says what is wrong', async () => {
  expect(await ask('exports', { target: 'Nowhere' })).toMatchObject({
    ...{ status: 404, answer: { error: expect.stringContaining('Settings, Data') } },
  });
  expect((await ask('exports', { target: 'Lake', to: 's3://x' })).status).toBe(400);
  expect((await ask('exports/1')).status).toBe(404);
  expect((await ask('exports/1', {})).status).toBe(405);
});
