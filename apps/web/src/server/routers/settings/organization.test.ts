// Projects and the organization above them, through the real gate.
import { randomUUID } from 'node:crypto';
import { createApiKey, createMemberApiKey, FIRST_ORGANIZATION, type OrganizationRole } from '@subtext/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readerOf } from '../../read-api/reader.ts';
import { openOwner, TEST_ENV, type Owner } from '../../testing/owner.ts';

const organization = FIRST_ORGANIZATION.id;

let owner: Owner;
/** An owner of the organization, without a membership of any project. */
let ada: string;

beforeAll(async () => {
  owner = await openOwner();
  ada = await user('ada', 'owner');
});
afterAll(() => owner.close());

async function user(name: string, role?: OrganizationRole): Promise<string> {
  const id = randomUUID();
  await owner.prisma.user.create({ data: { id, name, email: `${name}@example.test` } });
  if (role) await owner.prisma.organizationMember.create({ data: { organizationId: organization, userId: id, role } });
  return id;
}

const as = (id: string) => owner.caller(id);
const slugs = (projects: readonly { slug: string }[]) => projects.map(({ slug }) => slug);
const actions = async () =>
  (await (await as(ada)).organization.log({ organization })).items.map(({ action }) => action);

it('a member creates a project and owns it; only the owners of the organization see it, too', async () => {
  const [ben, eve] = [await user('ben', 'member'), await user('eve', 'member')];
  const { slug } = await (await as(ben)).organization.createProject({ organization, name: 'Ben’s lab' });
  expect(slug).toBe('ben-s-lab');
  const list = await (await as(ben)).organization.projects({ organization });
  expect(list).toMatchObject([{ slug, role: 'owner', deletion: null }]);
  expect(slugs(await (await as(ada)).organization.projects({ organization }))).toEqual(['default', slug]);
  expect(await (await as(eve)).organization.projects({ organization })).toEqual([]);
  await expect((await as(eve)).keys.list({ project: slug })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await (await as(ada)).keys.list({ project: slug })).toEqual([]);
  expect(await actions()).toContain('organization.createProject');
  const log = async (actor: string) => (await (await as(ada)).organization.log({ organization, actor })).items;
  expect(await log('ben@example.test')).toMatchObject([{ action: 'organization.createProject' }]);
  expect(await log('eve@example.test')).toEqual([]);
});

it('a guest sees their own projects of the organization, and none of its members', async () => {
  const guest = (await owner.prisma.user.findUniqueOrThrow({ where: { email: TEST_ENV.ownerEmail } })).id;
  const caller = await as(guest);
  expect(slugs(await caller.organization.projects({ organization }))).toEqual(['default']);
  expect(await caller.organization.members({ organization })).toEqual([]);
  await expect(caller.organization.log({ organization })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

it('a renamed project keeps its address', async () => {
  const caller = await as(ada);
  const { slug } = await caller.organization.createProject({ organization, name: 'Before' });
  await caller.projects.rename({ project: slug, name: ' After ' });
  expect(await caller.organization.projects({ organization })).toContainEqual(
    expect.objectContaining({ slug: 'before', name: 'After' }),
  );
  expect((await caller.audit.list({ project: slug })).items).toMatchObject([
    { action: 'projects.rename', before: { name: 'Before' }, after: { name: 'After' } },
  ]);
});

it('an archived project is read with a key as before, and comes back whole', async () => {
  const caller = await as(ada);
  const { slug } = await caller.organization.createProject({ organization, name: 'Shelf' });
  const { key } = await caller.keys.create({ project: slug, name: 'ci', scopes: ['read'] });
  await caller.projects.archive({ project: slug });
  await expect(caller.projects.archive({ project: slug })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const { prisma, database } = owner;
  const headers = new Headers({ authorization: `Bearer ${key}` });
  expect(await readerOf({ prisma, sql: database.sql }, headers)).toMatchObject({ project: { slug, isArchived: true } });
  await caller.projects.restore({ project: slug });
  await expect(caller.projects.restore({ project: slug })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await caller.keys.list({ project: slug })).toHaveLength(1);
  expect((await actions()).slice(0, 2)).toEqual(['projects.restore', 'projects.archive']);
});

it('a deleted project vanishes at once, and its owner sees the progress', async () => {
  const ben = (await owner.prisma.user.findFirstOrThrow({ where: { name: 'ben' } })).id;
  const caller = await as(ben);
  const { slug } = await caller.organization.createProject({ organization, name: 'Gone' });
  const { id } = await owner.prisma.project.findUniqueOrThrow({ where: { slug } });
  const { key } = await createApiKey(owner.database.sql, { projectId: id, name: 'ci', scopes: ['read'] });
  await expect(caller.projects.delete({ project: slug, name: 'gone' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await caller.projects.delete({ project: slug, name: 'Gone' });
  for (const each of [caller, await as(ada)])
    await expect(each.keys.list({ project: slug })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const { prisma, database } = owner;
  const headers = new Headers({ authorization: `Bearer ${key}` });
  expect(await readerOf({ prisma, sql: database.sql }, headers)).toMatchObject({ status: 403 });
  const deletion = { requestedBy: 'ben@example.test', deleted: 0, total: null };
  for (const each of [caller, await as(ada)])
    expect(await each.organization.projects({ organization })).toContainEqual(
      expect.objectContaining({ slug, role: null, deletion: expect.objectContaining(deletion) as unknown }),
    );
  expect((await actions())[0]).toBe('projects.delete');
});

it('two owners cannot both leave at the same time', async () => {
  const caller = await as(ada);
  const cleo = await user('cleo', 'owner');
  const answers = await Promise.allSettled([
    caller.organization.setRole({ organization, user: ada, role: 'member' }),
    (await as(cleo)).organization.setRole({ organization, user: cleo, role: 'member' }),
  ]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await owner.prisma.organizationMember.updateMany({ where: { userId: ada }, data: { role: 'owner' } });
});

it('keys of a former owner in projects that they can no longer open go to the user who ended the role', async () => {
  const dan = await user('dan', 'owner');
  const { sql } = owner.database;
  const { id: projectId } = await owner.prisma.project.findUniqueOrThrow({ where: { slug: 'default' } });
  const made = (await createMemberApiKey(sql, { projectId, name: 'dan', scopes: ['ingest'] }, dan))!;
  await (await as(ada)).organization.setRole({ organization, user: dan, role: 'guest' });
  expect(await owner.prisma.apiKey.findUniqueOrThrow({ where: { id: made.id } })).toMatchObject({ handedOverTo: ada });
  const nobody = { organization, user: randomUUID(), role: 'owner' } as const;
  await expect((await as(ada)).organization.setRole(nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
