import { request as sendRequest, createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { METRICS_TOKEN, readMetricsAccess } from './access.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/**
 * The status of a request to a server that listens on all addresses of this machine and applies the rule to the
 * request.
 */
async function status(token: string | undefined, headers: IncomingHttpHeaders, to = '127.0.0.1'): Promise<number> {
  const access = readMetricsAccess(token);
  server = createServer(({ socket: { remoteAddress }, headers: sent }, response) => {
    const refusal = access({ remoteAddress, headers: sent });
    response.writeHead(refusal?.status ?? 200, refusal?.headers).end(refusal?.message);
  });
  await new Promise<void>((resolve) => void server!.listen(0, '::', resolve));
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = sendRequest({ host: to, port, headers, agent: false }, (response) => {
      resolve(response.resume().statusCode!);
    });
    sent.on('error', reject).end();
  });
}

const TOKEN = 'a token of some length'.replaceAll(' ', '-');
const elsewhere = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal)?.address;

describe('without a token', () => {
  it.each(['127.0.0.1', '127.0.0.9', '::1'])('accepts a program on this machine, at %s', async (address) => {
    expect(await status(undefined, {}, address)).toBe(200);
  });

  it('refuses every client at another address, with any headers', async () => {
    // A machine with only loopback addresses cannot be reached by another one.
    const address = elsewhere ?? '127.0.0.1';
    const expected = elsewhere === undefined ? 200 : 403;
    expect(await status(undefined, { host: 'localhost' }, address)).toBe(expected);
    expect(await status(undefined, { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }, address)).toBe(403);
    expect(await status(undefined, { authorization: `Bearer ${TOKEN}`, host: 'traces.example' }, address)).toBe(403);
  });

  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
    ['x-real-ip', '127.0.0.1'],
    ['via', '1.1 proxy'],
    ['x-forwarded-proto', 'https'],
    ['host', 'traces.example'],
    ['host', 'localhost.traces.example'],
    ['host', '127.0.0.1.traces.example:3000'],
  ])('refuses requests through a proxy on this machine (%s: %s)', async (name, value) => {
    expect(await status(undefined, { [name]: value })).toBe(403);
  });
});

describe('with a token', () => {
  it('accepts a client that sends it, from anywhere', async () => {
    expect(await status(TOKEN, { authorization: `Bearer ${TOKEN}` })).toBe(200);
    expect(await status(TOKEN, { authorization: `bearer ${TOKEN}`, host: 'a.example' }, elsewhere)).toBe(200);
    expect(await status(TOKEN, { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '192.0.2.1' })).toBe(200);
  });

  it.each(['', 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN])(
    'refuses “%s”, also from this machine',
    async (authorization) => {
      expect(await status(TOKEN, { ...(authorization && { authorization }) })).toBe(401);
    },
  );
});

describe('SUBTEXT_METRICS_TOKEN', () => {
  it('may be absent or empty', () => {
    expect([undefined, '', '  '].map((text) => METRICS_TOKEN.parse(text))).toEqual([undefined, undefined, undefined]);
  });

  it.each(['short', 'has a blank in it somewhere', 'öööööööööööööööööö'])('is refused when it is “%s”', (text) => {
    expect(METRICS_TOKEN.safeParse(text).error?.issues[0]?.message).toContain('at least 16 characters');
  });
});
