import { createServer, request as sendRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAddress, clientNetwork, readTrustedProxies, type TrustedProxies } from './client-address.ts';

let isTrusted: TrustedProxies = () => false;
const server = createServer((request, response) => void response.end(clientAddress(request, isTrusted)));

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => void server.close(resolve)));

/** The client address that the server finds for a connection from `from`, an address of the loopback interface. */
async function seenAs(forwardedFor: string | string[], { from = '127.0.0.1', trusted = '' } = {}): Promise<string> {
  isTrusted = readTrustedProxies(trusted);
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { port, host: '127.0.0.1', localAddress: from, headers: { 'x-forwarded-for': forwardedFor } };
    sendRequest(options, resolve).on('error', reject).end();
  });
  return (await response.setEncoding('utf8').toArray()).join('');
}

describe('the address of a client', () => {
  it('is that of its socket, for any headers it sends', async () => {
    expect(await seenAs('192.0.2.1')).toBe('127.0.0.1');
    expect(await seenAs('192.0.2.1', { trusted: '10.0.0.0/8' })).toBe('127.0.0.1');
    expect(await seenAs('127.0.0.5, 127.0.0.1', { from: '127.0.0.9', trusted: '127.0.0.1' })).toBe('127.0.0.9');
  });

  it('is what a trusted proxy saw, and not what the client made the proxy pass on', async () => {
    expect(await seenAs('192.0.2.1', { trusted: '127.0.0.1' })).toBe('192.0.2.1');
    expect(await seenAs('6.6.6.6, 192.0.2.1', { trusted: '127.0.0.1' })).toBe('192.0.2.1');
    expect(await seenAs(['6.6.6.6', '192.0.2.1'], { trusted: '127.0.0.1' })).toBe('192.0.2.1');
    expect(await seenAs('6.6.6.6, 192.0.2.1, 10.1.2.3', { trusted: 'loopback, 10.0.0.0/8' })).toBe('192.0.2.1');
  });

  it('is that of the proxy when it names no client', async () => {
    for (const named of ['unknown', '', '_hidden', '999.1.1.1'])
      expect(await seenAs(named, { trusted: '127.0.0.1' })).toBe('127.0.0.1');
  });

  it('is written in one form', async () => {
    const seen = (named: string) => seenAs(named, { trusted: '127.0.0.1' });
    expect(await seen('192.0.2.1:4711')).toBe('192.0.2.1');
    expect(await seen('[2001:DB8::1]:4711')).toBe('2001:db8::1');
    expect(await seen('::ffff:192.0.2.1')).toBe('192.0.2.1');
  });
});

describe('SUBTEXT_TRUSTED_PROXIES', () => {
  it.each(['10.0.0.0/8', '10.0.0.7', 'fd00::/8,::1', ' loopback , 172.16.0.0/12 ', '', ','])('takes “%s”', (text) => {
    expect(readTrustedProxies(text)('192.0.2.1')).toBe(false);
  });

  it.each(['nginx', '10', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/x', '10.0.0.0/8/8', '10.0.0.1 10.0.0.2', '*'])(
    'refuses “%s” and names it',
    (text) => {
      expect(() => readTrustedProxies(`127.0.0.1,${text}`)).toThrow(`“${text}” is neither an address nor a range`);
    },
  );
});

it('limits an IPv6 client by its network, since it may choose among 2^64 addresses', () => {
  expect(clientNetwork('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(clientNetwork('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
  expect(clientNetwork('192.0.2.1')).toBe('192.0.2.1');
  expect(clientNetwork('unknown')).toBe('unknown');
});
