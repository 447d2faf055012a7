// What remains of a removed member: no working API key without a responsible member.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey, createMemberApiKey, findApiKey } from './api-keys.ts';
import { removeMember, type KeyDecision } from './members.ts';
import { ensureProject } from './projects.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';

let database: TestDatabase;
let projectId: string;
let owner: string;

beforeAll(async () => {
  database = await createTestDatabase();
  projectId = (await ensureProject(database.sql, { slug: 'shop', name: 'Shop' })).id;
  owner = await join('owner');
});
afterAll(() => database.drop());

async function join(role: string, project = projectId): Promise<string> {
  const id = randomUUID();
  await database.sql`INSERT INTO users (id, name, email) VALUES (${id}, 'Name', ${`${id}@example.test`})`;
  await database.sql`INSERT INTO project_members (project_id, user_id, role) VALUES (${project}, ${id}, ${role})`;
  return id;
}

const newKey = async (userId: string, project = projectId) => {
  const input = { projectId: project, name: 'ci', scopes: ['ingest' as const] };
  return (await createMemberApiKey(database.sql, input, userId))!;
};
const works = async ({ key }: { key: string }) => (await findApiKey(database.sql, key)) !== undefined;
const remove = (userId: string, decision?: KeyDecision) => removeMember(database.sql, { projectId, userId }, decision);

test('a member with an active key cannot be removed without a decision about the key', async () => {
  const member = await join('member');
  const key = await newKey(member);
  expect(await remove(member)).toBe('keys undecided');
  expect(await works(key)).toBe(true);
  expect(await remove(member, { action: 'revoke' })).toBe('done');
  expect(await works(key)).toBe(false);
});

test('only the keys of this member in this project are revoked', async () => {
  const member = await join('member');
  const other = (await ensureProject(database.sql, { slug: 'other', name: 'Other' })).id;
  await database.sql`INSERT INTO project_members (project_id, user_id, role) VALUES (${other}, ${member}, 'owner')`;
  const theirs = await newKey(member);
  const [elsewhere, ofOwner] = [await newKey(member, other), await newKey(owner)];
  const ofProgram = await createApiKey(database.sql, { projectId, name: 'npm start', scopes: ['ingest'] });
  expect(await remove(member, { action: 'revoke' })).toBe('done');
  expect(await Promise.all([theirs, elsewhere, ofOwner, ofProgram].map(works))).toEqual([false, true, true, true]);
});

test('a transferred key stays active, and belongs to the new owner when that owner leaves', async () => {
  const [member, heir] = [await join('member'), await join('owner')];
  const key = await newKey(member);
  expect(await remove(member, { action: 'hand-over', ownerId: heir })).toBe('done');
  expect(await works(key)).toBe(true);
  const [row] = await database.sql`SELECT created_by, handed_over_to FROM api_keys WHERE id = ${key.id}`;
  expect({ ...row }).toEqual({ created_by: member, handed_over_to: heir });
  expect(await remove(heir)).toBe('keys undecided');
  expect(await remove(heir, { action: 'hand-over', ownerId: owner })).toBe('done');
  expect(await works(key)).toBe(true);
});

test('keys can only be transferred to another owner of the project; otherwise the member is not removed', async () => {
  const [leaver, member] = [await join('owner'), await join('member')];
  await newKey(leaver);
  const foreign = (await ensureProject(database.sql, { slug: 'foreign', name: 'Foreign' })).id;
  for (const ownerId of [leaver, member, await join('owner', foreign), 'nobody'])
    expect(await remove(leaver, { action: 'hand-over', ownerId })).toBe('no such owner');
  expect(await remove(leaver, { action: 'revoke' })).toBe('done');
});

test('a key that is created while its creator is being removed never remains without an owner', async () => {
  for (let round = 0; round < 20; round++) {
    const member = await join('member');
    const input = { projectId, name: 'race', scopes: ['ingest' as const] };
    const [made] = await Promise.all([
      createMemberApiKey(database.sql, input, member),
      remove(member, { action: 'revoke' }),
    ]);
    expect(made ? await works(made) : false).toBe(false);
  }
});

test('a user who is not a member cannot create a key', async () => {
  const member = await join('member');
  expect(await remove(member)).toBe('done');
  const input = { projectId, name: 'late', scopes: ['read' as const] };
  expect(await createMemberApiKey(database.sql, input, member)).toBeUndefined();
});
