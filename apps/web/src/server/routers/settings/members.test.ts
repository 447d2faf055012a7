// The list of members is visible to every member of the project, and to no member of another one.
import { randomUUID } from 'node:crypto';
import { ensureProject } from '@subtext/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readerOf } from '../../read-api/reader.ts';
import { openMailbox } from '../../testing/mailbox.ts';
import { openOwner, TEST_ENV, type Owner } from '../../testing/owner.ts';

let owner: Owner;
const project = 'default';
const person = (name: string) => ({ id: randomUUID(), name, email: `${name}@example.com` });
const joins = (slug: string) => ({ role: 'member', project: { connect: { slug } } });

beforeAll(async () => {
  owner = await openOwner();
  await ensureProject(owner.database.sql, { slug: 'foreign', name: 'Foreign' });
  await owner.prisma.user.create({ data: { ...person('ada'), memberships: { create: joins(project) } } });
  await owner.prisma.user.create({ data: { ...person('eve'), memberships: { create: joins('foreign') } } });
});
afterAll(() => owner.close());

it('names every member of the project with their role, and no other person', async () => {
  const list = await (await owner.caller()).members.list({ project });
  expect(list.map(({ email, role, isMe }) => [email, role, isMe])).toEqual([
    ['owner@subtext.localhost', 'owner', true],
    ['ada@example.com', 'member', false],
  ]);
});

it('says when a member was last seen, and nothing else about the person and their session', async () => {
  const ada = await owner.prisma.user.findFirstOrThrow({ where: { name: 'ada' } });
  const session = { id: randomUUID(), userId: ada.id, token: 'a secret', expiresAt: new Date(), ipAddress: '10.0.0.1' };
  const { updatedAt } = await owner.prisma.session.create({ data: session });
  const [, told] = await (await owner.caller()).members.list({ project });
  expect(told).toEqual({
    ...{ id: ada.id, name: 'ada', email: 'ada@example.com', role: 'member', isMe: false },
    ...{ isByOrganization: false, isRemovable: true, hasSecondFactor: false, hasPasskeys: false },
    ...{ since: expect.any(Date) as Date, lastSeen: updatedAt },
  });
});

const ben = { project, email: ' Ben@Example.com ', role: 'viewer' as const };
const become = (role: string) =>
  owner.database.sql`
    UPDATE project_members SET role = ${role} WHERE user_id = (SELECT id FROM users WHERE email = 'owner@subtext.localhost')`;

describe('an owner', () => {
  it('invites by a link that is in one answer only, and takes it back', async () => {
    const { members } = await owner.caller();
    const { id, url, expiresAt } = await members.invite(ben);
    expect(url).toMatch(/^http:\/\/localhost:3000\/invited\/[\w-]{43}$/);
    const list = await members.invitations({ project });
    expect(list).toEqual([
      {
        ...{ id, email: 'ben@example.com', role: 'viewer', expiresAt, createdBy: 'owner@subtext.localhost' },
        createdAt: expect.any(Date) as Date,
      },
    ]);
    await members.revokeInvitation({ project, id });
    expect(await members.invitations({ project })).toEqual([]);
    await expect(members.revokeInvitation({ project, id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('does not invite who is a member, what is no address, or to a role that there is not', async () => {
    const { members } = await owner.caller();
    await expect(members.invite({ ...ben, email: 'ADA@example.com' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(members.invite({ ...ben, email: 'ben' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(members.invite({ ...ben, role: 'god' as 'owner' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('changes roles and removes members, but not the last owner', async () => {
    const { members } = await owner.caller();
    const [me, ada] = (await members.list({ project })).map(({ id }) => id) as [string, string];
    await expect(members.remove({ project, user: me })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(members.setRole({ project, user: me, role: 'viewer' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await members.setRole({ project, user: ada, role: 'viewer' });
    expect((await members.list({ project })).map(({ role }) => role)).toEqual(['owner', 'viewer']);
    await members.remove({ project, user: ada });
    expect(await members.list({ project })).toHaveLength(1);
    await expect(members.remove({ project, user: ada })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('an owner who removes a member with API keys', () => {
  const scopes = ['ingest' as const, 'read' as const];
  async function joined(name: string, role = 'member') {
    const created = person(`${name}-${randomUUID().slice(0, 4)}`);
    await owner.prisma.user.create({ data: { ...created, memberships: { create: { ...joins(project), role } } } });
    const caller = await owner.caller(created.id);
    const { key } = await caller.keys.create({ project, name, scopes });
    return { id: created.id, email: created.email, key };
  }

  it('requires a decision about the keys, else the member is not removed', async () => {
    const { members, keys } = await owner.caller();
    const ada = await joined('ci of ada');
    await expect(members.remove({ project, user: ada.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('revoked or handed over') as string,
    });
    expect((await members.list({ project })).map(({ email }) => email)).toContain(ada.email);
    await members.remove({ project, user: ada.id, keys: { action: 'revoke' } });
    expect(await keys.list({ project })).toEqual([]);
    expect(await readerOf({ prisma: owner.prisma, sql: owner.database.sql }, bearer(ada.key))).toMatchObject({
      status: 401,
    });
  });

  it('hands them over to an owner, and the list says who made them and who holds them', async () => {
    const { members, keys } = await owner.caller();
    const me = (await members.list({ project })).find(({ isMe }) => isMe)!;
    const ben = await joined('ci of ben');
    const maker = { id: ben.id, email: ben.email };
    expect(await keys.list({ project })).toMatchObject([{ madeBy: { ...maker, isMember: true }, handedOverTo: null }]);
    await expect(
      members.remove({ project, user: ben.id, keys: { action: 'hand-over', ownerId: ben.id } }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    await members.remove({ project, user: ben.id, keys: { action: 'hand-over', ownerId: me.id } });
    expect(await keys.list({ project })).toMatchObject([
      { madeBy: { ...maker, isMember: false }, handedOverTo: { id: me.id, email: me.email, isMember: true } },
    ]);
    const reader = await readerOf({ prisma: owner.prisma, sql: owner.database.sql }, bearer(ben.key));
    expect(reader).toMatchObject({ project: { slug: project } });
  });

  it('leaves in the same way', async () => {
    const cleo = await joined('ci of cleo', 'owner');
    const { members } = await owner.caller(cleo.id);
    await expect(members.remove({ project, user: cleo.id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await members.remove({ project, user: cleo.id, keys: { action: 'revoke' } });
    await expect(members.list({ project })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

const bearer = (key: string) => new Headers({ authorization: `Bearer ${key}` });

describe.each(['admin', 'member', 'viewer'])('a member with the role %s', (role) => {
  beforeAll(() => become(role));
  afterAll(() => become('owner'));

  it('sees who is a member, and neither invites nor changes anybody', async () => {
    const { members } = await owner.caller();
    const [me] = await members.list({ project });
    const forbidden = { code: 'FORBIDDEN' };
    await expect(members.invite(ben)).rejects.toMatchObject(forbidden);
    await expect(members.invitations({ project })).rejects.toMatchObject(forbidden);
    await expect(members.setRole({ project, user: me!.id, role: 'owner' })).rejects.toMatchObject(forbidden);
    await expect(members.remove({ project, user: me!.id })).rejects.toMatchObject(forbidden);
    await expect(members.revokeInvitation({ project, id: randomUUID() })).rejects.toMatchObject(forbidden);
    await expect(members.resetPassword({ project, user: me!.id })).rejects.toMatchObject(forbidden);
    await expect(members.resetSecondFactor({ project, user: me!.id })).rejects.toMatchObject(forbidden);
  });
});

const joined = async (name: string, slugs: readonly string[]) =>
  owner.prisma.user.create({ data: { ...person(name), memberships: { create: slugs.map(joins) } } });

describe('the second factor of a member', () => {
  const withFactor = async (name: string, slugs: readonly string[]) => {
    const { id } = await joined(name, slugs);
    const twoFactor = { create: { id, secret: 'x', backupCodes: 'x', verified: true } };
    await owner.prisma.user.update({ where: { id }, data: { twoFactorEnabled: true, twoFactor } });
    return id;
  };
  const hasFactor = async (id: string) => {
    const { members } = await owner.caller();
    return (await members.list({ project })).find((member) => member.id === id)?.hasSecondFactor;
  };

  it('is removed by an owner of all projects of the member, whose sessions end', async () => {
    const { members } = await owner.caller();
    const user = await withFactor('lost', [project]);
    await owner.database.sql`
      INSERT INTO sessions (id, user_id, token, expires_at) VALUES ('lost', ${user}, 'lost', now() + interval '1 day')`;
    expect(await hasFactor(user)).toBe(true);
    const seenByMember = await (await owner.caller(user)).members.list({ project });
    expect(new Set(seenByMember.map(({ hasSecondFactor }) => hasSecondFactor))).toEqual(new Set([null]));
    await members.resetSecondFactor({ project, user });
    expect([await hasFactor(user), await owner.prisma.session.count({ where: { userId: user } })]).toEqual([false, 0]);
    await expect(members.resetSecondFactor({ project, user })).rejects.toMatchObject({ code: 'CONFLICT' });
    const [entry] = await owner.database.sql`
      SELECT target FROM audit_entries WHERE action = 'members.resetSecondFactor'`;
    expect(entry).toEqual({ target: 'lost@example.com' });
  });

  it('stays when the member is in a project of others, and is not removed by an owner for themselves', async () => {
    const { members } = await owner.caller();
    const user = await withFactor('elsewhere', [project, 'foreign']);
    await expect(members.resetSecondFactor({ project, user })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await hasFactor(user)).toBe(true);
    const me = (await members.list({ project })).find(({ isMe }) => isMe)!;
    await expect(members.resetSecondFactor({ project, user: me.id })).rejects.toMatchObject({
      message: expect.stringContaining('your own second factor') as string,
    });
  });
});

describe('a link that sets the password of a member', () => {
  it('is made by an owner of all projects of the member', async () => {
    const { members } = await owner.caller();
    const dora = await joined('dora', [project]);
    const { email, url } = await members.resetPassword({ project, user: dora.id });
    expect([email, url]).toEqual([
      'dora@example.com',
      expect.stringMatching(/^http:\/\/localhost:3000\/sign-in\/reset\/\w+$/),
    ]);
  });

  it('is not shown to an owner of only some of them, whom it would let into the others', async () => {
    const { members } = await owner.caller();
    const both = await joined('both', [project, 'foreign']);
    await expect(members.resetPassword({ project, user: both.id })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('projects that you do not own') as string,
    });
    const chief = await joined('chief', [project]);
    const { id: organizationId } = await owner.prisma.organization.findFirstOrThrow();
    await owner.prisma.organizationMember.create({ data: { organizationId, userId: chief.id, role: 'owner' } });
    await expect(
      members.resetPassword({ project, user: chief.id }),
      'an owner of the organization',
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await owner.prisma.user.delete({ where: { id: chief.id } });
    const eve = await owner.prisma.user.findFirstOrThrow({ where: { name: 'eve' } });
    await expect(members.resetPassword({ project, user: eve.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await owner.database.sql`SELECT FROM verifications WHERE value IN (${both.id}, ${eve.id})`).toHaveLength(0);
  });

  it('is mailed to any member where mail is sent, like an invitation', async () => {
    const stored: boolean[] = [];
    const mailbox = await openMailbox(async ({ to }) => {
      if (to === 'fay@example.com') stored.push((await owner.prisma.invitation.count({ where: { email: to } })) === 1);
    });
    const { members } = await owner.caller(undefined, { ...TEST_ENV, mail: mailbox.server });
    const both = await owner.prisma.user.findFirstOrThrow({ where: { name: 'both' } });
    expect(await members.resetPassword({ project, user: both.id })).toEqual({ email: both.email, url: undefined });
    const { url, isMailed } = await members.invite({ ...ben, email: 'fay@example.com' });
    expect([isMailed, mailbox.received[1]!.link]).toEqual([true, url]);
    expect(stored, 'when the mail arrives').toEqual([true]);
    expect(mailbox.received.map(({ to }) => to)).toEqual(['both@example.com', 'fay@example.com']);
    await mailbox.close();
    const failing = await members.invite({ ...ben, email: 'gus@example.com' });
    expect(failing, 'its link can still be passed on').toMatchObject({
      isMailed: false,
      url: expect.any(String) as string,
    });
    await expect(members.resetPassword({ project, user: both.id })).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
  });
});
