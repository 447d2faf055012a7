/**
 * Observes model calls of node:http and node:https, whose diagnostics channels announce every request and response of
 * the process, also of modules that were loaded before. Only the objects of model calls are watched: by methods of
 * their own, since a listener would change what Node does (it drops bodies, and hides errors, that have none).
 */
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { refusedBesideFetch } from '../../fork/forking.ts';
import { guarded } from '../../platform/report.ts';
import type { BodyEnd } from '../body-watch.ts';
import { isInsideObservedFetch } from '../observed-fetch.ts';
import { headerPairs } from './header-pairs.ts';
import { watchMethod } from './watch-method.ts';
import { mayBeModelCall, TransportCall, type Observation, type SentHead } from './transport-call.ts';

const TIMED_OUT = Object.assign(new Error('The connection timed out.'), { name: 'TimeoutError' });

export function observeHttp(observation: Observation): void {
  const calls = new WeakMap<ClientRequest, TransportCall>();
  subscribe('http.client.request.created', (message) => {
    const { request } = message as { request: ClientRequest };
    guarded('see a request of node:http', () => {
      if (!mayBeModelCall(request.method, request.path) || isInsideObservedFetch()) return;
      const refused = refusedBesideFetch();
      if (refused) return void request.destroy(refused);
      const call = new TransportCall(observation);
      calls.set(request, call);
      watchRequest(request, call);
    });
  });
  subscribe('http.client.response.finish', (message) => {
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
    const call = calls.get(request);
    if (call) guarded('see a response of node:http', () => watchResponse(request, response, call));
  });
}

function watchRequest(request: ClientRequest, call: TransportCall): void {
  let hasTimedOut = false;
  const keepWritten = ([chunk, encoding]: readonly unknown[]) => {
    if (chunk instanceof Uint8Array) call.keepRequest(chunk);
    else if (typeof chunk === 'string')
      call.keepRequest(isUtf8(encoding) ? chunk : Buffer.from(chunk, encoding as BufferEncoding));
  };
  watchMethod(request, 'write', { after: keepWritten });
  watchMethod(request, 'end', {
    after: (parameters) => {
      keepWritten(parameters);
      call.open(() => headOf(request));
    },
  });
  watchMethod(request, 'destroy', { before: ([error]) => call.finish(endOf(error ?? (hasTimedOut && TIMED_OUT))) });
  watchMethod(request, 'emit', {
    before: ([event, error]) => {
      if (event === 'timeout') hasTimedOut = true;
      if (event === 'error') {
        // Without the end of its body, it is not known what the request was to ask.
        call.giveUp(() => headOf(request));
        call.finish(endOf(error));
      }
      if (event === 'close') call.finish({ how: 'abandoned' });
    },
    after: ([event], hasListener) => {
      // Node drops the body of a response that has no listener.
      if (event === 'response' && hasListener === false) call.finish({ how: 'abandoned' });
    },
  });
}

function watchResponse(request: ClientRequest, response: IncomingMessage, call: TransportCall): void {
  call.open(() => headOf(request));
  call.answered(response.statusCode ?? 0, (name) => headerOf(response, name));
  // The parser pushes each chunk once for every way to read the body, and pauses while the reader does.
  watchMethod(response, 'push', {
    before: ([chunk]) => {
      if (chunk === null) call.finish({ how: 'complete' });
      else if (chunk instanceof Uint8Array) call.keep(chunk);
    },
  });
  watchMethod(response, 'destroy', { before: ([error]) => call.finish(endOf(error)) });
}

function endOf(error: unknown): BodyEnd {
  return error ? { how: 'failed', error } : { how: 'cancelled' };
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}

function headOf(request: ClientRequest): SentHead {
  const { method, path, protocol, host } = request;
  // Headers that were given as a list are only in the text that is sent.
  const named = Object.entries(request.getHeaders()).flat();
  const headers = headerPairs(named.length > 0 ? named : (request as { _header?: unknown })._header);
  const target = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? host;
  // To a proxy the path is the whole address.
  return { method, url: path.startsWith('/') ? `${protocol}//${target}${path}` : path, headers };
}

function isUtf8(encoding: unknown): boolean {
  return typeof encoding !== 'string' || /^utf-?8$/i.test(encoding);
}
