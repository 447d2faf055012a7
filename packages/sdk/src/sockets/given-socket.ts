/** A WebSocket that the application gives to `observe()`: of any class, or inside an object of a client library. */
import { isFields, isFunction } from '../clients/observable-client.ts';
import { guarded } from '../platform/report.ts';
import { sessionFor } from './model-sockets.ts';
import type { Sink } from './socket-exchange.ts';
import { isSocket, watchSocket, type Socket } from './watch-socket.ts';

/** undefined: the value is no socket and holds none. False: the socket goes to no model API that uses sockets. */
export function observeSocketIn(value: unknown, sink: () => Sink): boolean | undefined {
  if (!isFields(value)) return undefined;
  if (isSocket(value)) return observeSocket(value, sink);
  const held = heldSocket(value);
  if (!held) return undefined;
  // `openai` replaces the socket of its object after a lost connection.
  if (isFunction(value.on)) {
    const renew = () => guarded('watch a socket again', () => observeSocket(heldSocket(value), sink));
    Reflect.apply(value.on, value, ['reconnected', renew]);
  }
  return observeSocket(held, sink);
}

function heldSocket({ socket }: { socket?: unknown }): Socket | undefined {
  const held = isFields(socket) ? (socket.platformSocket ?? socket) : undefined;
  return isFields(held) && isSocket(held) ? held : undefined;
}

function observeSocket(socket: Socket | undefined, sink: () => Sink): boolean {
  const address = URL.parse(socket?.url ?? '');
  const session = address && sessionFor(address, sink());
  if (socket && session) watchSocket(socket, session);
  return Boolean(session);
}
