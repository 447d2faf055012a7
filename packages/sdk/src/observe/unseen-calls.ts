/**
 * Says at the end of a process which model calls `register` could not see: those of clients that do not use the global
 * fetch. Node's diagnostics channels announce every request of node:http and undici, which is also the global fetch;
 * those that were observed are subtracted. It only counts, so it delays nothing and changes nothing.
 */
import { subscribe } from 'node:diagnostics_channel';
import { isModelPath } from '@subtext/reasoning';
import { whenOpened } from '../exchange/exchange.ts';
import { guarded, report } from '../platform/report.ts';

/** A program with more hosts than this is not a program that calls models. */
const MAX_HOSTS = 100;

/** Calls by host: those that were sent, less those that were observed. */
const unseen = new Map<string, number>();

/** The part of a request that the channels of node:http announce. */
interface HttpRequest {
  method?: string;
  path?: string;
  getHeader?(name: string): unknown;
}

/** The part of a request that undici's channel announces. */
interface UndiciRequest {
  origin?: string | URL;
  path?: string;
  method?: string;
}

export function watchUnseenCalls(): void {
  whenOpened((url) => count(url, -1));
  listen<HttpRequest>('http.client.request.start', (request) => {
    if (request.method === 'POST') count(`http://${String(request.getHeader?.('host'))}${request.path}`, 1);
  });
  listen<UndiciRequest>('undici:request:create', ({ method, origin, path }) => {
    if (method === 'POST') count(`${String(origin)}${path}`, 1);
  });
  process.on('exit', () => guarded('name the calls that were not seen', reportUnseen));
}

function listen<Request extends object>(channel: string, hear: (request: Request) => void): void {
  subscribe(channel, (message) =>
    guarded('count the calls that are not seen', () => {
      const { request } = message as { request: Request };
      hear(request);
    }),
  );
}

function count(address: string, change: 1 | -1): void {
  const url = URL.parse(address);
  if (!url || !isModelPath(url.pathname) || (unseen.size >= MAX_HOSTS && !unseen.has(url.host))) return;
  unseen.set(url.host, (unseen.get(url.host) ?? 0) + change);
}

function reportUnseen(): void {
  const hosts = [...unseen].filter(([, calls]) => calls > 0);
  if (hosts.length === 0) return;
  const named = hosts.map(([host, calls]) => `${host} (${calls} ${calls === 1 ? 'call' : 'calls'})`).join(', ');
  report(
    'unseen calls',
    () =>
      `Model calls were not recorded, because their client does not use the global fetch: ${named}. Give observe() the client, or observeFetch() to what takes a fetch.`,
  );
}
