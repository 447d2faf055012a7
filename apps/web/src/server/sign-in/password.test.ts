// Signing in with a password: the real auth library on a real database.
import { connect, type Sql } from '@subtext/db';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '../gate/index.ts';
import { openOwner, TEST_ENV as env, type Owner } from '../testing/owner.ts';
import { answerAuth } from './answer-auth.ts';
import { Attempts } from './attempts.ts';
import { createAuth, type Auth } from './auth.ts';
import { makeSignInLink } from './owner-link.ts';
import { storePassword } from './password.ts';

const [HOME, ATTACKER] = ['203.0.113.7', '198.51.100.2'];
const PASSWORD = 'correct horse battery staple';

let owner: Owner;
let auth: Auth;
let sql: Sql;
let limits: Attempts;
/** Wrong passwords of the owner so far. */
let recorded = 0;

beforeAll(async () => {
  owner = await openOwner();
  auth = createAuth({ prisma: owner.prisma, env });
  sql = connect(owner.database.url, { max: 2 });
  const { id } = await owner.prisma.user.findFirstOrThrow();
  await storePassword(sql, id, PASSWORD);
});
beforeEach(() => void (limits = new Attempts()));
afterAll(async () => {
  // Each is recorded after its answer.
  await vi.waitFor(async () => expect(await auditOf('session.signInFailed')).toHaveLength(recorded));
  await sql.end();
  await owner.close();
});

interface Tried {
  email?: string;
  password?: string;
  from?: string;
}

async function signIn({ email = env.ownerEmail, password = PASSWORD, from = HOME }: Tried = {}): Promise<Response> {
  const headers = { origin: env.webUrl, accept: 'application/json', [CLIENT_ADDRESS_HEADER]: from };
  const body = JSON.stringify({ email, password });
  const request = new Request(`${env.webUrl}/api/auth/sign-in/email`, { method: 'POST', headers, body });
  const answer = await answerAuth(request, { auth, prisma: owner.prisma, sql, env }, limits);
  if (answer.status === 401 && email === env.ownerEmail) recorded++;
  return answer;
}

const wrong = (tried: Tried = {}) => signIn({ password: 'wrong horse battery staple', from: ATTACKER, ...tried });

const auditOf = (action: string) =>
  sql`SELECT actor_email, address, after FROM audit_entries WHERE action = ${action} ORDER BY id`;

it('opens a session in a cookie that scripts cannot read, and nowhere else', async () => {
  const response = await signIn({ email: ` ${env.ownerEmail.toUpperCase()}` });
  expect(response.status).toBe(200);
  const [cookie] = response.headers.getSetCookie();
  expect(cookie).toMatch(/^subtext\.session_token=.*HttpOnly; SameSite=Lax/);
  expect(await response.text()).toBe('{}');
  const session = await auth.api.getSession({ headers: new Headers({ cookie: cookie!.split(';')[0]! }) });
  expect(session?.user.email).toBe(env.ownerEmail);
  expect(await auditOf('session.signIn')).toEqual([
    { actor_email: env.ownerEmail, address: HOME, after: { method: 'password' } },
  ]);
});

it('is stored as a hash by scrypt with a salt', async () => {
  const [{ password }] = await sql<[{ password: string }]>`SELECT password FROM accounts`;
  expect(password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  const { id } = await owner.prisma.user.findFirstOrThrow();
  await storePassword(sql, id, PASSWORD);
  const [again] = await sql<[{ password: string }]>`SELECT password FROM accounts`;
  expect(again.password).not.toBe(password);
});

it('gives the same answer for an unknown address as for a wrong password', async () => {
  const answers = await Promise.all([wrong(), wrong({ email: 'nobody@example.test' })]);
  const [known, unknown] = await Promise.all(
    answers.map(async (answer) => [answer.status, [...answer.headers], await answer.text()]),
  );
  expect(unknown).toEqual(known);
  expect(known![0]).toBe(401);
});

/** The shortest of several, which other work of the machine disturbs least. */
async function shortest(attempt: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 7; run++) {
    limits = new Attempts();
    const start = performance.now();
    await attempt();
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

it('takes as long for an unknown address, because a password is hashed for it, too', async () => {
  const known = await shortest(() => wrong());
  const unknown = await shortest(() => wrong({ email: 'nobody@example.test' }));
  // Without a hash it is about a tenth.
  expect(unknown / known).toBeGreaterThan(0.5);
  expect(unknown / known).toBeLessThan(2);
});

it('records a wrong password for the user, and nothing for an unknown address', async () => {
  await wrong({ email: 'nobody@example.test' });
  await wrong();
  await vi.waitFor(async () => expect(await auditOf('session.signInFailed')).toHaveLength(recorded));
  const entries = await auditOf('session.signInFailed');
  expect(entries.at(-1)).toEqual({ actor_email: env.ownerEmail, address: ATTACKER, after: { method: 'password' } });
});

async function statuses(count: number, attempt: () => Promise<Response>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: count }, attempt));
  return answers.map(({ status }) => status).toSorted();
}

it('is checked at most 10 times a minute for an account from a network, also all at once', async () => {
  expect(await statuses(12, () => wrong())).toEqual([...Array<number>(10).fill(401), 429, 429]);
  const refused = await wrong();
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refused.json()).toEqual({ error: expect.stringContaining('Try again in') as string });
  expect((await signIn()).status, 'another network').toBe(200);
});

/** Counted without being checked, because each check takes as long as a hash. */
async function countWrong(count: number, attempt: (index: number) => readonly [account: string, network: string]) {
  for (let index = 0; index < count; index++) expect(await limits.password(...attempt(index))).toBeUndefined();
}

it('is checked at most 20 times a minute for a network with many accounts', async () => {
  await countWrong(20, (index) => [`user-${index}@example.test`, ATTACKER]);
  expect([(await signIn({ from: ATTACKER })).status, (await signIn()).status]).toEqual([429, 200]);
});

it('is checked at most 50 times in a quarter of an hour for an account from all networks; a link still works', async () => {
  await countWrong(50, (index) => [env.ownerEmail, `198.51.100.${index}`]);
  expect((await signIn()).status).toBe(429);
  const link = await makeSignInLink({ prisma: owner.prisma, env }, env.ownerEmail);
  const opened = await answerAuth(new Request(link), { auth, prisma: owner.prisma, sql, env }, limits);
  expect(opened.headers.get('location')).toBe(`${env.webUrl}/signed-in`);
});

it('does not count right passwords', async () => {
  expect(await statuses(9, () => signIn())).toEqual(Array<number>(9).fill(200));
  expect((await wrong({ from: HOME })).status).toBe(401);
});

it.each([undefined, 'text', '[]', '{"email":"x","password":"y"}', '{"email":"a@b.test"}'])(
  'refuses the body %s with a sentence',
  async (body) => {
    const headers = { origin: env.webUrl, [CLIENT_ADDRESS_HEADER]: HOME };
    const request = new Request(`${env.webUrl}/api/auth/sign-in/email`, {
      method: 'POST',
      headers,
      body: body ?? null,
    });
    const answer = await answerAuth(request, { auth, prisma: owner.prisma, sql, env }, limits);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: 'An e-mail address and a password are needed.' },
    ]);
  },
);
