import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  acceptInvitation,
  createInvitation,
  findInvitation,
  listInvitations,
  MAX_INVITATIONS,
  revokeInvitation,
} from './invitations.ts';
import { changeRole, removeMember } from './members.ts';
import { ensureProject } from './projects.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';

let database: TestDatabase;
let projectId: string;
let foreignId: string;
const ADA = 'ada@example.test';

beforeAll(async () => {
  database = await createTestDatabase();
  projectId = (await ensureProject(database.sql, { slug: 'home', name: 'Home' })).id;
  foreignId = (await ensureProject(database.sql, { slug: 'other', name: 'Other' })).id;
});
afterAll(() => database.drop());

beforeEach(async () => {
  const { sql } = database;
  await sql`delete from invitations`;
  await sql`delete from project_members`;
  await sql`delete from users`;
  await sql`insert into users (id, name, email) values ('maker', 'Maker', 'maker@example.test')`;
  await sql`insert into project_members (project_id, user_id, role) values (${projectId}, 'maker', 'owner')`;
});

const rolesOf = async () =>
  Object.fromEntries(
    (
      await database.sql<{ email: string; role: string }[]>`
        select email, role from project_members join users on id = user_id where project_id = ${projectId}`
    ).map(({ email, role }) => [email, role]),
  );

async function invite(email = ADA) {
  const made = await createInvitation(database.sql, { projectId, email, role: 'viewer', createdBy: 'maker' });
  if (typeof made === 'string') throw new Error(made);
  return made;
}

describe('an invitation', () => {
  it('makes the user who accepts it a member, once', async () => {
    const { token } = await invite();
    const invitation = await findInvitation(database.sql, token);
    expect(invitation).toMatchObject({ email: ADA, role: 'viewer', project: { slug: 'home' }, isOfMember: false });
    const both = [
      acceptInvitation(database.sql, invitation!, { isTheirs: false }),
      acceptInvitation(database.sql, invitation!, { isTheirs: false }),
    ];
    expect((await Promise.all(both)).toSorted()).toEqual([false, true]);
    expect(await rolesOf()).toEqual({ [ADA]: 'viewer', 'maker@example.test': 'owner' });
    expect(await findInvitation(database.sql, token)).toBeUndefined();
    expect(await listInvitations(database.sql, projectId)).toEqual([]);
  });

  it('is stored without its token', async () => {
    const { token } = await invite();
    const [row] =
      await database.sql`select row_to_json(invitations)::text || encode(hash, 'escape') as row from invitations`;
    expect(row!.row).not.toContain(token);
  });

  it.each([
    ['it was revoked', `update invitations set revoked_at = now()`],
    ['it has expired', `update invitations set expires_at = now()`],
    ['its creator is no longer an owner', `update project_members set role = 'member'`],
    ['its creator has left', `delete from project_members`],
  ])('is not found when %s', async (_, change) => {
    const { token } = await invite();
    expect(await findInvitation(database.sql, token)).toBeDefined();
    await database.sql.unsafe(change);
    expect(await findInvitation(database.sql, token)).toBeUndefined();
    expect(await listInvitations(database.sql, projectId)).toEqual([]);
  });

  it('replaces the earlier one for the same address', async () => {
    const before = await invite();
    const after = await invite();
    expect(await findInvitation(database.sql, before.token)).toBeUndefined();
    expect((await listInvitations(database.sql, projectId)).map(({ id }) => id)).toEqual([after.id]);
  });

  it('is refused for a member, and when the project has as many as it may', async () => {
    const more = (email: string) =>
      createInvitation(database.sql, { projectId, email, role: 'member', createdBy: 'maker' });
    expect(await more('maker@example.test')).toBe('member');
    for (let count = 0; count < MAX_INVITATIONS; count++) await invite(`${count}@example.test`);
    expect(await more(ADA)).toBe('many');
  });

  it('reports that the address belongs to a member of another project', async () => {
    const { sql } = database;
    await sql`insert into users (id, name, email) values ('ada', 'Ada', ${ADA})`;
    const { token } = await invite();
    expect(await findInvitation(sql, token)).toMatchObject({ isOfMember: false });
    await sql`insert into project_members (project_id, user_id, role) values (${foreignId}, 'ada', 'owner')`;
    const invitation = await findInvitation(sql, token);
    expect(invitation).toMatchObject({ isOfMember: true });
    expect(await acceptInvitation(sql, invitation!, { isTheirs: false })).toBe(false);
    expect(await rolesOf()).not.toHaveProperty([ADA]);
    expect(await acceptInvitation(sql, invitation!, { isTheirs: true })).toBe(true);
    expect(await rolesOf()).toMatchObject({ [ADA]: 'viewer' });
  });

  it('ends earlier sessions of an address that was not verified', async () => {
    const { sql } = database;
    await sql`insert into users (id, name, email) values ('ada', 'Ada', ${ADA})`;
    await sql`insert into sessions (id, user_id, token, expires_at) values ('old', 'ada', 'old', now() + interval '1 day')`;
    const invitation = await findInvitation(sql, (await invite()).token);
    expect(await acceptInvitation(sql, invitation!, { isTheirs: false })).toBe(true);
    expect(await sql`select from sessions`).toHaveLength(0);
  });

  it('is revoked only for its own project, and once', async () => {
    const { id } = await invite();
    expect(await revokeInvitation(database.sql, foreignId, id)).toBe(false);
    expect(await revokeInvitation(database.sql, projectId, id)).toBe(true);
    expect(await revokeInvitation(database.sql, projectId, id)).toBe(false);
  });
});

describe('the last owner', () => {
  const maker = () => ({ projectId, userId: 'maker' });
  beforeEach(async () => {
    await database.sql`insert into users (id, name, email) values ('ada', 'Ada', ${ADA})`;
    await database.sql`insert into project_members (project_id, user_id, role) values (${projectId}, 'ada', 'member')`;
  });

  it('stays, and stays an owner', async () => {
    expect(await removeMember(database.sql, maker())).toBe('last owner');
    expect(await changeRole(database.sql, { ...maker(), role: 'member' })).toBe('last owner');
    expect(await changeRole(database.sql, { ...maker(), role: 'owner' })).toBe('done');
    expect(await rolesOf()).toMatchObject({ 'maker@example.test': 'owner' });
  });

  it('can leave when there is another one', async () => {
    expect(await changeRole(database.sql, { projectId, userId: 'ada', role: 'owner' })).toBe('done');
    expect(await removeMember(database.sql, maker())).toBe('done');
    expect(await rolesOf()).toEqual({ [ADA]: 'owner' });
  });

  it('remains when two owners leave at the same time', async () => {
    await changeRole(database.sql, { projectId, userId: 'ada', role: 'owner' });
    const both = ['maker', 'ada'].map((userId) => removeMember(database.sql, { projectId, userId }));
    expect((await Promise.all(both)).toSorted()).toEqual(['done', 'last owner']);
  });

  it('is no reason to refuse for a user who is not a member of the project', async () => {
    expect(await removeMember(database.sql, { projectId: foreignId, userId: 'ada' })).toBe('no member');
    expect(await changeRole(database.sql, { projectId, userId: 'nobody', role: 'owner' })).toBe('no member');
  });
});
