import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey, findApiKey, markApiKeysUsed, revokeApiKey, rotateApiKey } from './api-keys.ts';
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
    projectState: 'active',
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

const DAY_MS = 86_400_000;

test('a key that has expired is not found', async () => {
  const keyUntil = async (expiresAt: Date) =>
    (await createApiKey(database.sql, { projectId, name: 'short', scopes: ['ingest'], expiresAt })).key;
  expect(await findApiKey(database.sql, await keyUntil(new Date(Date.now() + DAY_MS)))).toBeDefined();
  expect(await findApiKey(database.sql, await keyUntil(new Date(Date.now() - 1)))).toBeUndefined();
});

describe('rotating a key', () => {
  const member = 'rotator';
  beforeAll(async () => {
    await database.sql`INSERT INTO users (id, name, email) VALUES (${member}, 'R', 'r@example.test')`;
    await database.sql`INSERT INTO project_members (project_id, user_id, role) VALUES (${projectId}, ${member}, 'member')`;
  });
  const made = (expiresAt?: Date) =>
    createApiKey(database.sql, { projectId, name: 'ci', scopes: ['ingest', 'read'], expiresAt });
  const rotate = (id: string, overlapMs: number, userId = member) =>
    rotateApiKey(database.sql, { projectId, id, overlapMs }, userId);
  const rotated = async (id: string, overlapMs: number) => {
    const fresh = await rotate(id, overlapMs);
    if (fresh === undefined || fresh === 'replaced') throw new Error(`The key was not rotated: ${fresh}`);
    return fresh;
  };
  const stored = async (id: string) => {
    const [row] = await database.sql`
      SELECT name, scopes, created_by, extract(epoch from expires_at - now())::float / 86400 AS days FROM api_keys WHERE id = ${id}`;
    return row!;
  };

  test('makes one with its name and scopes, and both work until the overlap is over', async () => {
    const old = await made();
    const fresh = await rotated(old.id, DAY_MS);
    expect(await findApiKey(database.sql, old.key)).toBeDefined();
    expect(await findApiKey(database.sql, fresh.key)).toMatchObject({ projectId, scopes: ['ingest', 'read'] });
    expect(await stored(fresh.id)).toEqual({ name: 'ci', scopes: ['ingest', 'read'], created_by: member, days: null });
    expect((await stored(old.id)).days).toBeCloseTo(1, 2);
  });

  test('ends the old one at once without an overlap, and never lets it work longer than it would have', async () => {
    const old = await made();
    await rotate(old.id, 0);
    expect(await findApiKey(database.sql, old.key)).toBeUndefined();
    const soon = await made(new Date(Date.now() + DAY_MS / 2));
    const fresh = await rotated(soon.id, 7 * DAY_MS);
    expect((await stored(soon.id)).days).toBeCloseTo(0.5, 2);
    expect((await stored(fresh.id)).days, 'the lifetime of the old one').toBeCloseTo(0.5, 2);
  });

  test('is refused for a key that does not work, of another project, or by somebody else', async () => {
    const revoked = await made();
    await revokeApiKey(database.sql, { projectId, id: revoked.id });
    expect(await rotate(revoked.id, DAY_MS)).toBeUndefined();
    expect(await rotate((await made(new Date(0))).id, DAY_MS)).toBeUndefined();
    const old = await made();
    expect(await rotate(old.id, 0, 'stranger')).toBeUndefined();
    const other = await ensureProject(database.sql, { slug: 'elsewhere', name: 'Elsewhere' });
    const foreign = { projectId: other.id, id: old.id, overlapMs: 0 };
    expect(await rotateApiKey(database.sql, foreign, member)).toBeUndefined();
    expect(await findApiKey(database.sql, old.key)).toBeDefined();
  });

  test('is refused within the overlap, so that its end is not handed on as the lifetime of another key', async () => {
    const old = await made(new Date(Date.now() + 90 * DAY_MS));
    const fresh = await rotated(old.id, DAY_MS);
    expect(await rotate(old.id, DAY_MS)).toBe('replaced');
    expect((await stored(old.id)).days, 'the overlap is not prolonged').toBeCloseTo(1, 2);
    const next = await rotated(fresh.id, DAY_MS);
    expect((await stored(next.id)).days, 'the lifetime of the first').toBeCloseTo(90, 1);
  });

  test('happens once when it is asked for twice at the same time, with an overlap as without', async () => {
    for (const overlap of [0, DAY_MS]) {
      const old = await made();
      const both = await Promise.all([rotate(old.id, overlap), rotate(old.id, overlap)]);
      expect(both.filter((one) => typeof one === 'object')).toHaveLength(1);
    }
  });
});

test('the time of last use never goes back', async () => {
  const { id } = await createApiKey(database.sql, { projectId, name: 'used', scopes: ['ingest'] });
  await markApiKeysUsed(database.sql, [{ id, at: new Date('2026-11-21T10:00:00Z') }]);
  await markApiKeysUsed(database.sql, [{ id, at: new Date('2026-11-21T09:00:00Z') }]);
  const [row] = await database.sql`SELECT last_used_at FROM api_keys WHERE id = ${id}`;
  expect(row!.last_used_at).toEqual(new Date('2026-11-21T10:00:00Z'));
});
