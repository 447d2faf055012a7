// Links by mail, through a real SMTP server on loopback.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '../gate/index.ts';
import { openMailbox, type Mailbox, type ReceivedMail } from '../testing/mailbox.ts';
import { openOwner, TEST_ENV, type Owner } from '../testing/owner.ts';
import { answerAuth } from './answer-auth.ts';
import { Attempts } from './attempts.ts';
import { createAuth } from './auth.ts';
import { storePassword } from './password.ts';

const SIGN_IN = '/api/auth/sign-in/magic-link';
const RESET = '/api/auth/request-password-reset';
const HOME = '203.0.113.7';
const PASSWORD = 'correct horse battery staple';
const PUBLIC = 'https://subtext.example.test';

let owner: Owner;
let mailbox: Mailbox;
let limits: Attempts;

beforeAll(async () => void ([owner, mailbox] = await Promise.all([openOwner(), openMailbox()])));
beforeEach(() => {
  limits = new Attempts();
  mailbox.received.length = 0;
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => Promise.all([owner.close(), mailbox.close()]));

const env = () => ({ ...TEST_ENV, webUrl: PUBLIC, mail: mailbox.server });

interface Sent {
  mail?: { url: string; from: string } | undefined;
  headers?: Record<string, string>;
}

function post(path: string, body: object, { headers, ...other }: Sent = {}): Promise<Response> {
  const own = { ...env(), ...other };
  const auth = createAuth({ prisma: owner.prisma, env: own });
  const sent = { origin: PUBLIC, [CLIENT_ADDRESS_HEADER]: HOME, ...headers };
  const request = new Request(`${PUBLIC}${path}`, { method: 'POST', headers: sent, body: JSON.stringify(body) });
  return answerAuth(request, { auth, prisma: owner.prisma, sql: owner.database.sql, env: own }, limits);
}

async function mailFor(path: string, sent: Sent = {}): Promise<ReceivedMail> {
  expect((await post(path, { email: TEST_ENV.ownerEmail }, sent)).status).toBe(200);
  await vi.waitFor(() => expect(mailbox.received).toHaveLength(1));
  return mailbox.received[0]!;
}

const open = (path: string) => {
  const headers = { [CLIENT_ADDRESS_HEADER]: HOME };
  const auth = createAuth({ prisma: owner.prisma, env: env() });
  return answerAuth(
    new Request(`${PUBLIC}${path}`, { headers }),
    { auth, prisma: owner.prisma, sql: owner.database.sql, env: env() },
    limits,
  );
};
const tokenOf = ({ link }: ReceivedMail) => link.slice(link.lastIndexOf('/') + 1);
const verify = (token: string) =>
  open(`/api/auth/magic-link/verify?token=${token}&callbackURL=/signed-in&errorCallbackURL=/sign-in`);
const signIn = (password: string) => post('/api/auth/sign-in/email', { email: TEST_ENV.ownerEmail, password });

describe('a link to sign in', () => {
  it('is mailed to its user, for the configured address, and works once', async () => {
    const mail = await mailFor(SIGN_IN, {
      headers: { host: 'attacker.example', 'x-forwarded-host': 'attacker.example' },
    });
    expect(mail).toMatchObject({ to: TEST_ENV.ownerEmail, from: 'subtext@example.test' });
    expect(mail.text).toContain('Subject: Sign in to Subtext');
    expect(mail.link).toMatch(/^https:\/\/subtext\.example\.test\/sign-in\/link\/[A-Za-z]{32}$/);
    expect(mail.text).not.toContain('attacker.example');
    const first = await verify(tokenOf(mail));
    expect(first.headers.get('location')).toBe(`${PUBLIC}/signed-in`);
    expect(first.headers.getSetCookie().join()).toContain('session_token');
    expect((await verify(tokenOf(mail))).headers.get('location')).toContain('error=INVALID_TOKEN');
  });

  it('is neither stored nor logged', async () => {
    const logged = ['log', 'info', 'warn', 'error'].map((level) => vi.spyOn(console, level as 'log'));
    const mail = await mailFor(SIGN_IN);
    const stored = await owner.database.sql`SELECT verifications::text FROM verifications`;
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain(tokenOf(mail));
    expect(JSON.stringify(logged.map(({ mock }) => mock.calls))).not.toContain(tokenOf(mail));
  });

  it('is not sent to an address of no member, with the same answer', async () => {
    const unknown = await post(SIGN_IN, { email: 'nobody@example.test' });
    const mail = await mailFor(SIGN_IN);
    expect(mail.to).toBe(TEST_ENV.ownerEmail);
    const known = await post(SIGN_IN, { email: TEST_ENV.ownerEmail });
    expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()]);
    await vi.waitFor(() => expect(mailbox.received).toHaveLength(2));
  });

  it('is asked for at most 5 times in a quarter of an hour for an address', async () => {
    const ask = () => post(SIGN_IN, { email: 'nobody@example.test' }, { headers: { accept: 'application/json' } });
    for (let asked = 0; asked < 5; asked++) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, Number(refused.headers.get('retry-after')) > 60]).toEqual([429, true]);
  });

  it('is answered alike when the mail server is away, and the log says so without the link', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const mail = { ...mailbox.server, url: 'smtp://127.0.0.1:1' };
    expect((await post(SIGN_IN, { email: TEST_ENV.ownerEmail }, { mail })).status).toBe(200);
    await vi.waitFor(() => expect(logged).toHaveBeenCalledOnce());
    expect(logged.mock.calls[0]!.join(' ')).toMatch(/^A sign-in link was not mailed: connect ECONNREFUSED/);
    expect(logged.mock.calls[0]!.join(' ')).not.toContain('/sign-in/link/');
  });

  it('does not exist where no mail is sent', async () => {
    const answer = await post(SIGN_IN, { email: TEST_ENV.ownerEmail }, { mail: undefined });
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: expect.stringContaining('sends no mail') as string },
    ]);
  });
});

describe('a link to set a password', () => {
  it('sets it once, ends all sessions, and is recorded', async () => {
    const { id } = await owner.prisma.user.findFirstOrThrow();
    await storePassword(owner.database.sql, id, 'the password before this');
    const mail = await mailFor(RESET);
    expect(mail.link).toMatch(/^https:\/\/subtext\.example\.test\/sign-in\/reset\/\w+$/);
    const stored = await owner.database.sql`SELECT verifications::text FROM verifications`;
    expect(JSON.stringify(stored)).not.toContain(tokenOf(mail));
    await signIn('the password before this');
    expect(await owner.prisma.session.count()).toBeGreaterThan(0);
    const save = () => post('/api/auth/reset-password', { token: tokenOf(mail), newPassword: PASSWORD });
    expect((await save()).status).toBe(200);
    expect(await owner.prisma.session.count()).toBe(0);
    const again = await save();
    expect([again.status, await again.json()]).toEqual([
      400,
      { error: expect.stringContaining('already used') as string },
    ]);
    expect([(await signIn(PASSWORD)).status, (await signIn('the password before this')).status]).toEqual([200, 401]);
    const [entry] = await owner.database.sql`
      SELECT actor_email, address FROM audit_entries WHERE action = 'account.resetPassword'`;
    expect(entry).toEqual({ actor_email: TEST_ENV.ownerEmail, address: HOME });
  });

  it('does not work after its time, and stays unused when the password is too short', async () => {
    const token = tokenOf(await mailFor(RESET));
    expect((await post('/api/auth/reset-password', { token, newPassword: 'short' })).status).toBe(400);
    await owner.database.sql`UPDATE verifications SET expires_at = now() - interval '1 second'`;
    expect((await post('/api/auth/reset-password', { token, newPassword: PASSWORD })).status).toBe(400);
  });

  it('is not guessed: 20 wrong ones a minute are answered', async () => {
    const guess = () => post('/api/auth/reset-password', { token: 'guess', newPassword: PASSWORD });
    for (let tries = 0; tries < 20; tries++) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
  });
});
