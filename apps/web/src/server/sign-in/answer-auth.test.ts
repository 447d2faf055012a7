// Attempts to sign in, from several networks: the real auth library on a real database.
import { readFile } from 'node:fs/promises';
import { createPrisma, type PrismaClient } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AUTH_ROUTES, createAuth, type Auth } from './auth.ts';
import { CLIENT_ADDRESS_HEADER } from '../gate/index.ts';
import { makeSignInLink, ownerLink } from './owner-link.ts';
import { ownDefaultProject } from '../testing/own-default-project.ts';
import { TEST_ENV as env } from '../testing/owner.ts';
import { answerAuth } from './answer-auth.ts';
import { Attempts } from './attempts.ts';

let database: TestDatabase;
let prisma: PrismaClient;
let auth: Auth;
let limits: Attempts;

beforeAll(async () => {
  database = await createTestDatabase();
  prisma = createPrisma(database.url);
  auth = createAuth({ prisma, env });
  await ownerLink({ prisma, env });
  await ownDefaultProject(database.sql);
});
beforeEach(() => void (limits = new Attempts()));
afterAll(async () => {
  await prisma.$disconnect();
  await database.drop();
});

const [ATTACKER, OWNER] = ['203.0.113.7', '198.51.100.2'];
const WRONG =
  'http://localhost:3000/api/auth/magic-link/verify?token=guess&callbackURL=/signed-in&errorCallbackURL=/sign-in';
/** Never asked. */
const NO_DATABASE = 'postgres://127.0.0.1:1/none';
interface Endpoint {
  path?: string;
  options: { method?: string | string[] };
}
const services = () => ({ auth, prisma, sql: database.sql, env });
const newLink = () => makeSignInLink({ prisma, env }, env.ownerEmail);

function open(url: string, from: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(url, { headers: { accept: 'text/html', [CLIENT_ADDRESS_HEADER]: from, ...headers } });
  return answerAuth(request, services(), limits);
}
const opened = (response: Response) => response.headers.get('location') ?? String(response.status);

async function statuses(count: number, attempt: (index: number) => Promise<Response>): Promise<number[]> {
  const seen: number[] = [];
  for (let index = 0; index < count; index++) seen.push((await attempt(index)).status);
  return seen;
}

it('a sign-in and a sign-out are in the audit log, with the network address', async () => {
  const recorded = () => database.sql`SELECT action, actor_email, address FROM audit_entries ORDER BY id`;
  const [cookie] = (await open(await newLink(), OWNER)).headers.getSetCookie();
  const entry = { actor_email: env.ownerEmail, address: OWNER };
  expect(await recorded()).toEqual([{ ...entry, action: 'session.signIn' }]);
  const headers = { cookie: cookie!.split(';')[0]!, origin: env.webUrl, [CLIENT_ADDRESS_HEADER]: OWNER };
  const out = new Request(`${env.webUrl}/api/auth/sign-out`, { method: 'POST', headers });
  expect((await answerAuth(out, services(), limits)).status).toBe(200);
  expect(await recorded()).toEqual([
    { ...entry, action: 'session.signIn' },
    { ...entry, action: 'session.signOut' },
  ]);
});

describe('attempts with links that do not work', () => {
  it('are stopped after 20 in a minute, with any X-Forwarded-For', async () => {
    const seen = await statuses(25, (index) => open(WRONG, ATTACKER, { 'x-forwarded-for': `10.0.0.${index}` }));
    expect(seen).toEqual([...Array<number>(20).fill(302), ...Array<number>(5).fill(429)]);
  });

  it('are counted for an IPv6 network as a whole', async () => {
    const seen = await statuses(21, (index) => open(WRONG, `2001:db8::${index + 1}`));
    expect(seen.at(-1)).toBe(429);
    expect((await open(WRONG, '2001:db8:0:1::1')).status).toBe(302);
  });

  it('do not block other users, nor those in the same network with a valid link', async () => {
    await statuses(40, () => open(WRONG, ATTACKER));
    expect(opened(await open(await newLink(), OWNER))).toBe('http://localhost:3000/signed-in');
    expect(opened(await open(await newLink(), ATTACKER))).toBe('http://localhost:3000/signed-in');
    expect((await open(WRONG, ATTACKER)).status).toBe(429);
  });

  it('are not even looked up after 200, and other networks are not affected', async () => {
    await statuses(200, () => open(WRONG, ATTACKER));
    const link = await newLink();
    expect((await open(link, ATTACKER)).status).toBe(429);
    expect(opened(await open(link, OWNER)), 'the link was not used up').toBe('http://localhost:3000/signed-in');
  });
});

it('an account is signed in at most 10 times a minute from one network, and still from another', async () => {
  const seen = await statuses(11, async () => open(await newLink(), ATTACKER));
  expect(seen).toEqual([...Array<number>(10).fill(302), 429]);
  expect(opened(await open(await newLink(), OWNER))).toBe('http://localhost:3000/signed-in');
});

describe('too many attempts are answered', () => {
  const refused = async (headers?: Record<string, string>, url = WRONG) => {
    await statuses(20, () => open(WRONG, ATTACKER));
    return open(url, ATTACKER, headers);
  };

  it('with a page that says what to do and when', async () => {
    const response = await refused();
    const seconds = Number(response.headers.get('retry-after'));
    expect([response.status, seconds > 0 && seconds <= 60]).toEqual([429, true]);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const page = await response.text();
    expect(page).toContain('<h1>Too many attempts to sign in</h1>');
    expect(page).toMatch(new RegExp(`Try again in ${seconds} seconds?\\.`));
    expect(page).toContain(ATTACKER);
  });

  it('with JSON to a program that wants it', async () => {
    const response = await refused({ accept: 'application/json' });
    expect(await response.json()).toEqual({ error: expect.stringMatching(/Try again in \d+ seconds?\./) as string });
  });

  it('without a word of the address as it was sent', async () => {
    const page = await (await refused({}, `${WRONG}&x="><script>alert(1)</script>`)).text();
    expect(page).not.toContain('<script');
    expect(page).not.toMatch(/href="[^"]*[<>][^"]*"/);
  });

  it('in the colors of the app', async () => {
    const tokens = await readFile(new URL('../../app/tokens.css', import.meta.url), 'utf8');
    const [light, dark] = ['light', 'dark'].map((theme) => tokens.split(`[data-theme='${theme}']`)[1]!.split('}')[0]!);
    const [own, ownDark] = (await (await refused()).text()).split('prefers-color-scheme: dark') as [string, string];
    const colors = (css: string) => [...css.matchAll(/(--[\w-]+): (#\w{6});/g)].map(([declaration]) => declaration);
    expect(colors(own).length).toBeGreaterThan(5);
    expect(colors(light!)).toEqual(expect.arrayContaining(colors(own)));
    expect(colors(dark!)).toEqual(expect.arrayContaining(colors(ownDark)));
  });
});

it('other requests to the auth library have a limit, too, that signing in does not share', async () => {
  const headers = { origin: env.webUrl, [CLIENT_ADDRESS_HEADER]: ATTACKER };
  const signOut = () => new Request(`${env.webUrl}/api/auth/sign-out`, { method: 'POST', headers });
  const seen = await statuses(301, () => answerAuth(signOut(), services(), limits));
  expect([seen.at(-2), seen.at(-1)]).toEqual([200, 429]);
  expect(opened(await open(await newLink(), ATTACKER))).toBe('http://localhost:3000/signed-in');
});

describe('the endpoints of the auth library', () => {
  const endpoints = Object.values<Endpoint>(createAuth({ prisma: createPrisma(NO_DATABASE), env }).api).flatMap(
    ({ path, options }) =>
      path ? [options.method ?? 'GET'].flat().map((method) => `${method} /api/auth${path.replace(':id', 'oidc')}`) : [],
  );

  it('have names', () => {
    // Not the methods: what begins with a passkey is POST here, so that its origin is checked.
    const pathOf = (endpoint: string) => endpoint.split(' ')[1];
    expect(endpoints.map(pathOf)).toEqual(expect.arrayContaining([...AUTH_ROUTES.keys()].map(pathOf)));
  });

  it.each(endpoints.filter((endpoint) => !AUTH_ROUTES.has(endpoint)))('%s does not exist', async (endpoint) => {
    const [method, path] = endpoint.split(' ') as [string, string];
    const headers = { origin: env.webUrl, [CLIENT_ADDRESS_HEADER]: OWNER };
    const response = await answerAuth(new Request(`${env.webUrl}${path}`, { method, headers }), services(), limits);
    expect(response.status).toBe(404);
  });

  it.each([...AUTH_ROUTES.keys()].filter((endpoint) => endpoint.startsWith('POST')))(
    '%s refuses other origins, and requests without one',
    async (endpoint) => {
      for (const origin of [undefined, 'https://attacker.example', 'null']) {
        const headers = { [CLIENT_ADDRESS_HEADER]: OWNER, ...(origin && { origin }) };
        const request = new Request(`${env.webUrl}${endpoint.split(' ')[1]}`, { method: 'POST', headers });
        expect((await answerAuth(request, services(), limits)).status).toBe(403);
      }
    },
  );
});

describe('the session cookie', () => {
  it('carries the prefix of the product', async () => {
    const [cookie] = (await open(await newLink(), OWNER)).headers.getSetCookie();
    expect(cookie).toMatch(/^subtext\.session_token=.*HttpOnly; SameSite=Lax/);
  });

  it('is kept to https where the address is', async () => {
    const secure = { ...env, webUrl: 'https://subtext.example.com' };
    const link = await makeSignInLink({ prisma, env: secure }, env.ownerEmail);
    const [cookie] = (await createAuth({ prisma, env: secure }).handler(new Request(link))).headers.getSetCookie();
    expect(cookie).toMatch(/^__Secure-subtext\.session_token=.*Secure/);
  });

  it('belongs to a session that was opened from the address of the socket', async () => {
    await open(await newLink(), OWNER, { 'x-forwarded-for': '10.9.8.7' });
    const session = await prisma.session.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    expect(session.ipAddress).toBe(OWNER);
  });
});
