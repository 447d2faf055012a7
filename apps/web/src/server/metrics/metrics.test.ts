/** `/metrics` of the web process, after requests through its real HTTP server. */
import { readFile } from 'node:fs/promises';
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readMetricsAccess } from '@subtext/metrics';
import { namesUsed, scrape } from '@subtext/metrics/testing';
import { afterEach, expect, it } from 'vitest';
import { createGate } from '../gate/index.ts';
import { routeClass } from './route-class.ts';
import { webMetrics } from './web-metrics.ts';

let server: ReturnType<typeof createServer> | undefined;
afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined))));

async function start(token?: string): Promise<string> {
  server = createGate({
    handle: ({ url }, response) => {
      if (url === '/api/trpc/live.follow') response.setHeader('content-type', 'text/event-stream');
      response.statusCode = url?.startsWith('/p/lost') ? 404 : 200;
      response.end('answer');
    },
    isTrusted: () => true,
    metricsAccess: readMetricsAccess(token),
  });
  await new Promise<void>((resolve) => void server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('counts requests by kind of route and status, and nothing of their paths', async () => {
  const url = await start();
  // A family is there once something was counted in it.
  await (await fetch(`${url}/`)).text();
  const before = await scrape(`${url}/metrics`);
  const paths = [
    '/',
    '/p/secret-project/traces',
    '/p/lost',
    '/api/v1/traces?key=secret',
    '/api/trpc/live.follow',
    '/x',
  ];
  for (const path of paths) await (await fetch(`${url}${path}`)).text();
  const after = await scrape(`${url}/metrics`);
  const more = (name: string, labels: Record<string, string>) =>
    after.value(`subtext_web_${name}`, labels) - before.value(`subtext_web_${name}`, labels);
  expect(more('requests_total', { route: 'page', status: '200' })).toBe(2);
  expect(more('requests_total', { route: 'page', status: '404' })).toBe(1);
  expect(more('requests_total', { route: 'read_api', status: '200' })).toBe(1);
  expect(more('requests_total', { route: 'trpc', status: '200' })).toBe(1);
  expect(more('requests_total', { route: 'other', status: '200' })).toBe(1);
  expect(more('request_duration_seconds_count', { route: 'page' })).toBe(3);
  expect(more('request_duration_seconds_count', { route: 'trpc' })).toBe(0);
  expect(after.text).not.toContain('secret');
});

it.each(['subtext.json', 'alerts.yml'])('has every name that docs/grafana/%s asks for', async (file) => {
  const url = await start();
  await (await fetch(url)).text();
  const text = await readFile(new URL(`../../../../../docs/grafana/${file}`, import.meta.url), 'utf8');
  const used = namesUsed(text, ['subtext_web_', 'subtext_build_', 'process_', 'nodejs_eventloop']);
  expect(used.length).toBeGreaterThan(3);
  const { names } = await scrape(`${url}/metrics`);
  expect(used.filter((name) => !names.has(name))).toEqual([]);
});

it('counts what the HTTP server refuses', async () => {
  const url = await start();
  const refused = async () => (await scrape(`${url}/metrics`)).value('subtext_web_requests_refused_total');
  const before = await refused();
  const answer = await fetch(`${url}/sign-in`, { method: 'POST', body: 'x'.repeat(2_000_000) });
  expect(answer.ok).toBe(false);
  expect(await refused()).toBe(before + 1);
});

it('shows what its sources say now', async () => {
  const url = await start();
  const { sources } = webMetrics();
  sources.liveStreams = () => 3;
  sources.heavyReads = () => ({ running: 2, waiting: 5 });
  sources.databasePool = () => ({ size: 10, inUse: 4, waiting: 1 });
  const found = await scrape(`${url}/metrics`);
  const names = ['live_streams', 'heavy_reads_running', 'heavy_reads_waiting', 'database_pool_in_use'];
  expect(names.map((name) => found.value(`subtext_web_${name}`))).toEqual([3, 2, 5, 4]);
  expect(found.value('subtext_build_info', { component: 'web' })).toBe(1);
});

it('believes no header about who asks, though the proxy is trusted', async () => {
  const url = await start();
  const status = (headers: Record<string, string>) =>
    new Promise((resolve, reject) => {
      const sent = sendRequest(`${url}/metrics`, { headers, agent: false }, (answer) =>
        resolve(answer.resume().statusCode),
      );
      sent.on('error', reject).end();
    });
  expect(await status({})).toBe(200);
  expect(await status({ 'x-forwarded-for': '127.0.0.1' })).toBe(403);
  expect(await status({ 'x-subtext-client-address': '127.0.0.1', host: 'traces.example' })).toBe(403);
});

it('asks for the token where there is one', async () => {
  const url = await start('0123456789abcdef');
  expect((await fetch(`${url}/metrics`)).status).toBe(401);
  expect((await scrape(`${url}/metrics`, { authorization: 'Bearer 0123456789abcdef' })).text).toContain('subtext_web_');
});

it.each([
  ['/p/shop/traces/0af7651916cd43dd8448eb211c80319c/export?format=json', 'export'],
  ['/api/auth/magic-link/verify?token=x', 'sign_in'],
  ['/_next/static/x.js', 'static'],
  ['/s/token/api/share.trace', 'share'],
  ['//', 'other'],
  ['*', 'other'],
  ['', 'other'],
])('%s is of the class %s', (url, name) => {
  expect(routeClass(url)).toBe(name);
});
