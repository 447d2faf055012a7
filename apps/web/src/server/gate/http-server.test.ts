import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { CLIENT_ADDRESS_HEADER, readTrustedProxies } from './client-address.ts';
import { createGate, type GateOptions } from './http-server.ts';

const QUICK = { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 50 };

let server: Server | undefined;
const sockets: Socket[] = [];
/** The requests that passed the gate. */
const passed: string[] = [];

afterEach(async () => {
  sockets.splice(0).forEach((socket) => socket.destroy());
  passed.length = 0;
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

/** A server behind the gate: responds with the client address it received, after it has read the whole body. */
async function start(options: Partial<GateOptions> = {}): Promise<void> {
  const handle: GateOptions['handle'] = (request, response) => {
    passed.push(`${request.method} ${request.url}`);
    let size = 0;
    request.on('data', (piece: Buffer) => (size += piece.length));
    request.on('end', () => {
      const { [CLIENT_ADDRESS_HEADER]: address, 'x-forwarded-for': forwarded } = request.headers;
      response.end(`${String(address)} ${String(forwarded)} ${size}`);
    });
  };
  server = createGate({ handle, isTrusted: readTrustedProxies(''), ...options });
  await new Promise<void>((resolve) => void server!.listen(0, '127.0.0.1', resolve));
}

interface Sent {
  /** Resolves with everything received when it contains `until` or the connection ended. */
  received: (until?: string) => Promise<string>;
  socket: Socket;
}

/** Writes raw lines of HTTP that no client library would send. */
async function send(head: string[], body = '', from = '127.0.0.1'): Promise<Sent> {
  const { port } = server!.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  sockets.push(socket);
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`${head.join('\r\n')}\r\n`);
  if (body !== '') socket.write(body);
  const received = async (until?: string) => {
    while (!socket.closed && (until === undefined || !text.includes(until)))
      await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => {});
    return text;
  };
  return { received, socket };
}

const HOST = 'Host: localhost';
const open = (path: string, ...headers: string[]) => send([`POST ${path} HTTP/1.1`, HOST, ...headers, '']);
const statusOf = async (sent: Sent) => Number((await sent.received('\r\n\r\n')).split(' ')[1]);

it.each(['/p/%', '/p/%E0%A4%A/traces', '/p/%ED%A0%80', '/api/%FF'])(
  'a path that is no UTF-8 is refused before Next fails at it: %s',
  async (path) => {
    await start();
    expect(await statusOf(await send([`GET ${path} HTTP/1.1`, HOST, '']))).toBe(400);
    expect(await statusOf(await send(['GET /p/%C3%A9?q=% HTTP/1.1', HOST, '']))).toBe(200);
  },
);

describe('the client address', () => {
  it('is the one of the socket, for any repeated headers in the request', async () => {
    await start();
    const forged = [
      'X-Subtext-Client-Address: 6.6.6.6',
      'x-subtext-client-address: 7.7.7.7',
      'X-Forwarded-For: 8.8.8.8',
    ];
    const sent = await send(['GET / HTTP/1.1', HOST, ...forged, 'Connection: close', ''], '', '127.0.0.3');
    expect(await sent.received()).toContain('127.0.0.3 127.0.0.3 0');
  });

  it('is the one that a trusted proxy saw', async () => {
    await start({ isTrusted: readTrustedProxies('127.0.0.1') });
    const headers = ['X-Forwarded-For: 6.6.6.6, 192.0.2.1', 'X-Subtext-Client-Address: 6.6.6.6', 'Connection: close'];
    expect(await (await send(['GET / HTTP/1.1', HOST, ...headers, ''])).received()).toContain('192.0.2.1 192.0.2.1 0');
  });
});

describe('a body outside /api', () => {
  it.each([
    ['a page', '/sign-in', 405],
    ['a page of a project', '/p/default/traces', 405],
    ['the form of an invitation', '/invited/token/accept', 413],
    ['a page by another way', '/api/../sign-in', 405],
    ['a page by an encoded way', '/%61pi/auth/x', 405],
  ])('is refused by its head: %s', async (_, path, status) => {
    await start();
    expect(await statusOf(await open(path, 'Content-Length: 9000000'))).toBe(status);
    expect(await statusOf(await open(path, 'Transfer-Encoding: chunked'))).toBe(status);
    expect(passed).toEqual([]);
  });

  it('is not read when it was refused, and its connection is closed after the answer', async () => {
    await start();
    const accepted = once(server!, 'connection') as Promise<[Socket]>;
    const sent = await open('/sign-in', 'Content-Length: 90000000');
    sent.socket.write(Buffer.alloc(50_000_000));
    expect(await statusOf(sent)).toBe(405);
    const [connection] = await accepted;
    await once(connection, 'close');
    expect(connection.bytesRead).toBeLessThan(2_000_000);
  });

  it('that has arrived leaves its connection to the next request', async () => {
    await start();
    const sent = await send(['POST /sign-in HTTP/1.1', HOST, 'Content-Length: 2', ''], '{}');
    expect(await statusOf(sent)).toBe(405);
    sent.socket.write(`GET /api/healthz HTTP/1.1\r\n${HOST}\r\n\r\n`);
    expect(await sent.received('200 OK')).toContain('HTTP/1.1 200 OK');
  });

  it('is refused of a GET, too', async () => {
    await start();
    const sent = await send(['GET /sign-in HTTP/1.1', HOST, 'Transfer-Encoding: chunked', '']);
    expect(await statusOf(sent)).toBe(413);
    expect(passed).toEqual([]);
  });

  it('is not asked for when the client waits for a word', async () => {
    await start();
    const sent = await open('/sign-in', 'Content-Length: 9000000', 'Expect: 100-continue');
    expect(await sent.received('\r\n\r\n')).toMatch(/^HTTP\/1\.1 405 /);
  });

  it('does not keep a form without fields from being sent', async () => {
    await start();
    const headers = ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 0'];
    expect(await statusOf(await open('/invited/token/accept', ...headers))).toBe(200);
  });

  it('may be sent to the overlay of the development server', async () => {
    await start({ isDevelopment: true });
    const sent = await send(['POST /__nextjs_original-stack-frames HTTP/1.1', HOST, 'Content-Length: 2', ''], '{}');
    expect(await statusOf(sent)).toBe(200);
  });
});

describe('a body of /api', () => {
  it('is refused when it says that it is too large', async () => {
    await start();
    expect(await statusOf(await open('/api/trpc/x', 'Content-Length: 524289'))).toBe(413);
    expect(await statusOf(await open('/mcp', 'Content-Length: 524289'))).toBe(413);
    expect(passed).toEqual([]);
  });

  it('passes when it is whole, however it is sent', async () => {
    await start();
    const chunked = ['POST /api/auth/x HTTP/1.1', HOST, 'Transfer-Encoding: chunked', ''];
    expect(await (await send(chunked, '5\r\nhello\r\n0\r\n\r\n')).received(' 5')).toContain('200 OK');
    const waiting = await open('/api/trpc/x', 'Content-Length: 5', 'Expect: 100-continue');
    expect(await waiting.received('\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    waiting.socket.write('hello');
    expect(await waiting.received(' 5')).toContain('200 OK');
  });

  it('waits beside at most 15 others of the same client, and gives its turn back', async () => {
    await start();
    const accepted: Socket[] = [];
    server!.on('connection', (socket) => accepted.push(socket));
    const unfinished = () => open('/api/trpc/x', 'Content-Length: 5');
    const whole = (from?: string) => send(['POST /api/trpc/x HTTP/1.1', HOST, 'Content-Length: 2', ''], '{}', from);
    const first: Sent[] = [];
    for (let count = 0; count < 16; count++) first.push(await unfinished());
    expect(await (await unfinished()).received('\r\n\r\n')).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: 5/i);
    expect(await statusOf(await whole('127.0.0.4'))).toBe(200);
    // An ended request makes room for the next, and so does one whose client disconnects.
    first[0]!.socket.write('hello');
    expect(await statusOf(first[0]!)).toBe(200);
    expect(await statusOf(await whole())).toBe(200);
    const next = await unfinished();
    expect(await statusOf(await whole())).toBe(429);
    const gone = new Promise((resolve) => accepted[1]!.once('close', resolve));
    first[1]!.socket.destroy();
    await gone;
    expect(await statusOf(await whole())).toBe(200);
    next.socket.destroy();
  });

  it('waits beside at most 63 others of all clients', async () => {
    await start();
    for (let client = 10; client < 14; client++)
      for (let count = 0; count < 16; count++)
        await send(['POST /api/trpc/x HTTP/1.1', HOST, 'Content-Length: 5', ''], '', `127.0.0.${client}`);
    const one = await send(['POST /api/trpc/x HTTP/1.1', HOST, 'Content-Length: 5', ''], '', '127.0.0.14');
    expect(await statusOf(one)).toBe(503);
  });
});

describe('a request that does not end', () => {
  it.each([
    ['its head', ['POST /api/trpc/x HTTP/1.1', 'Host: localho']],
    ['its body', ['POST /api/trpc/x HTTP/1.1', HOST, 'Content-Length: 5', '']],
    ['its chunks', ['POST /api/trpc/x HTTP/1.1', HOST, 'Transfer-Encoding: chunked', '']],
    ['a body that was refused', ['POST /sign-in HTTP/1.1', HOST, 'Content-Length: 9000000', '']],
  ])('is given up: %s', async (_, head) => {
    await start({ patience: QUICK });
    const sent = await send(head, head.length > 2 ? '1' : '');
    // Resolves when the server has closed the connection.
    expect(await sent.received()).toMatch(/^HTTP\/1\.1 (?:405|408) /);
  });
});
