// The gate against real servers on loopback, and names that change their address.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { ALLOWED_ADDRESSES } from './addresses.ts';
import { destinationUrl } from './destination.ts';
import { postJson } from './post-json.ts';

const LOOPBACK = ALLOWED_ADDRESSES.parse('127.0.0.1');
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Listens, and counts who comes. */
async function countingServer() {
  const requests: string[] = [];
  const port = await serve((request, response) => {
    requests.push(`${request.method} ${request.headers.host}`);
    response.end('secret');
  });
  return { port, requests };
}

const LOOPBACK_IN_DISGUISE = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '１２７.0.0.1',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '0',
  '0.0.0.0',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[::]',
  'localhost',
  'LOCALHOST',
  'localhost.',
];

it.each(LOOPBACK_IN_DISGUISE)('sends nothing to %s', async (host) => {
  const { port, requests } = await countingServer();
  await expect(postJson(`http://${host}:${port}/`, '{}', { allowed: [] })).rejects.toThrow(
    /private network|is not a URL|ENOTFOUND|EAI_AGAIN/,
  );
  expect(requests).toEqual([]);
});

it.each([
  ['file:///etc/passwd', 'https://'],
  ['gopher://127.0.0.1:6379/_FLUSHALL', 'https://'],
  ['javascript:alert(1)', 'https://'],
  ['http://user:password@example.com/', 'user name'],
  ['http://public.example@127.0.0.1/', 'user name'],
  ['http://[fe80::1%25eth0]/', 'not a URL'],
  ['//example.com', 'not a URL'],
  [`https://example.com/${'a'.repeat(2_000)}`, 'not a URL'],
])('refuses %s', (url, why) => {
  expect(() => destinationUrl(url)).toThrow(why);
});

it('refuses a name that has a private address beside a public one', async () => {
  const { port, requests } = await countingServer();
  const resolve = () =>
    Promise.resolve([
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]);
  await expect(postJson(`http://both.example:${port}`, '{}', { allowed: [], resolve })).rejects.toThrow('private');
  expect(requests).toEqual([]);
});

it('connects to the address that was checked, although the name has another one by then', async () => {
  const rebound = await countingServer();
  const checked = await serve((_request, response) => response.end('checked'));
  const answers = ['127.0.0.1', '127.0.0.2'];
  let questions = 0;
  const resolve = () => Promise.resolve([{ address: answers[questions++]!, family: 4 }]);
  const answer = await postJson(`http://rebinding.example:${checked}/`, '{}', { allowed: LOOPBACK, resolve });
  expect([answer, questions, rebound.requests]).toEqual([{ status: 200, text: 'checked' }, 1, []]);
});

it('does not follow a redirect to a private address', async () => {
  const { port, requests } = await countingServer();
  const redirecting = await serve((_request, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end('moved'),
  );
  const answer = await postJson(`http://127.0.0.1:${redirecting}/`, '{}', { allowed: LOOPBACK });
  expect([answer, requests]).toEqual([{ status: 307, text: 'moved' }, []]);
});

it('sends the body, the headers and the name of the host', async () => {
  let seen: unknown;
  const port = await serve((request, response) => {
    void request
      .setEncoding('utf8')
      .toArray()
      .then((pieces) => {
        const { host, 'content-type': type, 'x-id': id } = request.headers;
        seen = [request.method, host, type, id, pieces.join('')];
        response.writeHead(202).end('taken');
      });
  });
  const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
  const options = { allowed: LOOPBACK, headers: { 'x-id': '7' }, resolve };
  expect(await postJson(`http://hooks.example:${port}/a`, '{"ä":1}', options)).toEqual({ status: 202, text: 'taken' });
  expect(seen).toEqual(['POST', `hooks.example:${port}`, 'application/json', '7', '{"ä":1}']);
});

it('gives up on a server that accepts and never answers', async () => {
  const silent = createSocketServer();
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  await expect(postJson(`http://127.0.0.1:${port}/`, '{}', { allowed: LOOPBACK, timeoutMs: 100 })).rejects.toThrow(
    'no answer in time',
  );
  silent.close();
});

it('gives up on a name that is not resolved', async () => {
  const options = { allowed: LOOPBACK, timeoutMs: 50, resolve: () => new Promise<never>(() => undefined) };
  await expect(postJson('http://slow.example/', '{}', options)).rejects.toThrow('no answer in time');
});

it('keeps the status of an answer whose body is slow, and its beginning', async () => {
  const port = await serve((_request, response) => {
    response.write('beginning');
  });
  const answer = await postJson(`http://127.0.0.1:${port}/`, '{}', { allowed: LOOPBACK, timeoutMs: 200 });
  expect(answer).toEqual({ status: 200, text: 'beginning' });
});

it('reads the beginning of an endless body and closes the connection', async () => {
  let isClosed!: () => void;
  const closed = new Promise<void>((resolve) => (isClosed = resolve));
  const port = await serve((_request, response) => {
    const more = () => {
      while (response.write('a'.repeat(1_000)) && !response.destroyed);
    };
    response.on('drain', more).on('close', isClosed);
    more();
  });
  const answer = await postJson(`http://127.0.0.1:${port}/`, '{}', { allowed: LOOPBACK });
  expect(answer).toEqual({ status: 200, text: 'a'.repeat(4_096) });
  await closed;
});

it('rejects when no server listens', async () => {
  const { port } = await countingServer();
  servers[0]!.close();
  await expect(postJson(`http://127.0.0.1:${port}/`, '{}', { allowed: LOOPBACK })).rejects.toThrow('ECONNREFUSED');
});
