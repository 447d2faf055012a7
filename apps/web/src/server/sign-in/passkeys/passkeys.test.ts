// Passkeys: added, used to sign in, and removed, with an authenticator in software.
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '../../gate/index.ts';
import { createCaller } from '../../routers/index.ts';
import { openAuthenticator, type Answering, type Authenticator } from '../../testing/authenticator.ts';
import { openOwner, TEST_ENV as env, type Owner } from '../../testing/owner.ts';
import { createContext } from '../../trpc/trpc.ts';
import { answerAuth } from '../answer-auth.ts';
import { Attempts } from '../attempts.ts';
import { createAuth, type Auth } from '../auth.ts';
import { memberLink, ownerLink } from '../owner-link.ts';
import { storePassword } from '../password.ts';

const HOME = '203.0.113.7';
const SITE = { origin: env.webUrl, rpId: 'localhost' };
const PASSWORD = 'correct horse battery staple';
const REQUIRED = { ...env, isSecondFactorRequired: true };
const OIDC_ONLY = { ...env, oidc: { name: 'Example', isOnly: true } as NonNullable<typeof env.oidc> };

let owner: Owner;
let auth: Auth;
let limits: Attempts;
let userId: string;

beforeAll(async () => {
  owner = await openOwner();
  auth = createAuth({ prisma: owner.prisma, env });
  userId = (await owner.prisma.user.findFirstOrThrow()).id;
});
beforeEach(async () => {
  limits = new Attempts();
  await owner.prisma.session.deleteMany();
  await owner.prisma.passkey.deleteMany();
  await owner.prisma.account.deleteMany();
  await owner.prisma.twoFactor.deleteMany();
  await owner.prisma.user.update({ where: { id: userId }, data: { twoFactorEnabled: false } });
});
afterAll(() => owner.close());

interface Sent {
  cookie?: string;
  origin?: string;
  env?: typeof env;
}

async function post(action: string, body: object, { cookie = '', origin = env.webUrl, env: of = env }: Sent = {}) {
  const headers = { origin, accept: 'application/json', cookie, [CLIENT_ADDRESS_HEADER]: HOME };
  const request = new Request(new URL(`/api/auth/${action}`, env.webUrl), {
    ...{ method: 'POST', headers, body: JSON.stringify(body) },
  });
  const response = await answerAuth(request, { auth, prisma: owner.prisma, sql: owner.database.sql, env: of }, limits);
  const answer = (await response.json().catch(() => ({}))) as { error?: string; challenge: string };
  return { status: response.status, answer, cookie: cookiesOf(response) };
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .filter((cookie) => !/=;|Max-Age=0/i.test(cookie))
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** A session without a passkey. */
async function printedSession(): Promise<string> {
  const link = await ownerLink({ prisma: owner.prisma, env });
  return cookiesOf(await auth.handler(new Request(link, { headers: { [CLIENT_ADDRESS_HEADER]: HOME } })));
}

const signInOptions = () => post('passkey/generate-authenticate-options', {});
const registration = (cookie: string, proof: object = {}, sent: Sent = {}) =>
  post('passkey/generate-register-options', proof, { ...sent, cookie });

/** Both halves of adding; resolves to the second, or to the first if that is refused. */
async function add(authenticator: Authenticator, cookie: string, answering?: Answering) {
  const begun = await registration(cookie);
  if (begun.status !== 200) return begun;
  const response = authenticator.create(begun.answer, answering);
  return post('passkey/verify-registration', { name: 'phone', response }, { cookie: `${cookie}; ${begun.cookie}` });
}

/** Both halves of signing in. */
async function signIn(authenticator: Authenticator, answering?: Answering) {
  const { answer, cookie } = await signInOptions();
  const response = authenticator.get(answer, answering);
  return post('passkey/verify-authentication', { response }, { cookie });
}

async function added(cookie?: string): Promise<Authenticator> {
  const authenticator = openAuthenticator(SITE);
  expect(await add(authenticator, cookie ?? (await printedSession()))).toMatchObject({ status: 200 });
  return authenticator;
}

const isSession = async (cookie: string) => (await auth.api.getSession({ headers: new Headers({ cookie }) })) !== null;
const callerOf = (cookie: string, of = env) => {
  const { prisma, database, reads } = owner;
  const headers = new Headers({ cookie, [CLIENT_ADDRESS_HEADER]: HOME });
  return createCaller(createContext({ auth, prisma, sql: database.sql, reads, env: of }, headers));
};
const lastEntry = async () =>
  (
    await owner.database.sql<object[]>`
      SELECT action, target, after, address FROM audit_entries ORDER BY id DESC LIMIT 1`
  )[0]!;

const FORBIDDEN = 'You have a passkey. Sign out, then sign in with it.';

describe('a passkey', () => {
  it('is added, signs in without an address, and is recorded', async () => {
    const authenticator = await added();
    expect(await lastEntry()).toEqual({ action: 'account.addPasskey', target: 'phone', after: null, address: HOME });
    const { answer } = await signInOptions();
    expect(answer).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(JSON.stringify(answer), 'names no passkey to strangers').not.toContain(authenticator.id);
    const signedIn = await signIn(authenticator);
    expect([signedIn.status, signedIn.answer, await isSession(signedIn.cookie)]).toEqual([200, {}, true]);
    const signIns = { action: 'session.signIn', target: null, after: { method: 'passkey' }, address: HOME };
    expect(await lastEntry()).toEqual(signIns);
    const [listed] = await callerOf(signedIn.cookie).account.passkeys();
    expect(listed).toMatchObject({ name: 'phone', lastUsedAt: expect.any(Date) as Date });
    expect(Object.keys(listed!).toSorted()).toEqual(['createdAt', 'id', 'lastUsedAt', 'name']);
  });

  it('asks for no code of the second factor', async () => {
    const authenticator = await added();
    const factor = { create: { id: 'f', secret: 'x', backupCodes: 'x', verified: true } };
    await owner.prisma.user.update({ where: { id: userId }, data: { twoFactorEnabled: true, twoFactor: factor } });
    expect(await isSession((await signIn(authenticator)).cookie)).toBe(true);
  });

  it('is enough where a second factor is required', async () => {
    const { id } = await owner.prisma.organization.findFirstOrThrow();
    const printed = await printedSession();
    const open = (cookie: string) => callerOf(cookie, REQUIRED).organization.members({ organization: id });
    await expect(open(printed)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const authenticator = await added(printed);
    expect(await open(printed), 'the passkey was proven in this session').toHaveLength(1);
    expect(await open((await signIn(authenticator)).cookie)).toHaveLength(1);
    const other = await printedSession();
    await expect(open(other)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    // A thief of the password must not set up a factor of their own beside the passkey.
    for (const action of ['two-factor/enable', 'passkey/generate-register-options'])
      expect(await post(action, {}, { cookie: other, env: REQUIRED })).toMatchObject({
        ...{ status: 403, answer: { error: FORBIDDEN } },
      });
    const [passkey] = await callerOf(other, REQUIRED).account.passkeys();
    await expect(callerOf(other, REQUIRED).account.removePasskey({ id: passkey!.id })).rejects.toMatchObject({
      message: FORBIDDEN,
    });
  });

  it('is renamed and removed, which ends the sessions that it opened, but not the current one', async () => {
    const authenticator = await added();
    const [here, there, printed] = [await signIn(authenticator), await signIn(authenticator), await printedSession()];
    const { account } = callerOf(here.cookie);
    const { id } = (await account.passkeys())[0]!;
    await account.renamePasskey({ id, name: 'laptop' });
    await account.removePasskey({ id });
    expect(await lastEntry()).toMatchObject({ action: 'account.removePasskey', target: 'laptop', address: HOME });
    expect(await Promise.all([here.cookie, there.cookie, printed].map(isSession))).toEqual([true, false, true]);
    await expect(account.removePasskey({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { organization } = callerOf(here.cookie, REQUIRED);
    const { id: mine } = await owner.prisma.organization.findFirstOrThrow();
    await expect(organization.members({ organization: mine })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('is removed by the operator for a user who has lost it', async () => {
    const authenticator = await added();
    await memberLink({ prisma: owner.prisma, env }, env.ownerEmail, { removesSecondFactor: true });
    expect(await signIn(authenticator)).toMatchObject({ status: 401 });
  });
});

describe('a sign-in is refused', () => {
  const refused = async (answering: Answering) => {
    const authenticator = await added();
    const { status, cookie } = await signIn(authenticator, answering);
    expect([status, cookie]).toEqual([401, '']);
    expect(await lastEntry()).toMatchObject({
      ...{ action: 'session.signInFailed', target: 'phone', after: { method: 'passkey' }, address: HOME },
    });
  };
  it('for an answer to the page of another origin', () => refused({ origin: 'http://localhost:4000' }));
  it('for an answer to another site', () => refused({ rpId: 'example.test' }));
  it('without a PIN or a fingerprint', () => refused({ isVerified: false }));

  it('for an unknown passkey', async () => {
    const { status, answer } = await signIn(openAuthenticator(SITE));
    expect([status, answer.error]).toEqual([401, expect.stringContaining('does not know this passkey')]);
  });

  it('for the passkey of another user that another key has signed', async () => {
    const victim = await added();
    expect(await signIn(openAuthenticator(SITE), { id: victim.id })).toMatchObject({ status: 401, cookie: '' });
  });

  it('for an answer that was given before, also with its cookie', async () => {
    const authenticator = await added();
    const { answer, cookie } = await signInOptions();
    const response = authenticator.get(answer);
    const sent = () => post('passkey/verify-authentication', { response }, { cookie });
    expect(await sent()).toMatchObject({ status: 200 });
    expect(await sent()).toMatchObject({
      status: 401,
      cookie: '',
      answer: { error: expect.stringContaining('before') as string },
    });
    const { cookie: fresh } = await signInOptions();
    const replayed = await post('passkey/verify-authentication', { response }, { cookie: fresh });
    expect(replayed).toMatchObject({ status: 401, cookie: '' });
  });

  it('for a copy of the passkey whose counter went back', async () => {
    const authenticator = await added();
    expect(await signIn(authenticator, { counter: 4_294_967_295 })).toMatchObject({ status: 200 });
    expect(await signIn(authenticator, { counter: 7 })).toMatchObject({ status: 401 });
  });

  it('for a challenge that was made to add a passkey', async () => {
    const session = await printedSession();
    const authenticator = await added(session);
    const { answer, cookie } = await registration(session);
    const response = authenticator.get(answer);
    expect(await post('passkey/verify-authentication', { response }, { cookie })).toMatchObject({ status: 401 });
  });

  it('from another origin, before anything is read', async () => {
    for (const action of ['generate-authenticate-options', 'verify-authentication'])
      expect(await post(`passkey/${action}`, {}, { origin: 'https://evil.test' })).toMatchObject({ status: 403 });
  });

  it('where an identity provider is the only way in', async () => {
    const answer = { error: 'Sign in with Example.' };
    expect(await post('passkey/verify-authentication', {}, { env: OIDC_ONLY })).toMatchObject({ status: 403, answer });
  });

  it('after 20 in a minute from a network', async () => {
    const seen: number[] = [];
    const { answer, cookie } = await signInOptions();
    for (let tries = 0; tries < 21; tries++) {
      const response = openAuthenticator(SITE).get(answer);
      seen.push((await post('passkey/verify-authentication', { response }, { cookie })).status);
    }
    expect(seen).toEqual([...Array<number>(20).fill(401), 429]);
  });

  it.each([undefined, {}, { response: 'x' }, { response: { id: { not: '' } } }])('for the body %j', async (body) => {
    expect(await post('passkey/verify-authentication', body ?? {})).toMatchObject({ status: 400 });
  });
});

describe('adding is refused', () => {
  it('without a session', async () => {
    expect(await registration('')).toMatchObject({ status: 401 });
    const response = openAuthenticator(SITE).create({ challenge: 'x' });
    expect(await post('passkey/verify-registration', { response })).toMatchObject({ status: 401 });
  });

  it('without the password, where there is one', async () => {
    await storePassword(owner.database.sql, userId, PASSWORD);
    const cookie = await printedSession();
    for (const password of ['', 'wrong horse battery'])
      expect(await registration(cookie, { password })).toMatchObject({ status: 403 });
    expect(await registration(cookie, { password: PASSWORD })).toMatchObject({ status: 200 });
  });

  it('without a code, where there is a second factor', async () => {
    const before = await printedSession();
    const begun = await post('two-factor/enable', {}, { cookie: before });
    const { totpURI } = begun.answer as unknown as { totpURI: string };
    const codes = new TOTP({ secret: new URL(totpURI).searchParams.get('secret')! });
    const { cookie } = await post('two-factor/verify-totp', { code: codes.generate() }, { cookie: before });
    expect(await registration(cookie, { code: '000000' })).toMatchObject({ status: 403 });
    const next = codes.generate({ timestamp: Date.now() + 30_000 });
    expect(await registration(cookie, { code: next })).toMatchObject({ status: 200 });
  });

  it('for a session of more than a day that nothing else proves', async () => {
    const cookie = await printedSession();
    await owner.database.sql`UPDATE sessions SET created_at = now() - interval '25 hours'`;
    expect(await registration(cookie)).toMatchObject({
      ...{ status: 403, answer: { error: expect.stringContaining('more than a day ago') as string } },
    });
  });

  it.each([
    ['of another origin', { origin: 'https://evil.test' }],
    ['of another site', { rpId: 'evil.test' }],
    ['without a PIN or a fingerprint', { isVerified: false }],
  ])('for an answer %s', async (_how, answering) => {
    expect(await add(openAuthenticator(SITE), await printedSession(), answering)).toMatchObject({ status: 403 });
    expect(await owner.prisma.passkey.count()).toBe(0);
  });

  it('for a passkey that is registered already, and for an answer that was given before', async () => {
    const session = await printedSession();
    const authenticator = await added(session);
    expect(await add(authenticator, session)).toMatchObject({ status: 409 });
    const { answer, cookie } = await registration(session);
    const send = () =>
      post(
        'passkey/verify-registration',
        { response: openAuthenticator(SITE).create(answer) },
        { cookie: `${session}; ${cookie}` },
      );
    expect([(await send()).status, (await send()).status]).toEqual([200, 403]);
  });

  it('in the session of another user than the one who began', async () => {
    const { answer, cookie } = await registration(await printedSession());
    const eve = await owner.prisma.user.create({ data: { id: 'eve', name: 'Eve', email: 'eve@example.test' } });
    const { id: projectId } = await owner.prisma.project.findFirstOrThrow();
    await owner.prisma.projectMember.create({ data: { projectId, userId: eve.id, role: 'viewer' } });
    const link = await memberLink({ prisma: owner.prisma, env }, eve.email);
    const session = cookiesOf(await auth.handler(new Request(link)));
    const response = openAuthenticator(SITE).create(answer);
    const stolen = await post('passkey/verify-registration', { response }, { cookie: `${session}; ${cookie}` });
    expect([stolen.status, await owner.prisma.passkey.count()]).toEqual([403, 0]);
  });

  it('of more than 20', async () => {
    const of = { userId, name: 'x', publicKey: 'x', counter: 0, deviceType: 'x', backedUp: false };
    const many = Array.from({ length: 20 }, (_, index) => ({ ...of, id: `${index}`, credentialID: `${index}` }));
    await owner.prisma.passkey.createMany({ data: many });
    expect(await registration(await printedSession())).toMatchObject({ status: 409 });
  });
});

it('belongs to its user alone: another user neither sees, renames nor removes it', async () => {
  await added();
  const { id } = await owner.prisma.passkey.findFirstOrThrow();
  const { account } = await owner.caller(
    (await owner.prisma.user.findFirstOrThrow({ where: { id: { not: userId } } })).id,
  );
  expect(await account.passkeys()).toEqual([]);
  await expect(account.renamePasskey({ id, name: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(account.removePasskey({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
