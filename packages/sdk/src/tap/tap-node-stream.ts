/**
 * The tap for Node streams: bodies of `node-fetch` in older clients and of the AWS client. The stream itself is
 * unchanged; every mode of reading (flowing, `read()`, iteration, pipes) emits each chunk in a `data` event, which the
 * tap observes.
 */
import type { EventEmitter } from 'node:events';
import type { Tap } from './tap.ts';

export function isNodeStream(body: unknown): body is EventEmitter {
  const stream = body as { pipe?: unknown; read?: unknown; emit?: unknown } | null;
  return [stream?.pipe, stream?.read, stream?.emit].every((method) => typeof method === 'function');
}

/** A stream that closes before its end was abandoned by the caller. */
export function tapNodeStream(body: EventEmitter, tap: Tap): void {
  let ended = false;
  const finish: Tap['finish'] = (end) => {
    if (!ended) tap.finish(end);
    ended = true;
  };
  const { emit } = body;
  const watched = function (this: EventEmitter, event: string | symbol, ...parameters: unknown[]): boolean {
    if (event === 'data' && parameters[0] instanceof Uint8Array) tap.keep(parameters[0]);
    else if (event === 'end') finish({ how: 'complete' });
    else if (event === 'error') finish({ how: 'failed', error: parameters[0] });
    else if (event === 'close') finish({ how: 'cancelled' });
    return Reflect.apply(emit, this, [event, ...parameters]);
  };
  Object.defineProperty(body, 'emit', { value: watched, configurable: true, writable: true });
}
