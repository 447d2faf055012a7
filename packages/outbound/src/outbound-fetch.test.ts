import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { ALLOWED_ADDRESSES, outboundFetch, RefusedDestination } from './index.ts';

const allowed = ALLOWED_ADDRESSES.parse('127.0.0.1');
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/path?a=b`;
}

it('sends the method, the headers and the body, and answers with status, headers and body', async () => {
  const url = await serve((request, response) => {
    void text(request).then((body) => {
      response.writeHead(201, { etag: '"1"' });
      response.end(`${request.method} ${request.url} ${request.headers['x-key']} ${body}`);
    });
  });
  const fetch = outboundFetch({ allowed, maxBytes: 100 });
  const answer = await fetch(url, { method: 'PUT', headers: { 'x-key': 'k' }, body: Buffer.from('bytes') });
  expect([answer.status, answer.headers.get('etag')]).toEqual([201, '"1"']);
  expect(await answer.text()).toBe('PUT /path?a=b k bytes');
});

it('reaches no private address, does not follow redirects, and bounds the answer', async () => {
  let requests = 0;
  const url = await serve((request, response) => {
    requests += 1;
    if (request.url === '/long') return response.end('x'.repeat(101));
    response.writeHead(302, { location: '/long' }).end();
  });
  await expect(outboundFetch({ allowed: [], maxBytes: 100 })(url)).rejects.toThrow(RefusedDestination);
  expect(requests).toBe(0);
  const fetch = outboundFetch({ allowed, maxBytes: 100 });
  expect((await fetch(url)).status).toBe(302);
  await expect(fetch(new URL('/long', url))).rejects.toThrow('longer than 100 bytes');
});

it('has no body in the answers that have none', async () => {
  const url = await serve((request, response) => {
    response.writeHead(request.method === 'HEAD' ? 200 : 204, request.method === 'HEAD' ? { 'content-length': 7 } : {});
    response.end();
  });
  const fetch = outboundFetch({ allowed, maxBytes: 100 });
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), head.body]).toEqual([200, '7', null]);
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
});
