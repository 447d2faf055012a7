/**
 * Observes model calls of undici, in the application's copies and in Node's own: `fetch`, `request` and the other
 * functions, with any dispatcher. Its diagnostics channels announce every request and response; the chunks of a body
 * only in new versions, and then those of all requests, so they are taken from the methods of the request instead.
 */
import type { AsyncResource } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { refusedBesideFetch } from '../../fork/forking.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { guarded } from '../../platform/report.ts';
import { isSentByObservedFetch } from '../observed-fetch.ts';
import { headerPairs } from './header-pairs.ts';
import { watchMethod } from './watch-method.ts';
import { mayBeModelCall, TransportCall, type Observation, type SentHead } from './transport-call.ts';

/** The part of undici's request that its versions 5 to 8 have in common. */
interface UndiciRequest {
  method: string;
  origin: string | URL;
  path: string;
  headers: unknown;
  body: unknown;
}

interface UndiciResponse {
  statusCode: number;
  headers: unknown;
}

interface Message {
  request: UndiciRequest;
  response: UndiciResponse;
  error: unknown;
}

/** The methods that receive chunks of the response: of version 8, and of those before. */
const RECEIVERS = ['onResponseData', 'onData'];

/** `awaiting`: the exchanges of observed fetches that wait for an answer. */
export function observeUndici(observation: Observation, awaiting: ReadonlySet<Exchange>): void {
  const calls = new WeakMap<UndiciRequest, TransportCall>();
  const listen = (channel: string, hear: (message: Message, call: TransportCall) => void) =>
    subscribe(`undici:request:${channel}`, (message) => {
      const call = calls.get((message as Message).request);
      if (call) guarded('see an event of undici', () => hear(message as Message, call));
    });
  const open = (request: UndiciRequest, call: TransportCall) =>
    call.open(
      () => headOf(request),
      (body) => !isWhole(request.body) && isBodyOf(awaiting, body),
    );
  subscribe('undici:request:create', (message) => {
    const { request } = message as Message;
    if (!mayBeModelCall(request.method, request.path)) return;
    guarded('see a request of undici', () => {
      const call = inCallersContext(request, () =>
        isSentByObservedFetch(request.path) ? undefined : new TransportCall(observation),
      );
      if (!call) return;
      // Undici has no way to end a request from here, so it is sent, and said.
      refusedBesideFetch();
      calls.set(request, call);
      watchRequest(request, call);
      if (isWhole(request.body)) open(request, call);
    });
  });
  listen('bodySent', ({ request }, call) => open(request, call));
  listen('headers', ({ request, response: { statusCode, headers } }, call) => {
    if (statusCode < 200) return;
    open(request, call);
    const pairs = headerPairs(headers);
    call.answered(statusCode, (name) => pairs.find(([key]) => key.toLowerCase() === name)?.[1]);
  });
  listen('trailers', (_, call) => call.finish({ how: 'complete' }));
  listen('error', ({ request, error }, call) => {
    // The body of a fetch is not known before it is sent.
    call.giveUp(() => headOf(request));
    call.finish({ how: 'failed', error });
  });
}

function watchRequest(request: UndiciRequest, call: TransportCall): void {
  const receiver = RECEIVERS.find(
    (name) => typeof (request as unknown as Record<string, unknown>)[name] === 'function',
  );
  if (!receiver) return call.giveUp(() => headOf(request));
  watchMethod(request, receiver, { before: ([chunk]) => void (chunk instanceof Uint8Array && call.keep(chunk)) });
  if (request.body instanceof Uint8Array) call.keepRequest(request.body);
  else watchMethod(request, 'onBodySent', { before: ([chunk]) => keepSent(chunk, call) });
}

function keepSent(chunk: unknown, call: TransportCall): void {
  if (chunk instanceof Uint8Array) call.keepRequest(chunk);
  else if (typeof chunk === 'string') call.keepRequest(Buffer.from(chunk));
}

/** Undici turns texts into bytes. All other bodies are read while they are sent. */
function isWhole(body: unknown): boolean {
  return body === null || body instanceof Uint8Array;
}

/**
 * A dispatcher that queues, redirects or retries sends the request of an observed fetch from another async context.
 * Its body shows whose it is; a `Request` object has none that could be compared.
 */
function isBodyOf(awaiting: ReadonlySet<Exchange>, body: Uint8Array): boolean {
  return [...awaiting].some(({ requestBody }) => {
    if (requestBody instanceof Uint8Array) return Buffer.compare(requestBody, body) === 0;
    return typeof requestBody === 'string' && Buffer.from(requestBody).equals(body);
  });
}

/** Before version 8 a full pool dispatches the request later, in the context of another one. */
function inCallersContext<Result>(request: UndiciRequest, work: () => Result): Result {
  const name = Object.getOwnPropertySymbols(request).find(({ description }) => description === 'handler');
  const handler = name && (request as unknown as Record<symbol, Partial<AsyncResource> | undefined>)[name];
  return typeof handler?.runInAsyncScope === 'function' ? handler.runInAsyncScope(work) : work();
}

function headOf(request: UndiciRequest): SentHead {
  return { method: request.method, url: urlOf(request), headers: headerPairs(request.headers) };
}

/** To a proxy the path may be the whole address. */
function urlOf({ origin, path }: UndiciRequest): string {
  return path.startsWith('/') ? `${String(origin).replace(/\/$/, '')}${path}` : path;
}
