// The account of a user, with real sessions of the auth library.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createAuth, type Auth } from '../../sign-in/auth.ts';
import { CLIENT_ADDRESS_HEADER } from '../../gate/index.ts';
import { makeSignInLink } from '../../sign-in/owner-link.ts';
import { openOwner, TEST_ENV as env, type Owner } from '../../testing/owner.ts';
import { createContext } from '../../trpc/trpc.ts';
import { createCaller, type Caller } from '../index.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const ADA = 'ada@example.test';

let owner: Owner;
let auth: Auth;

beforeAll(async () => {
  owner = await openOwner();
  auth = createAuth({ prisma: owner.prisma, env });
  const { id } = await owner.prisma.project.findFirstOrThrow();
  await owner.prisma.user.create({
    data: {
      ...{ id: randomUUID(), name: 'Ada', email: ADA, emailVerified: true },
      memberships: { create: { projectId: id, role: 'viewer' } },
    },
  });
});
beforeEach(() => owner.prisma.session.deleteMany());
afterAll(() => owner.close());

interface SignedIn {
  caller: Caller;
  headers: Headers;
}

async function signIn(email: string, { address = '203.0.113.7', userAgent = FIREFOX } = {}): Promise<SignedIn> {
  const sent = { [CLIENT_ADDRESS_HEADER]: address, 'user-agent': userAgent };
  const link = await makeSignInLink({ prisma: owner.prisma, env }, email);
  const [cookie] = (await auth.handler(new Request(link, { headers: sent }))).headers.getSetCookie();
  const headers = new Headers({ ...sent, cookie: cookie!.split(';')[0]! });
  const { prisma, database, reads } = owner;
  return { headers, caller: createCaller(createContext({ auth, prisma, sql: database.sql, reads, env }, headers)) };
}

const isSignedIn = async ({ headers }: SignedIn) => (await auth.api.getSession({ headers })) !== null;
const auditOf = (action: string) => owner.database.sql`
  SELECT actor_email, target, before, address FROM audit_entries WHERE action = ${action}`;

it('lists the sessions of the user, and of no other user, without a token', async () => {
  const here = await signIn(ADA);
  await signIn(ADA, { address: '198.51.100.2', userAgent: '' });
  await signIn(env.ownerEmail);
  const sessions = await here.caller.account.sessions();
  expect(sessions.map(({ device, address, isThis }) => ({ device, address, isThis }))).toEqual([
    { device: null, address: '198.51.100.2', isThis: false },
    { device: 'Firefox on Linux', address: '203.0.113.7', isThis: true },
  ]);
  const tokens = (await owner.prisma.session.findMany()).map(({ token }) => token);
  expect(tokens.filter((token) => JSON.stringify(sessions).includes(token))).toEqual([]);
});

it('ends one session at once, also for a viewer, and records it with the device and the address', async () => {
  const [here, there] = [await signIn(ADA), await signIn(ADA, { address: '198.51.100.2' })];
  const other = (await here.caller.account.sessions()).find(({ isThis }) => !isThis)!;
  await here.caller.account.endSession({ id: other.id });
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
  expect(await auditOf('account.endSession')).toEqual([
    { actor_email: ADA, target: 'Firefox on Linux', before: { address: '198.51.100.2' }, address: '203.0.113.7' },
  ]);
  await expect(here.caller.account.endSession({ id: other.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('ends no session of another user', async () => {
  const [ada, theirs] = [await signIn(ADA), await signIn(env.ownerEmail)];
  const { id } = (await theirs.caller.account.sessions())[0]!;
  await expect(ada.caller.account.endSession({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await ada.caller.account.endOtherSessions();
  expect(await isSignedIn(theirs)).toBe(true);
});

it('ends all others and stays signed in', async () => {
  const [here, one, two] = [await signIn(ADA), await signIn(ADA), await signIn(ADA)];
  expect(await here.caller.account.endOtherSessions()).toBe(2);
  expect(await Promise.all([here, one, two].map(isSignedIn))).toEqual([true, false, false]);
  expect(await auditOf('account.endOtherSessions')).toContainEqual(
    expect.objectContaining({ before: { sessions: 2 }, actor_email: ADA }),
  );
});

it('says to within 10 minutes when a session was last used', async () => {
  const here = await signIn(ADA);
  await owner.database.sql`
    UPDATE sessions SET updated_at = now() - interval '1 hour', expires_at = expires_at - interval '1 hour'`;
  expect(await isSignedIn(here)).toBe(true);
  const [session] = await here.caller.account.sessions();
  expect(Date.now() - session!.lastSeen.getTime()).toBeLessThan(60_000);
});

it('sets a password, asks for it when it is changed, and ends the other sessions', async () => {
  const [here, there] = [await signIn(ADA), await signIn(ADA)];
  expect(await here.caller.account.methods()).toEqual({ password: false, secondFactor: false });
  await here.caller.account.setPassword({ password: 'correct horse battery' });
  expect(await here.caller.account.methods()).toEqual({ password: true, secondFactor: false });
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
  const changed = { password: 'another horse, another battery' };
  for (const current of [undefined, '', 'wrong horse battery'])
    await expect(here.caller.account.setPassword({ ...changed, current })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await here.caller.account.setPassword({ ...changed, current: 'correct horse battery' });
  expect(await auditOf('account.setPassword')).toMatchObject([
    { actor_email: ADA, before: { password: 'none' } },
    { actor_email: ADA, before: { password: 'set' } },
  ]);
  expect(JSON.stringify(await owner.database.sql`SELECT audit_entries::text FROM audit_entries`)).not.toContain(
    'horse',
  );
});

it('does not let a session guess the current password', async () => {
  const here = await signIn(env.ownerEmail);
  await here.caller.account.setPassword({ password: 'correct horse battery' });
  const guess = () => here.caller.account.setPassword({ password: 'a password of the thief', current: 'a guess' });
  const codes: unknown[] = [];
  for (let tries = 0; tries < 11; tries++) codes.push(await guess().catch((error: { code: string }) => error.code));
  expect(codes).toEqual([...Array<string>(10).fill('FORBIDDEN'), 'TOO_MANY_REQUESTS']);
});

it('opens nothing but the own account where a second factor is required, until there is one', async () => {
  const required = { ...env, isSecondFactorRequired: true };
  const { id } = await owner.prisma.user.findFirstOrThrow({ where: { email: ADA } });
  const refused = { code: 'FORBIDDEN', message: 'Set up a second factor first: this Subtext requires one.' };
  const without = await owner.caller(id, required);
  expect(await without.account.methods()).toMatchObject({ secondFactor: false });
  await expect(without.members.list({ project: 'default' })).rejects.toMatchObject(refused);
  const { id: organization } = await owner.prisma.organization.findFirstOrThrow();
  await expect(without.organization.members({ organization })).rejects.toMatchObject(refused);
  await owner.prisma.user.update({ where: { id }, data: { twoFactorEnabled: true } });
  const withFactor = await owner.caller(id, required);
  expect(await withFactor.members.list({ project: 'default' })).not.toEqual([]);
});
