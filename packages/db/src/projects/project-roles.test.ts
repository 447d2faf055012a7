// The rule of access: which role a user has in which project.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { projectsOfUser } from './project-roles.ts';
import { archiveProject, createProject, ensureFirstProject, ensureProject, FIRST_ORGANIZATION } from './projects.ts';
import { requestDeletion } from './deletion-request.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const slug of ['shop', 'lab']) await ensureProject(database.sql, { slug, name: slug });
  await database.sql`INSERT INTO organizations (name) VALUES ('Theirs')`;
  await database.sql`
    INSERT INTO projects (slug, name, organization_id) SELECT 'theirs', 'Theirs', id FROM organizations WHERE name = 'Theirs'`;
});
afterAll(() => database.drop());

/** A user with a role in the organization, and one in the project `shop`. */
async function user(inOrganization: string | null, inShop: string | null): Promise<string> {
  const { sql } = database;
  const id = randomUUID();
  await sql`INSERT INTO users (id, name, email) VALUES (${id}, 'Name', ${`${id}@example.test`})`;
  if (inOrganization !== null)
    await sql`INSERT INTO organization_members (organization_id, user_id, role) VALUES (${FIRST_ORGANIZATION.id}, ${id}, ${inOrganization})`;
  if (inShop !== null)
    await sql`INSERT INTO project_members (project_id, user_id, role) SELECT id, ${id}, ${inShop} FROM projects WHERE slug = 'shop'`;
  return id;
}

const rolesOf = async (userId: string) =>
  Object.fromEntries((await projectsOfUser(database.sql, { userId })).map(({ slug, role }) => [slug, role]));

test.each([
  ['owner', null, { shop: 'owner', lab: 'owner' }],
  ['owner', 'viewer', { shop: 'owner', lab: 'owner' }],
  ['member', null, {}],
  ['member', 'owner', { shop: 'owner' }],
  ['viewer', null, {}],
  ['viewer', 'owner', { shop: 'viewer' }],
  ['viewer', 'viewer', { shop: 'viewer' }],
  ['viewer', 'analyst', { shop: 'analyst' }],
  ['owner', 'analyst', { shop: 'owner', lab: 'owner' }],
  [null, 'member', { shop: 'member' }],
  [null, null, {}],
])('a user who is %s in the organization and %s in the project has %o', async (organization, shop, roles) => {
  expect(await rolesOf(await user(organization, shop))).toEqual(roles);
});

test('one project is found by its slug, and only for those who have a role in it', async () => {
  const { sql } = database;
  const member = await user(null, 'member');
  expect(await projectsOfUser(sql, { userId: member, slug: 'shop' })).toMatchObject([{ slug: 'shop', role: 'member' }]);
  for (const slug of ['lab', 'theirs', 'nowhere'])
    expect(await projectsOfUser(sql, { userId: member, slug })).toEqual([]);
});

test('an archived project keeps its roles and says that it is archived', async () => {
  const { sql } = database;
  const owner = await user('member', null);
  const { id } = await createProject(sql, { organizationId: FIRST_ORGANIZATION.id, name: 'Old', createdBy: owner });
  expect(await archiveProject(sql, id, true)).toBe(true);
  expect(await archiveProject(sql, id, true)).toBe(false);
  expect(await projectsOfUser(sql, { userId: owner })).toMatchObject([{ role: 'owner', isArchived: true }]);
  expect(await archiveProject(sql, id, false)).toBe(true);
  expect(await projectsOfUser(sql, { userId: owner })).toMatchObject([{ role: 'owner', isArchived: false }]);
});

test('a slug comes from the name, and is never that of another project', async () => {
  const { sql } = database;
  const createdBy = await user('member', null);
  const create = async (name: string) => createProject(sql, { organizationId: FIRST_ORGANIZATION.id, name, createdBy });
  expect((await create('Größe & Café')).slug).toBe('gro-e-cafe');
  expect((await create('Shop')).slug).toBe('shop-2');
  expect((await create('日本')).slug).toBe('project');
  const same = await Promise.all([create('Twice'), create('Twice')]);
  expect(same.map(({ slug }) => slug).toSorted()).toEqual(['twice', 'twice-2']);
  const requestedBy = { id: createdBy, email: 'a@example.test' };
  await requestDeletion(sql, { projectId: same[0]!.id, requestedBy });
  expect((await create('Twice')).slug).toBe('twice-3');
});

test('the first project is made once, and does not come back after its deletion while there is another', async () => {
  const { sql, drop } = await createTestDatabase();
  const [first, again] = await Promise.all([ensureFirstProject(sql), ensureFirstProject(sql)]);
  expect(first).toEqual(again);
  expect(first.slug).toBe('default');
  const other = await ensureProject(sql, { slug: 'other', name: 'Other' });
  const requestedBy = { id: 'ada', email: 'ada@example.test' };
  await requestDeletion(sql, { projectId: first.id, requestedBy });
  expect(await ensureFirstProject(sql)).toEqual(other);
  await archiveProject(sql, other.id, true);
  expect(await ensureFirstProject(sql)).toEqual(other);
  await requestDeletion(sql, { projectId: other.id, requestedBy });
  expect((await ensureFirstProject(sql)).slug).toBe('default-2');
  await drop();
});
