// Invitations, accepted by their recipients, and tried by others.
import { randomUUID } from 'node:crypto';
import { connect, createInvitation, ensureProject, type Sql } from '@subtext/db';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createAuth, type Auth } from './auth.ts';
import { invitedBy, takeUp } from './invited.ts';
import { memberLink, ownerLink } from './owner-link.ts';
import { openOwner, TEST_ENV, type Owner } from '../testing/owner.ts';

const ADA = 'ada@example.test';
let owner: Owner;
let auth: Auth;
let sql: Sql;
let projectId: string;
let ownerId: string;

beforeAll(async () => {
  owner = await openOwner();
  sql = connect(owner.database.url, { max: 2 });
  auth = createAuth({ prisma: owner.prisma, env: TEST_ENV });
  projectId = (await owner.prisma.project.findUniqueOrThrow({ where: { slug: 'default' } })).id;
  ownerId = (await owner.prisma.user.findFirstOrThrow()).id;
});
afterAll(async () => {
  await sql.end();
  await owner.close();
});
beforeEach(() => owner.prisma.user.deleteMany({ where: { email: ADA } }));

const door = () => ({ auth, prisma: owner.prisma, sql, env: TEST_ENV });
const nobody = new Headers();

async function invite(email = ADA): Promise<string> {
  const made = await createInvitation(sql, { projectId, email, role: 'viewer', createdBy: ownerId });
  if (typeof made === 'string') throw new Error(made);
  return made.token;
}

const headersOf = (cookies: string[]) =>
  new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') });
const signInBy = async (link: string) => headersOf((await auth.handler(new Request(link))).headers.getSetCookie());
const emailOf = async (headers: Headers) => (await auth.api.getSession({ headers }))?.user.email;

async function makeMemberElsewhere(): Promise<void> {
  const { id } = await ensureProject(sql, { slug: 'elsewhere', name: 'Elsewhere' });
  const memberships = { create: { role: 'owner', projectId: id } };
  await owner.prisma.user.create({
    data: { id: randomUUID(), name: 'Ada', email: ADA, emailVerified: true, memberships },
  });
}

it('makes a new person a member, signed in, once', async () => {
  const token = await invite();
  const taken = await takeUp(door(), token, nobody);
  expect(taken?.project).toBe('default');
  expect(await emailOf(headersOf(taken!.cookies))).toBe(ADA);
  expect(taken!.cookies.join()).toMatch(/session_token=.*HttpOnly.*SameSite=Lax/i);
  expect(await takeUp(door(), token, nobody)).toBeUndefined();
  expect(await invitedBy(door(), token, nobody)).toEqual({ how: 'over' });
  const user = await owner.prisma.user.findUniqueOrThrow({ where: { email: ADA }, include: { memberships: true } });
  expect(user.memberships).toMatchObject([{ projectId, role: 'viewer' }]);
});

it('does not sign anybody in as a person who is a member of another project', async () => {
  await makeMemberElsewhere();
  const token = await invite();
  expect(await invitedBy(door(), token, nobody)).toMatchObject({ how: 'sign in' });
  expect(await takeUp(door(), token, nobody)).toBeUndefined();
  const ada = await signInBy(await memberLink(door(), ADA));
  expect(await invitedBy(door(), token, ada)).toMatchObject({ how: 'join', isTheirs: true });
  expect(await takeUp(door(), token, ada)).toEqual({ project: 'default', cookies: [], asksSecondFactor: false });
});

it('is not accepted by another signed-in user', async () => {
  const token = await invite();
  const headers = await signInBy(await ownerLink(door()));
  expect(await invitedBy(door(), token, headers)).toMatchObject({ how: 'other', email: TEST_ENV.ownerEmail });
  expect(await takeUp(door(), token, headers)).toBeUndefined();
});

it('knows no token that was never made', async () => {
  for (const token of ['', 'x', 'x'.repeat(43), `${await invite()}x`])
    expect(await invitedBy(door(), token, nobody)).toEqual({ how: 'over' });
});

it('makes a link only for a member, and it ends their other sessions', async () => {
  await makeMemberElsewhere();
  const before = await signInBy(await memberLink(door(), ADA));
  const after = await signInBy(await memberLink(door(), ' Ada@Example.test '));
  expect([await emailOf(before), await emailOf(after)]).toEqual([undefined, ADA]);
  await expect(memberLink(door(), 'nobody@example.test')).rejects.toThrow('No member of a project has the address');
});
