// What strangers and users can send to the running web process: no garbage in an address makes it fail, and no body of
// a stranger is kept or read.
import { glob } from 'node:fs/promises';
import { Agent, request as sendRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from './fixtures.ts';
import { createReadKey } from './own-project.ts';

const APP = join(import.meta.dirname, '..', 'apps', 'web', 'src', 'app');
const MB = 1024 * 1024;
/** Strangers of these tests have an address of their own, so that limits on them do not meet other journeys. */
const STRANGER = '127.0.0.8';
const SEED = 22;
const CASES_PER_ROUTE = 25;

interface Answer {
  status: number;
  body: string;
}

/** The path is sent byte for byte; fetch would normalize it. */
function send(url: string, path: string, { method = 'GET', headers = {}, body, agent }: Sent = {}): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method, headers, agent, localAddress: STRANGER };
    const request = sendRequest(options, (response) => {
      const pieces: Buffer[] = [];
      response
        .on('data', (piece: Buffer) => pieces.push(piece))
        .on('end', () => resolve({ status: response.statusCode!, body: Buffer.concat(pieces).toString() }))
        .on('error', reject);
    });
    request.on('error', reject).end(body);
  });
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  agent?: Agent;
}

/** `/p/[project]/traces/[id]/export` and so on: every page and route there is. */
async function routes(): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob('**/{page.tsx,route.ts}', { cwd: APP })) files.push(file);
  return files.map((file) => `/${file.replace(/\/?(?:page\.tsx|route\.ts)$/, '')}`).toSorted();
}

const PARAMETERS = [
  ...[
    'as',
    'ask',
    'at',
    'axis',
    'batch',
    'compare',
    'cursor',
    'env',
    'error',
    'find',
    'from',
    'hide',
    'input',
    'limit',
  ],
  ...['model', 'peek', 'pin', 'q', 'range', 'sort', 'span', 'step', 'target', 'to', 'token', 'turn', 'view', 'with'],
];

const percentEncoded = (bytes: Uint8Array) =>
  [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/**
 * As it stands in an address: NUL, halves of surrogates, broken percent signs, huge numbers, names of prototypes, long
 * texts.
 */
const hostilePart = fc.oneof(
  fc.constantFrom('%00', 'a%00b', '%ED%A0%80', '%E0%A4%A', '%', '%25', '..%2f..', '%5c', '__proto__', 'constructor'),
  fc.constantFrom('-1', '0', '1e999', 'NaN', '9'.repeat(40), '-9223372036854775809', '%22', "'", '%5B%5D', 'null', ''),
  fc.constantFrom('x'.repeat(2000), '%F0%9F%98%80'.repeat(100), '%2C'.repeat(1000), '%28'.repeat(500)),
  fc.uint8Array({ maxLength: 24 }).map(percentEncoded),
  fc.string({ maxLength: 24, unit: 'binary' }).map((text) => percentEncoded(Buffer.from(text))),
  fc.json({ maxDepth: 2 }).map((text) => percentEncoded(Buffer.from(text))),
  fc.webQueryParameters().map((text) => text.slice(0, 200)),
);
const hostileQuery = fc
  .array(fc.tuple(fc.constantFrom(...PARAMETERS), hostilePart), { maxLength: 6 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));

/** Parts that exist, so that garbage in one place reaches what is behind it, and garbage in any of them. */
function hostileAddress(route: string): fc.Arbitrary<string> {
  const parts = route.split('/').map((part) => {
    if (!part.startsWith('[')) return fc.constant(part);
    const valid = fc.constant(part === '[project]' ? 'default' : 'a'.repeat(32));
    return fc.oneof({ arbitrary: valid, weight: part === '[project]' ? 4 : 1 }, hostilePart);
  });
  return fc.tuple(fc.tuple(...parts), hostileQuery).map(([path, query]) => `${path.join('/') || '/'}?${query}`);
}

/** A stack, or the digest of an error that a page met after its status was sent. */
const FAILURE = /\n\s+at .+:\d+:\d+|node_modules|data-dgst="\d|\\"digest\\":\\"\d/;

test('random input in the URL of every page and route causes no server error', async ({ system, context }) => {
  test.slow();
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const authorization = `Bearer ${await createReadKey(system)}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const all = await routes();
  expect(all).toEqual(expect.arrayContaining(['/', '/api/trpc/[trpc]', '/p/[project]/traces/[id]/export']));
  const failures: string[] = [];
  const check = async (address: string) => {
    // As a stranger: a user with too many malformed inputs has to wait for a minute.
    const headers: Record<string, string> = address.startsWith('/api/trpc') ? {} : { cookie, authorization };
    const { status, body } = await send(system.webUrl, address, { headers, agent });
    if (status >= 500 || FAILURE.test(body)) failures.push(`${status} ${address.slice(0, 300)}`);
  };
  for (const route of all) {
    const addresses = fc.sample(hostileAddress(route), { seed: SEED, numRuns: CASES_PER_ROUTE });
    await Promise.all(addresses.map(check));
  }
  agent.destroy();
  expect(failures).toEqual([]);
});

/** A figure of the web process itself. */
async function figure(webUrl: string, name: string): Promise<number> {
  const text = await fetch(`${webUrl}/metrics`).then((response) => response.text());
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
  expect(value, name).toBeDefined();
  return Number(value);
}

test('200 unfinished uploads to a page are refused and not buffered, and other requests are answered', async ({
  system,
}) => {
  test.slow();
  const { port } = new URL(system.webUrl);
  const signIn = () => fetch(`${system.webUrl}/sign-in`).then((response) => response.text());
  const page = await signIn();
  const before = await figure(system.webUrl, 'process_resident_memory_bytes');
  const most = Buffer.alloc(9 * MB - 1);
  const sockets: Socket[] = [];
  const upload = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: STRANGER });
      sockets.push(socket);
      // After its answer a refused upload may be cut off.
      socket.once('data', (data) => resolve(data.toString('latin1'))).on('error', reject);
      socket.write(`POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${9 * MB}\r\n\r\n`);
      socket.write(most);
    });
  const answers = await Promise.all(Array.from({ length: 200 }, upload));
  expect(await signIn()).toHaveLength(page.length);
  const after = await figure(system.webUrl, 'process_resident_memory_bytes');
  sockets.forEach((socket) => socket.destroy());
  const statuses = new Set(answers.map((answer) => answer.split('\r\n', 1)[0]));
  expect([...statuses]).toEqual(['HTTP/1.1 405 Method Not Allowed']);
  // It was 1,440 MiB when the bodies were kept.
  expect((after - before) / MB).toBeLessThan(150);
});

test('a stranger who sends 24,500 references into a set of 42,000 is refused before they are read', async ({
  system,
}) => {
  const json = { project: 'default', name: 'x', scopes: ['ingest'], s: new Array(42_000).fill({}) };
  const referentialEqualities = { project: new Array(24_500).fill('s.41999.a') };
  const body = JSON.stringify({ json, meta: { values: { s: ['set'] }, referentialEqualities } });
  const before = await figure(system.webUrl, 'process_cpu_seconds_total');
  const headers = { 'content-type': 'application/json' };
  const answer = await send(system.webUrl, '/api/trpc/keys.create', { method: 'POST', headers, body });
  const after = await figure(system.webUrl, 'process_cpu_seconds_total');
  expect([401, 429]).toContain(answer.status);
  // Some milliseconds of CPU; it was more than 5 s.
  expect(after - before).toBeLessThan(2);
});
