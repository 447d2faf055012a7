// Programs write scores with a key, and read them in pages.
import { createApiKey, ensureProject, type ApiKeyScope } from '@subtext/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { undescribed } from '../testing/described.ts';
import { openOwner, TEST_ENV, type Owner } from '../testing/owner.ts';
import { answer, type ReadApiServices } from './answer.ts';

let owner: Owner;
let services: ReadApiServices;
let projectId: string;
let key: string;

const MINE = 'a'.repeat(32);

beforeAll(async () => {
  owner = await openOwner();
  const { sql } = owner.database;
  services = { prisma: owner.prisma, sql, reads: owner.reads, env: TEST_ENV };
  projectId = (await ensureProject(sql, { slug: 'default', name: 'Default' })).id;
  key = await keyWith('read');
});
afterAll(() => owner.close());

const keyWith = async (...scopes: ApiKeyScope[]) =>
  (await createApiKey(owner.database.sql, { projectId, name: scopes.join(), scopes })).key;

async function get(path: string, secret = key) {
  const url = new URL(`http://localhost/api/v1/${path}`);
  const request = new Request(url, { headers: { authorization: `Bearer ${secret}` } });
  const response = await answer(request, url.pathname.split('/').slice(3), services);
  const body = (await response.json()) as Record<string, unknown>;
  expect(undescribed(url.pathname, response.status, body)).toEqual([]);
  return { status: response.status, body };
}

async function post(path: string, body: unknown, headers: Record<string, string>) {
  const url = new URL(`http://localhost/api/v1/${path}`);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request = new Request(url, { method: 'POST', headers, body: text });
  const response = await answer(request, url.pathname.split('/').slice(3), services);
  const written = (await response.json()) as Record<string, unknown>;
  if (url.pathname === '/api/v1/scores')
    expect(undescribed(`post ${url.pathname}`, response.status, written)).toEqual([]);
  return { status: response.status, body: written };
}

const QUALITY = { trace_id: MINE, name: 'quality', number: 0.5, comment: 'Short.' };
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

it('are written with a key of their own scope, and read with another', async () => {
  const writing = bearer(await keyWith('scores'));
  const written = await post('scores', QUALITY, writing);
  expect(written).toMatchObject({ status: 200, body: { ...QUALITY, source: 'api', author: 'scores', thumbs: null } });
  expect(await post('scores', QUALITY, bearer(key))).toMatchObject({ status: 403 });
  expect(await post('scores', QUALITY, bearer(await keyWith('ingest')))).toMatchObject({ status: 403 });
  expect(await post('scores', QUALITY, {})).toMatchObject({ status: 401 });
  expect(await get('scores', writing.authorization.slice(7))).toMatchObject({ status: 403 });
  expect((await get(`scores?trace=${MINE}`)).body.rows).toEqual([written.body]);
});

it('that come again under one key are one, and an older one replaces no newer one', async () => {
  const writing = { ...bearer(await keyWith('scores')), 'idempotency-key': 'once' };
  const score = { trace_id: '1'.repeat(32), name: 'quality', label: 'good', at: '2026-11-01T10:00:00Z' };
  const { body } = await post('scores', score, writing);
  expect(await post('scores', score, writing)).toMatchObject({ status: 200, body });
  const newer = { ...score, label: 'bad', at: '2026-11-01T11:00:00Z' };
  expect((await post('scores', newer, writing)).body).toMatchObject({ id: body.id, label: 'bad' });
  expect((await post('scores', score, writing)).body).toMatchObject({ id: body.id, label: 'bad' });
  const read = await get(`scores?trace=${'1'.repeat(32)}`);
  expect(read.body.rows).toHaveLength(1);
});

it('come in pages, newest first, by name and source', async () => {
  const writing = bearer(await keyWith('scores'));
  const names = ['a', 'b', 'c'];
  for (const label of names) await post('scores', { trace_id: MINE, name: 'paged', label }, writing);
  const seen: unknown[] = [];
  for (let cursor: unknown = ''; cursor !== null;) {
    const query = typeof cursor === 'string' && cursor !== '' ? `&cursor=${cursor}` : '';
    const { body } = await get(`scores?name=paged&source=api&limit=1${query}`);
    seen.push(...(body.rows as { label: string }[]).map(({ label }) => label));
    cursor = body.next;
  }
  expect(seen).toEqual(['c', 'b', 'a']);
  expect((await get('scores?name=paged&source=otlp')).body.rows).toEqual([]);
});

it.each([
  ['', 'The body must be one JSON object.'],
  ['[]', 'The body must be one JSON object.'],
  [{ ...QUALITY, trace_id: 'x' }, 'trace_id'],
  [{ ...QUALITY, name: null }, 'A score needs a name.'],
  [{ ...QUALITY, number: null }, 'A score needs a value'],
  [{ ...QUALITY, thumbs: true }, 'one value'],
  [{ ...QUALITY, target: 'step' }, 'names its span'],
  [{ ...QUALITY, span_id: '1'.repeat(16) }, 'names none'],
  [{ ...QUALITY, name: 'a\0' }, 'name'],
  [{ ...QUALITY, comment: 'x'.repeat(10_001) }, 'comment'],
  [{ ...QUALITY, value: 1 }, 'value'],
  ['{"trace_id":"' + MINE + '","name":"n","number":1e999}', 'number'],
])('%j are refused with what is wrong', async (body, message) => {
  const refused = await post('scores', body, bearer(await keyWith('scores')));
  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining(message) as string } });
});

it('are of the project of the key alone', async () => {
  const other = (await ensureProject(owner.database.sql, { slug: 'other', name: 'Other' })).id;
  const theirs = await createApiKey(owner.database.sql, { projectId: other, name: 't', scopes: ['scores', 'read'] });
  await post('scores', { trace_id: MINE, name: 'foreign', number: 1 }, bearer(theirs.key));
  expect((await get('scores?name=foreign')).body.rows).toEqual([]);
  expect((await get('scores?name=foreign', theirs.key)).body.rows).toHaveLength(1);
});

it('are not written to an archived project', async () => {
  const archived = (await ensureProject(owner.database.sql, { slug: 'archived', name: 'Archived' })).id;
  const { key: theirs } = await createApiKey(owner.database.sql, {
    projectId: archived,
    name: 'a',
    scopes: ['scores'],
  });
  await owner.database.sql`UPDATE projects SET archived_at = now() WHERE id = ${archived}`;
  expect(await post('scores', QUALITY, bearer(theirs))).toMatchObject({ status: 403 });
});

it('are all that can be written', async () => {
  expect(await post('traces', {}, bearer(key))).toMatchObject({ status: 405 });
  expect(await post('scores/1', {}, bearer(key))).toMatchObject({ status: 405 });
});
