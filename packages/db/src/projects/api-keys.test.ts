import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey, findApiKey, markApiKeysUsed, revokeApiKey } from './api-keys.ts';
import { ensureProject } from './projects.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';

let database: TestDatabase;
let projectId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  projectId = (await ensureProject(database.sql, { slug: 'shop', name: 'Shop' })).id;
});
afterAll(() => database.drop());

test('a new key is found with its project and scopes, and only a hash of it is stored', async () => {
  const { id, key } = await createApiKey(database.sql, { projectId, name: 'ci', scopes: ['ingest', 'read'] });
  expect(key).toMatch(/^sbtx_live_[0-9a-f]{40}$/);
  expect(await findApiKey(database.sql, key)).toEqual({
    id,
    projectId,
    scopes: ['ingest', 'read'],
    rules: null,
    prices: null,
  });
  const [row] = await database.sql`SELECT * FROM api_keys WHERE id = ${id}`;
  expect(JSON.stringify(row)).not.toContain(key);
  expect(row!.last_four).toBe(key.slice(-4));
});

test('a revoked key is not found, and revoking again changes nothing', async () => {
  const { id, key } = await createApiKey(database.sql, { projectId, name: 'old', scopes: ['ingest'] });
  expect(await revokeApiKey(database.sql, { projectId, id })).toBe(true);
  const [first] = await database.sql`SELECT revoked_at FROM api_keys WHERE id = ${id}`;
  expect(await findApiKey(database.sql, key)).toBeUndefined();
  await revokeApiKey(database.sql, { projectId, id });
  const [second] = await database.sql`SELECT revoked_at FROM api_keys WHERE id = ${id}`;
  expect(second!.revoked_at).toEqual(first!.revoked_at);
});

test('a project cannot revoke the key of another', async () => {
  const other = await ensureProject(database.sql, { slug: 'other', name: 'Other' });
  const { id, key } = await createApiKey(database.sql, { projectId, name: 'mine', scopes: ['read'] });
  expect(await revokeApiKey(database.sql, { projectId: other.id, id })).toBe(false);
  expect(await findApiKey(database.sql, key)).toBeDefined();
});

test.each(['', 'sbtx_live_', 'sbtx_live_' + 'z'.repeat(41), "sbtx_live_' OR true --", '__proto__'])(
  'a malformed key is not found: %j',
  async (key) => {
    expect(await findApiKey(database.sql, key)).toBeUndefined();
  },
);

test('the time of last use never goes back', async () => {
  const { id } = await createApiKey(database.sql, { projectId, name: 'used', scopes: ['ingest'] });
  await markApiKeysUsed(database.sql, [{ id, at: new Date('2026-11-21T10:00:00Z') }]);
  await markApiKeysUsed(database.sql, [{ id, at: new Date('2026-11-21T09:00:00Z') }]);
  const [row] = await database.sql`SELECT last_used_at FROM api_keys WHERE id = ${id}`;
  expect(row!.last_used_at).toEqual(new Date('2026-11-21T10:00:00Z'));
});
