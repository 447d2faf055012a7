// A second factor: set up, asked for after every way of signing in but the printed link, and removed.
import { createInvitation } from '@subtext/db';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '../../gate/index.ts';
import { openOwner, TEST_ENV as env, type Owner } from '../../testing/owner.ts';
import { answerAuth } from '../answer-auth.ts';
import { Attempts } from '../attempts.ts';
import { createAuth, type Auth } from '../auth.ts';
import { takeUp } from '../invited.ts';
import { makeSignInLink, memberLink, ownerLink } from '../owner-link.ts';
import { storePassword } from '../password.ts';
import { makeResetLink } from '../reset-link.ts';

/** The code that an app with this secret shows now. */
const codeOf = (secret: string): string => new TOTP({ secret }).generate();
/** The code of the next period, which is accepted, too: each code works once. */
const nextCodeOf = (secret: string): string => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });
const secretOf = (url: string): string => new URL(url).searchParams.get('secret') ?? '';

const HOME = '203.0.113.7';
const PASSWORD = 'correct horse battery staple';
const CHALLENGE = '/sign-in/second-factor';

let owner: Owner;
let auth: Auth;
let limits: Attempts;
let userId: string;

beforeAll(async () => {
  owner = await openOwner();
  auth = createAuth({ prisma: owner.prisma, env });
  userId = (await owner.prisma.user.findFirstOrThrow()).id;
  await storePassword(owner.database.sql, userId, PASSWORD);
});
beforeEach(async () => {
  limits = new Attempts();
  await owner.prisma.session.deleteMany();
  await owner.prisma.twoFactor.deleteMany();
  await owner.prisma.user.update({ where: { id: userId }, data: { twoFactorEnabled: false } });
});
afterAll(() => owner.close());

const services = () => ({ auth, prisma: owner.prisma, sql: owner.database.sql, env });

interface Sent {
  body?: object;
  cookie?: string;
}

function request(path: string, { body, cookie = '' }: Sent = {}): Promise<Response> {
  const headers = { origin: env.webUrl, accept: 'application/json', cookie, [CLIENT_ADDRESS_HEADER]: HOME };
  const method = body ? 'POST' : 'GET';
  const asked = new Request(new URL(path, env.webUrl), { method, headers, body: body ? JSON.stringify(body) : null });
  return answerAuth(asked, services(), limits);
}

const cookiesOf = (cookies: readonly string[]) =>
  cookies
    .filter((cookie) => !/=;|Max-Age=0/i.test(cookie))
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
const cookieOf = (response: Response) => cookiesOf(response.headers.getSetCookie());
const isSession = async (cookie: string) => (await auth.api.getSession({ headers: new Headers({ cookie }) })) !== null;

const factor = (action: string, body: object, cookie?: string) =>
  request(`/api/auth/two-factor/${action}`, { body, ...(cookie !== undefined && { cookie }) });
const enterCode = (code: string, cookie: string) => factor('verify-totp', { code }, cookie);
const signInWithPassword = () =>
  request('/api/auth/sign-in/email', { body: { email: env.ownerEmail, password: PASSWORD } });
const open = async (link: Promise<string> | string) => request(await link);
const printed = () => ownerLink({ prisma: owner.prisma, env });
const mailed = () => makeSignInLink({ prisma: owner.prisma, env }, env.ownerEmail);

interface SetUp {
  cookie: string;
  secret: string;
  backupCodes: string[];
}

/** Signs in by a printed link and sets up a second factor. */
async function setUp(): Promise<SetUp> {
  const before = cookieOf(await open(printed()));
  const begun = await factor('enable', { password: PASSWORD }, before);
  const { totpURI, backupCodes } = (await begun.json()) as { totpURI: string; backupCodes: string[] };
  const secret = secretOf(totpURI);
  const confirmed = await enterCode(codeOf(secret), before);
  expect(confirmed.status).toBe(200);
  return { cookie: cookieOf(confirmed), secret, backupCodes };
}

/** As if the app showed codes of later periods. */
const forgetUsedCodes = () => owner.prisma.twoFactor.updateMany({ data: { lastPeriod: null } });

const actions = async () =>
  (
    await owner.database.sql<{ action: string; after: object | null }[]>`
      SELECT action, after FROM organization_audit_entries ORDER BY id DESC LIMIT 1`
  )[0]!;

describe('setting up', () => {
  it('needs the password, and takes effect only with a first code', async () => {
    const cookie = cookieOf(await open(printed()));
    expect((await factor('enable', { password: 'wrong horse battery' }, cookie)).status).toBe(403);
    expect((await factor('enable', { password: PASSWORD }, cookie)).status).toBe(200);
    expect((await enterCode('000000', cookie)).status).toBe(403);
    const response = await signInWithPassword();
    expect(await isSession(cookieOf(response)), 'no code is asked for yet').toBe(true);
  });

  it('ends the other sessions and is recorded', async () => {
    const other = cookieOf(await open(printed()));
    const { cookie } = await setUp();
    expect([await isSession(other), await isSession(cookie)]).toEqual([false, true]);
    expect(await actions()).toEqual({ action: 'account.setSecondFactor', after: null });
  });

  it('stores neither the secret nor a backup code in the clear', async () => {
    const { secret, backupCodes } = await setUp();
    const stored = JSON.stringify(await owner.database.sql`SELECT two_factors::text FROM two_factors`);
    for (const each of [secret, ...backupCodes]) expect(stored).not.toContain(each);
  });

  it('is refused while there is one, so that a session cannot replace it', async () => {
    const { cookie, secret } = await setUp();
    expect((await factor('enable', { password: PASSWORD }, cookie)).status).toBe(409);
    expect((await enterCode(codeOf(secret), cookie)).status).toBe(409);
  });

  it('needs a session', async () => {
    for (const action of ['enable', 'disable']) expect((await factor(action, { password: PASSWORD })).status).toBe(401);
  });
});

describe('a sign-in', () => {
  const WAYS: Readonly<Record<string, () => Promise<Response>>> = {
    password: signInWithPassword,
    'mailed link': () => open(mailed()),
    invitation: async () => {
      await owner.prisma.projectMember.deleteMany({ where: { userId } });
      await owner.prisma.organizationMember.deleteMany({ where: { userId } });
      const { id: projectId } = await owner.prisma.project.findFirstOrThrow();
      const ada = await owner.prisma.user.create({ data: { id: 'ada', name: 'Ada', email: 'ada@example.test' } });
      await owner.prisma.projectMember.create({ data: { projectId, userId: ada.id, role: 'owner' } });
      const made = await createInvitation(owner.database.sql, {
        ...{ projectId, email: env.ownerEmail, role: 'owner', createdBy: ada.id },
      });
      if (typeof made === 'string') throw new Error(made);
      const taken = await takeUp(services(), made.token, new Headers({ [CLIENT_ADDRESS_HEADER]: HOME }));
      expect(taken?.asksSecondFactor).toBe(true);
      const headers = new Headers();
      for (const cookie of taken!.cookies) headers.append('set-cookie', cookie);
      return new Response(null, { headers });
    },
  };

  it.each(Object.keys(WAYS))('by %s opens a session only with a code', async (way) => {
    const { secret } = await setUp();
    const cookie = cookieOf(await WAYS[way]!());
    expect(await isSession(cookie)).toBe(false);
    const response = await enterCode(nextCodeOf(secret), cookie);
    expect([response.status, await response.json(), await isSession(cookieOf(response))]).toEqual([200, {}, true]);
    await ownerLink({ prisma: owner.prisma, env });
  });

  it('says after a password that a code is needed, and leads there after a link', async () => {
    await setUp();
    expect(await (await signInWithPassword()).json()).toEqual({ asksSecondFactor: true });
    const opened = await open(mailed());
    expect([opened.status, opened.headers.get('location')]).toEqual([303, CHALLENGE]);
  });

  it('by a printed link asks for no code', async () => {
    await setUp();
    expect(await isSession(cookieOf(await open(printed())))).toBe(true);
    const link = memberLink({ prisma: owner.prisma, env }, env.ownerEmail);
    expect(await isSession(cookieOf(await open(link)))).toBe(true);
  });

  it('by a mailed link whose token was changed to look printed does not work', async () => {
    await setUp();
    const link = (await mailed()).replace('token=', 'token=printed-');
    expect((await open(link)).headers.get('location')).toContain('INVALID_TOKEN');
  });

  it('asks also after the password was set by a link', async () => {
    await setUp();
    const link = await makeResetLink({ prisma: owner.prisma, env }, env.ownerEmail);
    const body = { token: link.slice(link.lastIndexOf('/') + 1), newPassword: PASSWORD };
    const reset = await request('/api/auth/reset-password', { body });
    expect([reset.status, cookieOf(reset)]).toEqual([200, '']);
    expect(await isSession(cookieOf(await signInWithPassword()))).toBe(false);
  });

  it('takes each backup code once', async () => {
    const { backupCodes } = await setUp();
    const [code] = backupCodes;
    expect((await enterCode(code!, cookieOf(await signInWithPassword()))).status).toBe(200);
    expect(await actions()).toEqual({ action: 'session.signIn', after: { method: 'backup code' } });
    expect((await enterCode(code!, cookieOf(await signInWithPassword()))).status).toBe(401);
  });

  it('is recorded when the code was right, and a wrong code as a failure', async () => {
    const { secret } = await setUp();
    const cookie = cookieOf(await signInWithPassword());
    expect(await actions(), 'the password alone is no sign-in').toMatchObject({ action: 'account.setSecondFactor' });
    await enterCode('000000', cookie);
    expect(await actions()).toEqual({ action: 'session.signInFailed', after: { method: 'authenticator code' } });
    await enterCode(nextCodeOf(secret), cookie);
    expect(await actions()).toEqual({ action: 'session.signIn', after: { method: 'authenticator code' } });
  });

  it('takes each code of the app once, also when two come at the same time', async () => {
    const { secret } = await setUp();
    const used = await enterCode(codeOf(secret), cookieOf(await signInWithPassword()));
    expect([used.status, await used.json()]).toEqual([
      401,
      { error: expect.stringContaining('used before') as string },
    ]);
    expect(await actions()).toMatchObject({ action: 'session.signInFailed' });
    const cookies = [cookieOf(await signInWithPassword()), cookieOf(await signInWithPassword())];
    const code = nextCodeOf(secret);
    const both = await Promise.all(cookies.map((cookie) => enterCode(code, cookie)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const earlier = await enterCode(codeOf(secret), cookieOf(await signInWithPassword()));
    expect(earlier.status, 'nor the code of an earlier period').toBe(401);
  });

  it('ends after 5 wrong codes, and the account is locked after 10', async () => {
    const { secret } = await setUp();
    for (let round = 0; round < 2; round++) {
      const cookie = cookieOf(await signInWithPassword());
      for (let wrong = 0; wrong < 5; wrong++) expect((await enterCode('000000', cookie)).status).toBe(401);
      await forgetUsedCodes();
      const ended = await enterCode(codeOf(secret), cookie);
      expect(ended.ok).toBe(false);
    }
    await forgetUsedCodes();
    const locked = await enterCode(codeOf(secret), cookieOf(await signInWithPassword()));
    expect([locked.status, await locked.json()]).toEqual([
      429,
      { error: expect.stringContaining('15 minutes') as string },
    ]);
    expect(await isSession(cookieOf(await open(printed()))), 'the printed link still works').toBe(true);
  });

  it('is limited for a network, also without a valid challenge', async () => {
    const seen: number[] = [];
    for (let tries = 0; tries < 21; tries++) seen.push((await enterCode('000000', '')).status);
    expect(seen).toEqual([...Array<number>(20).fill(401), 429]);
  });
});

describe('new backup codes', () => {
  const renew = (body: object, cookie: string) => factor('generate-backup-codes', body, cookie);

  it('need the password and a code, replace the old ones, and are recorded', async () => {
    const { cookie, secret, backupCodes } = await setUp();
    const code = nextCodeOf(secret);
    expect((await renew({ code, password: 'wrong horse battery' }, cookie)).status).toBe(403);
    expect((await renew({ code: '000000', password: PASSWORD }, cookie)).status).toBe(403);
    expect((await renew({ password: PASSWORD }, cookie)).status).toBe(403);
    const renewed = await renew({ code, password: PASSWORD }, cookie);
    const { backupCodes: made } = (await renewed.json()) as SetUp;
    expect([renewed.status, made.length, made.some((each) => backupCodes.includes(each))]).toEqual([200, 10, false]);
    expect(await actions()).toEqual({ action: 'account.renewBackupCodes', after: null });
    const enter = async (backup: string) => (await enterCode(backup, cookieOf(await signInWithPassword()))).status;
    expect([await enter(backupCodes[0]!), await enter(made[0]!)]).toEqual([401, 200]);
  });

  it('do not exist without a session or a second factor', async () => {
    expect((await renew({ password: PASSWORD }, '')).status).toBe(401);
    expect((await renew({ password: PASSWORD }, cookieOf(await open(printed())))).status).toBe(409);
  });
});

describe('removing', () => {
  it('needs the password and a code, and is recorded', async () => {
    const { cookie, secret } = await setUp();
    const code = nextCodeOf(secret);
    expect((await factor('disable', { code, password: 'wrong horse battery' }, cookie)).status).toBe(403);
    expect((await factor('disable', { code: '000000', password: PASSWORD }, cookie)).status).toBe(403);
    expect((await factor('disable', { password: PASSWORD }, cookie)).status).toBe(403);
    const removed = await factor('disable', { code, password: PASSWORD }, cookie);
    expect([removed.status, await isSession(cookieOf(removed))]).toEqual([200, true]);
    expect(await actions()).toEqual({ action: 'account.removeSecondFactor', after: null });
    expect(await isSession(cookieOf(await signInWithPassword()))).toBe(true);
  });

  it('does not let a stolen session guess', async () => {
    const { cookie } = await setUp();
    const seen: number[] = [];
    for (let tries = 0; tries < 11; tries++)
      seen.push((await factor('disable', { code: '000000', password: PASSWORD }, cookie)).status);
    expect([seen[0], seen.at(-1)]).toEqual([403, 429]);
  });

  it('is done by the operator for a user who has lost it', async () => {
    await setUp();
    await memberLink({ prisma: owner.prisma, env }, env.ownerEmail, { removesSecondFactor: true });
    expect(await actions()).toMatchObject({ action: 'account.removeSecondFactor' });
    expect(await isSession(cookieOf(await signInWithPassword()))).toBe(true);
  });
});
