// Signing in by a real OpenID Connect provider on loopback.
import { randomUUID } from 'node:crypto';
import { createInvitation, createMemberApiKey } from '@subtext/db';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebEnv } from '../../env.ts';
import { CLIENT_ADDRESS_HEADER } from '../../gate/index.ts';
import { CLIENT, openIdentityProvider, type IdentityProvider } from '../../testing/identity-provider.ts';
import { openOwner, TEST_ENV, type Owner } from '../../testing/owner.ts';
import { answerAuth } from '../answer-auth.ts';
import { Attempts } from '../attempts.ts';
import { createAuth } from '../auth.ts';
import { takeUp } from '../invited.ts';
import { makeSignInLink } from '../owner-link.ts';
import type { OidcSettings } from './settings.ts';

const HOME = '203.0.113.7';
const ADA = { email: 'ada@example.test', email_verified: true, name: 'Ada' };

let owner: Owner;
let provider: IdentityProvider;
let settings: OidcSettings;

beforeAll(async () => {
  owner = await openOwner();
  provider = await openIdentityProvider(`${TEST_ENV.webUrl}/api/auth/callback/oidc`);
  settings = {
    ...{ discoveryUrl: provider.discoveryUrl, clientId: CLIENT.client_id, clientSecret: CLIENT.client_secret },
    ...{ scopes: ['openid', 'email', 'profile'], name: 'Example', groupsClaim: 'groups', domains: [], isOnly: false },
    groupRoles: [
      { group: 'engineers', project: 'default', role: 'member' },
      { group: 'leads', project: 'default', role: 'owner' },
    ],
  };
});
beforeEach(() => owner.prisma.user.deleteMany({ where: { email: { not: TEST_ENV.ownerEmail } } }));
afterAll(() => Promise.all([owner.close(), provider.close()]));

const envWith = (oidc: Partial<OidcSettings> = {}): WebEnv => ({ ...TEST_ENV, oidc: { ...settings, ...oidc } });

function request(
  path: string,
  env: WebEnv,
  { method = 'GET', headers = {}, body = undefined as object | undefined } = {},
) {
  const { prisma, database } = owner;
  const services = { auth: createAuth({ prisma, env }), prisma, sql: database.sql, env };
  const sent = { origin: env.webUrl, accept: 'application/json', [CLIENT_ADDRESS_HEADER]: HOME, ...headers };
  const asked = new Request(new URL(path, env.webUrl), {
    method,
    headers: sent,
    body: body ? JSON.stringify(body) : null,
  });
  return answerAuth(asked, services, new Attempts());
}

const post = (path: string, env: WebEnv, body = {}) => request(path, env, { method: 'POST', body });
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Up to the moment at which the provider has sent the browser back. */
async function begin(subject: string, env: WebEnv) {
  const response = await post('/api/auth/sign-in/social', env);
  const { url } = (await response.json()) as { url: string };
  return { url, cookie: cookiesOf(response), back: await provider.authorize(url, subject) };
}

async function signIn(subject: string, env = envWith()): Promise<Response> {
  const { cookie, back } = await begin(subject, env);
  return request(back, env, { headers: { cookie } });
}

const hasSession = (response: Response) => /session_token=[^;]/.test(cookiesOf(response));
const errorOf = (response: Response) =>
  new URL(response.headers.get('location') ?? '', TEST_ENV.webUrl).searchParams.get('error');
const roleOf = async (email: string) =>
  (await owner.prisma.projectMember.findFirst({ where: { user: { email }, project: { slug: 'default' } } }))?.role;

async function makeUser(email: string, { emailVerified = true, role = 'viewer' } = {}): Promise<void> {
  const { id: projectId } = await owner.prisma.project.findFirstOrThrow();
  const memberships = { create: { projectId, role } };
  await owner.prisma.user.create({ data: { id: randomUUID(), name: 'Ada', email, emailVerified, memberships } });
}

/** In the logs of the user with the address, or in that of the organization. */
const lastRefusal = async () =>
  (
    await owner.database.sql<object[]>`
      SELECT target, after ->> 'reason' AS reason, address FROM (
        SELECT at, action, target, after, address FROM organization_audit_entries
        UNION ALL SELECT at, action, target, after, address FROM audit_entries) AS entries
      WHERE action = 'session.signInFailed' ORDER BY at DESC LIMIT 1`
  )[0];

async function expectRefused(subject: string, error: string, env?: WebEnv): Promise<void> {
  const response = await signIn(subject, env);
  expect([errorOf(response), hasSession(response)]).toEqual([error, false]);
  expect(await lastRefusal()).toEqual({
    target: provider.identities.get(subject)?.email,
    reason: error,
    address: HOME,
  });
  expect(await owner.prisma.account.count()).toBe(0);
}

describe('a user of the provider', () => {
  it('gets a session and the role of their strongest group, which the audit log has', async () => {
    provider.identities.set('ada', { ...ADA, groups: ['engineers', 'leads', 'others'] });
    const response = await signIn('ada');
    expect([response.headers.get('location'), hasSession(response)]).toEqual(['/signed-in', true]);
    expect(await roleOf(ADA.email)).toBe('owner');
    const entries = await owner.database.sql`
      SELECT action, target, before, after, address FROM audit_entries WHERE actor_email = ${ADA.email} ORDER BY id`;
    const values = { target: ADA.email, before: { role: null }, after: { role: 'owner', by: 'groups' }, address: HOME };
    expect(entries).toEqual([{ action: 'members.setRole', ...values }]);
    await signIn('ada');
    const [entry] = await owner.database.sql`
      SELECT after FROM audit_entries WHERE actor_email = ${ADA.email} AND action = 'session.signIn'`;
    expect(entry).toEqual({ after: { method: 'identity provider' } });
  });

  it('changes the role with their groups, and leaves with the last of them', async () => {
    for (const [groups, role] of [
      [['leads'], 'owner'],
      [['engineers'], 'member'],
      [[], undefined],
    ] as const) {
      provider.identities.set('ada', { ...ADA, groups: [...groups] });
      expect(hasSession(await signIn('ada'))).toBe(true);
      expect(await roleOf(ADA.email)).toBe(role);
    }
  });

  it('with a working key becomes an analyst instead of leaving, until an owner has decided about the key', async () => {
    provider.identities.set('ada', { ...ADA, groups: ['engineers'] });
    await signIn('ada');
    const { id: ada } = await owner.prisma.user.findFirstOrThrow({ where: { email: ADA.email } });
    const { id: projectId } = await owner.prisma.project.findFirstOrThrow();
    await createMemberApiKey(owner.database.sql, { projectId, name: 'ci', scopes: ['ingest'] }, ada);
    provider.identities.set('ada', ADA);
    await signIn('ada');
    expect(await roleOf(ADA.email)).toBe('analyst');
  });

  it('with a second factor gets the role of their groups, and no session before the code', async () => {
    provider.identities.set('ada', { ...ADA, groups: ['engineers'] });
    await signIn('ada');
    await owner.prisma.user.update({
      where: { email: ADA.email },
      data: {
        twoFactorEnabled: true,
        twoFactor: { create: { id: 'ada', secret: 'x', backupCodes: 'x', verified: true } },
      },
    });
    provider.identities.set('ada', { ...ADA, groups: ['leads'] });
    const response = await signIn('ada');
    expect([response.headers.get('location'), hasSession(response)]).toEqual(['/sign-in/second-factor', false]);
    expect(await roleOf(ADA.email)).toBe('owner');
  });

  it('without a group is let in by an invitation, and otherwise not created', async () => {
    provider.identities.set('ada', ADA);
    await expectRefused('ada', 'no_project');
    expect(await owner.prisma.user.count()).toBe(1);
    const { sql } = owner.database;
    const [{ id: projectId }, { id: createdBy }] = await Promise.all([
      owner.prisma.project.findFirstOrThrow(),
      owner.prisma.user.findFirstOrThrow(),
    ]);
    await createInvitation(sql, { projectId, email: ADA.email, role: 'viewer', createdBy });
    expect(hasSession(await signIn('ada'))).toBe(true);
    expect(await roleOf(ADA.email), 'joins by the invitation').toBeUndefined();
  });

  it('is linked to the user with their verified address, whose tokens are not stored', async () => {
    await makeUser(ADA.email);
    provider.identities.set('ada', { ...ADA, groups: ['engineers'] });
    expect(hasSession(await signIn('ada'))).toBe(true);
    expect(await owner.prisma.user.count()).toBe(2);
    expect(await owner.prisma.account.findMany()).toMatchObject([
      { accountId: 'ada', accessToken: null, refreshToken: null, idToken: null },
    ]);
  });

  it('stays the same user when their address changes, also to that of another user', async () => {
    provider.identities.set('ada', { ...ADA, groups: ['engineers'] });
    await signIn('ada');
    provider.identities.set('ada', { ...ADA, email: TEST_ENV.ownerEmail, groups: ['engineers'] });
    const response = await signIn('ada');
    const auth = createAuth({ prisma: owner.prisma, env: TEST_ENV });
    const session = await auth.api.getSession({ headers: new Headers({ cookie: cookiesOf(response) }) });
    expect(session?.user.email).toBe(ADA.email);
  });
});

describe('nobody takes over an account', () => {
  it.each([false, undefined, 'true'])('by an address whose verification is %s', async (verified) => {
    const { email_verified: _verified, ...rest } = ADA;
    const identity = { ...rest, email: TEST_ENV.ownerEmail, groups: ['leads'] };
    provider.identities.set('eve', verified === undefined ? identity : { ...identity, email_verified: verified });
    await expectRefused('eve', 'account_not_linked');
    provider.identities.set('eve', { ...provider.identities.get('eve'), email: 'eve@example.test' });
    await expectRefused('eve', 'email_not_verified');
  });

  it('of a user here whose own address was never verified', async () => {
    await makeUser(ADA.email, { emailVerified: false });
    provider.identities.set('ada', { ...ADA, groups: ['engineers'] });
    await expectRefused('ada', 'account_not_linked');
  });

  it.each(['eve@other.test', 'eve@example.test.other.test', 'eve@sub.example.test', 'example.test@other.test'])(
    'with the address %s, where only example.test is allowed',
    async (email) => {
      provider.identities.set('eve', { ...ADA, email, groups: ['leads'] });
      await expectRefused('eve', 'domain_not_allowed', envWith({ domains: ['example.test'] }));
    },
  );

  it('and a user with an allowed domain signs in', async () => {
    provider.identities.set('ada', { ...ADA, email: 'Ada@Example.TEST', groups: ['engineers'] });
    expect(hasSession(await signIn('ada', envWith({ domains: ['example.test'] })))).toBe(true);
  });

  it('because each request has a state, a nonce and a code challenge of its own', async () => {
    const [first, second] = await Promise.all([begin('ada', envWith()), begin('ada', envWith())]);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const [one, other] = [first, second].map(({ url }) => new URL(url).searchParams.get(name) ?? '');
      expect([one!.length > 16, one === other], name).toEqual([true, false]);
    }
    expect(new URL(first.url).searchParams.get('code_challenge_method')).toBe('S256');
  });

  it.each([
    ['in another browser', (back: string) => [back, ''] as const],
    [
      'with a forged state',
      (back: string, cookie: string) => [back.replace(/state=[^&]+/, 'state=x'), cookie] as const,
    ],
    ['with a forged code', (back: string, cookie: string) => [back.replace(/code=[^&]+/, 'code=x'), cookie] as const],
    ['of another provider', (back: string, cookie: string) => [back.replace(/iss=[^&]+/, 'iss=x'), cookie] as const],
  ])('by the answer of the provider %s', async (_how, forge) => {
    provider.identities.set('ada', { ...ADA, groups: ['engineers'] });
    const { back, cookie } = await begin('ada', envWith());
    const [path, sent] = forge(back, cookie);
    const response = await request(path, envWith(), { headers: { cookie: sent } });
    expect([response.status, errorOf(response) !== null, hasSession(response)]).toEqual([302, true, false]);
    expect(await owner.prisma.account.count()).toBe(0);
  });

  it('by an answer that was used before', async () => {
    provider.identities.set('ada', { ...ADA, groups: ['engineers'] });
    const { back, cookie } = await begin('ada', envWith());
    const answers = [await request(back, envWith(), { headers: { cookie } })];
    answers.push(await request(back, envWith(), { headers: { cookie } }));
    expect(answers.map(hasSession)).toEqual([true, false]);
  });
});

it('says so while the provider is away', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const env = envWith({ discoveryUrl: 'http://127.0.0.1:1/.well-known/openid-configuration' });
  const response = await post('/api/auth/sign-in/social', env);
  expect([response.status, await response.json()]).toEqual([
    502,
    { error: expect.stringContaining('cannot be reached') as string },
  ]);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

it('says so when the provider goes away later, instead of sending the browser there', async () => {
  const gone = await openIdentityProvider(`${TEST_ENV.webUrl}/api/auth/callback/oidc`);
  const env = envWith({ discoveryUrl: gone.discoveryUrl });
  expect((await post('/api/auth/sign-in/social', env)).status).toBe(200);
  await gone.close();
  expect((await post('/api/auth/sign-in/social', env)).status).toBe(502);
});

it('does not exist without a provider', async () => {
  expect((await post('/api/auth/sign-in/social', TEST_ENV)).status).toBe(404);
});

describe('where the provider is the only way in', () => {
  const only = () => envWith({ isOnly: true });

  it.each(['/sign-in/email', '/sign-in/magic-link', '/request-password-reset', '/reset-password'])(
    '%s is refused',
    async (path) => {
      const body = { email: TEST_ENV.ownerEmail, password: 'x', token: 'x', newPassword: 'correct horse battery' };
      const answer = await post(`/api/auth${path}`, only(), body);
      expect([answer.status, await answer.json()]).toEqual([403, { error: 'Sign in with Example.' }]);
    },
  );

  it('no password can be set, neither by a user for themselves nor by an owner for a member', async () => {
    await makeUser(ADA.email);
    const ada = await owner.prisma.user.findFirstOrThrow({ where: { email: ADA.email } });
    const { account, members } = await owner.caller(undefined, only());
    const forbidden = { code: 'FORBIDDEN', message: expect.stringContaining('with Example') as string };
    await expect(account.setPassword({ password: 'correct horse battery' })).rejects.toMatchObject(forbidden);
    await expect(members.resetPassword({ project: 'default', user: ada.id })).rejects.toMatchObject(forbidden);
  });

  it('an invitation does not sign in', async () => {
    const { sql } = owner.database;
    const { id: projectId } = await owner.prisma.project.findFirstOrThrow();
    const { id: createdBy } = await owner.prisma.user.findFirstOrThrow();
    const made = await createInvitation(sql, { projectId, email: 'new@example.test', role: 'viewer', createdBy });
    if (typeof made === 'string') throw new Error(made);
    const door = { auth: createAuth({ prisma: owner.prisma, env: only() }), prisma: owner.prisma, sql, env: only() };
    expect(await takeUp(door, made.token, new Headers())).toBeUndefined();
  });

  it('the printed link still signs in', async () => {
    const link = await makeSignInLink({ prisma: owner.prisma, env: only() }, TEST_ENV.ownerEmail);
    expect(hasSession(await request(link, only()))).toBe(true);
  });
});
