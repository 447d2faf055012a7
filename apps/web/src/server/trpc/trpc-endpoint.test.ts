// What a stranger, and what a user can make the tRPC endpoint do, before and after it knows who asks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuth } from '../sign-in/auth.ts';
import { CLIENT_ADDRESS_HEADER, RefusedRequests } from '../gate/index.ts';
import { ownerLink } from '../sign-in/owner-link.ts';
import type { Services } from '../services.ts';
import { openOwner, TEST_ENV, type Owner } from '../testing/owner.ts';
import { answerTrpc } from './trpc-endpoint.ts';

let owner: Owner;
let services: Services;
let cookie: string;

beforeAll(async () => {
  owner = await openOwner();
  const { prisma, database } = owner;
  const auth = createAuth({ prisma, env: TEST_ENV });
  services = { prisma, sql: database.sql, reads: owner.reads, env: TEST_ENV, auth };
  const signedIn = await auth.handler(new Request(await ownerLink({ prisma, env: TEST_ENV })));
  cookie = signedIn.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
});
afterAll(() => owner.close());

interface Sent {
  body?: string | ReadableStream<Uint8Array>;
  headers?: Record<string, string>;
  from?: string;
  refusals?: RefusedRequests;
}

const ask = (path: string, { body, headers = {}, from = '192.0.2.1', refusals = new RefusedRequests() }: Sent = {}) => {
  const method = body === undefined ? 'GET' : 'POST';
  const all = { 'content-type': 'application/json', [CLIENT_ADDRESS_HEADER]: from, ...headers };
  const init = { method, body, headers: all, duplex: 'half' } as RequestInit;
  return answerTrpc(new Request(`http://localhost:3000/api/trpc/${path}`, init), services, refusals);
};
const sentence = async (answer: Response): Promise<string> => {
  const { error } = (await answer.json()) as { error: { json: { message: string } } };
  return error.json.message;
};
const asked = (input: object) => `?input=${encodeURIComponent(JSON.stringify(input))}`;

/** A set of 42,000 objects, and 24,500 paths into the last of them, for each of which superjson walks the whole set. */
function attack(): string {
  const json = { project: 'default', name: 'x', scopes: ['ingest'], s: new Array(42_000).fill({}) };
  const referentialEqualities = { project: new Array(24_500).fill('s.41999.a') };
  const body = JSON.stringify({ json, meta: { values: { s: ['set'] }, referentialEqualities } });
  expect(body.length).toBeGreaterThan(400_000);
  expect(body.length).toBeLessThan(512 * 1024);
  return body;
}

describe('the attack of 24,500 references into a set', () => {
  it.each([
    ['a stranger', () => ({}), 401],
    ['a user', () => ({ cookie }), 400],
  ])('by %s is refused without blocking the process', async (_, headers, status) => {
    const body = attack();
    const before = process.cpuUsage();
    const answer = await ask('keys.create', { body, headers: headers() });
    const { user } = process.cpuUsage(before);
    expect(answer.status).toBe(status);
    // Some milliseconds; it took 6 s.
    expect(user / 1e6).toBeLessThan(2);
  });
});

describe('a stranger', () => {
  it('has no byte of the body read', async () => {
    let pulled = 0;
    const pull = (controller: ReadableStreamDefaultController) =>
      ++pulled > 100 ? controller.close() : controller.enqueue(new Uint8Array(1024));
    const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
    const answer = await ask('keys.create', { body });
    expect([answer.status, pulled]).toEqual([401, 0]);
  });

  it('learns nothing of an input, be it JSON or not', async () => {
    for (const path of ['keys.list?input={', `keys.list${asked({ json: { project: 7 } })}`, 'keys.list'])
      expect(await sentence(await ask(path))).toBe('Your session has ended. Sign in again.');
  });

  it('who does not stop is answered 429 and when to come back, and others are not', async () => {
    const refusals = new RefusedRequests();
    const statuses: number[] = [];
    for (let count = 0; count < 60; count++) statuses.push((await ask('keys.list', { refusals })).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    const over = await ask('keys.list', { refusals });
    expect(over.status).toBe(429);
    const wait = Number(over.headers.get('retry-after'));
    expect([wait >= 1, wait <= 60]).toEqual([true, true]);
    expect(await sentence(over)).toBe(`Too many of your requests were refused. Try again in ${wait} s.`);
    expect((await ask('keys.list', { refusals, from: '192.0.2.2' })).status).toBe(401);
    // A user at the same address.
    const own = `keys.list${asked({ json: { project: 'default' } })}`;
    expect((await ask(own, { refusals, headers: { cookie } })).status).toBe(200);
  });
});

describe('a user', () => {
  const refused = async (path: string, sent: Sent = {}) => {
    const answer = await ask(path, { ...sent, headers: { cookie } });
    return [answer.status, await sentence(answer)];
  };

  it('gets an answer, also to dates and to what is undefined', async () => {
    const json = {
      project: 'default',
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-02T00:00:00.000Z',
      timeZone: 'UTC',
      q: '',
    };
    const meta = { values: { from: ['Date'], to: ['Date'] }, v: 1 };
    expect((await ask(`costs.days${asked({ json, meta })}`, { headers: { cookie } })).status).toBe(200);
    const list = {
      json: { project: 'default', q: '', range: 'all', sort: 'age', cursor: null },
      meta: { values: { cursor: ['undefined'] } },
    };
    expect((await ask(`traces.list${asked(list)}`, { headers: { cookie } })).status).toBe(200);
  });

  it('of no such project is refused before the rest of the input is looked at', async () => {
    expect(await refused(`traces.list${asked({ json: { project: 'other', sort: 7 } })}`)).toEqual([
      404,
      'There is no such project for you.',
    ]);
  });

  it.each([
    ['NUL in a name', { name: 'a\0b', scopes: ['ingest'] }, 'NUL'],
    ['half a character in a name', { name: 'a\ud800', scopes: ['ingest'] }, 'surrogate pair'],
    ['too many values', { name: 'a', scopes: new Array(10_000).fill('ingest') }, 'at most 10000 values'],
  ])('with %s gets a sentence', async (_, input, words) => {
    const body = JSON.stringify({ json: { project: 'default', ...input } });
    expect(await refused('keys.create', { body })).toEqual([400, expect.stringContaining(words)]);
  });

  it('cannot ask for more at once than a page does', async () => {
    const names = new Array(21).fill('keys.list').join();
    const answer = await ask(`${names}?batch=1&input={}`, { headers: { cookie } });
    expect(answer.status).toBe(400);
  });

  it('whose requests are refused again and again waits, too', async () => {
    const refusals = new RefusedRequests();
    const send = (path: string) => ask(path, { refusals, headers: { cookie } });
    for (let count = 0; count < 60; count++) await send('keys.list?input={');
    expect((await send(`keys.list${asked({ json: { project: 'default' } })}`)).status).toBe(429);
  });

  it('is not counted for what is not there, nor for a filter that cannot be read', async () => {
    const refusals = new RefusedRequests();
    const send = (path: string) => ask(path, { refusals, headers: { cookie } });
    const missing = `trace.summary${asked({ json: { project: 'default', trace: 'a'.repeat(32) } })}`;
    for (let count = 0; count < 61; count++) expect((await send(missing)).status).toBe(404);
  });
});

it('another origin is refused, also with the cookies of a user', async () => {
  const answer = await ask('keys.list', { headers: { cookie, origin: 'https://evil.example' } });
  expect(answer.status).toBe(403);
});
