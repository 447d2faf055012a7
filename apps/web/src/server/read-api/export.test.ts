// A project as lines of JSON: all of its rows, counted, and none of another project.
import {
  auditPage,
  createAlertDestination,
  createApiKey,
  createInvitation,
  createShareLink,
  createWriteBatch,
  ensureProject,
} from '@subtext/db';
import { storableSpan } from '@subtext/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOwner, TEST_ENV, type Owner } from '../testing/owner.ts';
import { answer, type ReadApiServices } from './answer.ts';

let owner: Owner;
let services: ReadApiServices;
let projectId: string;
let key: string;

const MINE = 'a'.repeat(32);
const THEIRS = 'b'.repeat(32);

beforeAll(async () => {
  owner = await openOwner();
  const { sql } = owner.database;
  services = { prisma: owner.prisma, sql, reads: owner.reads, env: TEST_ENV };
  projectId = (await ensureProject(sql, { slug: 'default', name: 'Default' })).id;
  const other = (await ensureProject(sql, { slug: 'other', name: 'Other' })).id;
  ({ key } = await createApiKey(sql, { projectId, name: 'exporter', scopes: ['read'] }));
  await createWriteBatch(sql)([
    { ...storableSpan({ traceId: MINE }), projectId },
    { ...storableSpan({ traceId: THEIRS }), projectId: other },
  ]);
});
afterAll(() => owner.close());

function ask(query = '', secret = key): Promise<Response> {
  const headers = { authorization: `Bearer ${secret}` };
  return answer(new Request(`http://localhost/api/v1/export${query}`, { headers }), ['export'], services);
}

/** Resolves to what their users were given. */
async function plantSecrets(): Promise<string[]> {
  const { sql, prisma } = services;
  const { id: createdBy } = await prisma.user.findFirstOrThrow();
  const secret = `whsec_${'S'.repeat(32)}`;
  await createAlertDestination(sql, projectId, {
    ...{ name: 'Pager', kind: 'webhook', address: 'https://example.test/hook', secret },
  });
  const invited = await createInvitation(sql, { projectId, email: 'eve@example.test', role: 'member', createdBy });
  if (typeof invited === 'string') throw new Error(invited);
  const shows = { thoughts: true, said: true, arguments: true, results: true };
  const link = await createShareLink(sql, { projectId, traceId: MINE }, { shows, expiresInDays: 7, createdBy });
  return [key, secret, invited.token, link!.token];
}

/** All values of columns that are named like a secret, as text and as hexadecimal digits. */
async function storedSecrets(): Promise<string[]> {
  const { sql } = services;
  const columns = await sql<{ table: string; column: string }[]>`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = current_schema() AND data_type IN ('text', 'bytea', 'character varying')
      AND column_name ~ '(hash|secret|token|password|private_key)' AND column_name !~ 'tokens'`;
  const values = await Promise.all(
    columns.map(
      ({ table, column }) => sql<{ value: string | Buffer }[]>`
      SELECT ${sql(column)} AS value FROM ${sql(table)} WHERE ${sql(column)} IS NOT NULL`,
    ),
  );
  const texts = values.flat().map(({ value }) => (typeof value === 'string' ? value : value.toString('hex')));
  return [...new Set(texts.filter((text) => text.length >= 8))];
}

describe('GET /api/v1/export', () => {
  it('begins with the schema, ends with the counts, and has the rows of the key’s project only', async () => {
    const response = await ask();
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    const lines = (await response.text()).trimEnd().split('\n');
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(parsed[0]).toMatchObject({ format: 1, project: 'default', schema: { traces: { trace_id: 'text' } } });
    expect(parsed.slice(1, -1).map(({ table }) => table)).toEqual(['traces', 'spans', 'calls']);
    expect(parsed.at(-1)).toEqual({ stored: { traces: 1, spans: 1, calls: 1, scores: 0 }, next: null });
    expect(lines.join('')).not.toContain(THEIRS);
  });

  it('has no secret of the project: no key, token or hash that any table stores', async () => {
    const made = await plantSecrets();
    const stored = await storedSecrets();
    expect(stored.length).toBeGreaterThanOrEqual(made.length);
    const exported = await (await ask()).text();
    for (const secret of [...made, ...stored]) expect(exported).not.toContain(secret);
  });

  it('is recorded before a text leaves', async () => {
    const entries = await auditPage(services.sql, { projectId, action: 'project.export', limit: 10 });
    expect(entries.map(({ actor }) => actor)).toEqual([expect.stringContaining('exporter')]);
  });

  it('refuses a key that reads no texts', async () => {
    const figures = await createApiKey(services.sql, { projectId, name: 'figures', scopes: ['figures'] });
    const response = await ask('', figures.key);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('Use a key with the scope');
  });

  it('says what is wrong with a parameter', async () => {
    for (const query of ['?since=yesterday', '?cursor=nothing', '?colour=red'])
      expect((await ask(query)).status).toBe(400);
  });
});
