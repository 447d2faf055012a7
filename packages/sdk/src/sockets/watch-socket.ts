/**
 * Watches one open WebSocket: what the application sends, what arrives, and its end. The application keeps its socket:
 * `send`, `close` and `terminate` are preceded by the socket's own ones, and arrivals are heard by one more listener.
 */
import { isFunction } from '../clients/observable-client.ts';
import { refusedBesideFetch } from '../fork/forking.ts';
import { guarded, report, reportFailure } from '../platform/report.ts';

/** The part of a WebSocket that is used: of the runtime's own class, or of the package `ws`. */
export interface Socket {
  readyState: number;
  url?: string;
  /** `ws` answers a close frame of the other side by its own `close`. */
  _closeFrameReceived?: boolean;
  send(data: unknown, ...rest: unknown[]): unknown;
  close(...reason: unknown[]): unknown;
  terminate?(): unknown;
  on?(event: string, listener: (...values: never[]) => void): unknown;
  prependListener?(event: string, listener: (...values: never[]) => void): unknown;
  addEventListener?(event: string, listener: (event: never) => void): unknown;
}

/** One event of a conversation: JSON text, and its bytes where the socket has them. */
export interface Frame {
  text: string;
  bytes: Uint8Array | undefined;
}

/** Receives what passes through a socket. */
export interface SocketSession {
  sent(text: string): void;
  received(frame: Frame): void;
  /** `isOwn`: the application closed it. */
  closed(isOwn: boolean): void;
}

/** Shared by all copies of the SDK in a process, so that two of them do not record a socket twice. */
const WATCHED: unique symbol = Symbol.for('@subtext/sdk watched sockets');
const globals = globalThis as { [WATCHED]?: WeakSet<Socket> };
const watched = (globals[WATCHED] ??= new WeakSet());

const OPEN = 1;

export function isSocket(value: object): value is Socket {
  const { readyState, send, close, on, addEventListener } = value as Partial<Socket>;
  return typeof readyState === 'number' && isFunction(send) && isFunction(close) && isFunction(on ?? addEventListener);
}

/** Does nothing for a socket that is watched already. */
export function watchSocket(socket: Socket, session: SocketSession): void {
  if (watched.has(socket)) return;
  watched.add(socket);
  let isOwnEnd = false;
  const end = () => void (isOwnEnd ||= socket._closeFrameReceived !== true);
  precede(socket, 'send', ([data]) => {
    const text = textOf(data);
    const refused = refusedBesideFetch();
    if (!refused && text !== undefined && socket.readyState === OPEN) session.sent(text);
    return refused;
  });
  precede(socket, 'close', end);
  precede(socket, 'terminate', end);
  const received = (data: unknown, isBinary?: unknown) => {
    try {
      const frame = isBinary === true ? undefined : frameOf(data);
      if (frame) session.received(frame);
    } catch (error) {
      reportFailure('read a message of a socket', error);
    }
  };
  const closed = () => guarded('see a socket close', () => session.closed(isOwnEnd));
  if (socket.on) {
    (socket.prependListener ?? socket.on).call(socket, 'message', received);
    socket.on('close', closed);
  } else {
    socket.addEventListener?.('message', ({ data }: { data: unknown }) => received(data));
    socket.addEventListener?.('close', closed);
  }
}

/**
 * Runs `before` ahead of the socket's method, which then gets the same arguments, unless it returns an error, which is
 * thrown instead. It looks like the method in front of it, and is not listed among the socket's fields.
 */
function precede(
  socket: Socket,
  name: 'send' | 'close' | 'terminate',
  before: (parameters: unknown[]) => Error | void,
): void {
  const native = socket[name];
  if (!native) return;
  const method = function (this: Socket, ...parameters: unknown[]): unknown {
    let refused: Error | undefined | void = undefined;
    try {
      refused = before(parameters);
    } catch (error) {
      reportFailure('see a message that is sent', error);
    }
    if (refused) throw refused;
    return Reflect.apply(native, this, parameters);
  };
  for (const [field, value] of Object.entries({ name, length: native.length })) {
    Object.defineProperty(method, field, { value, configurable: true });
  }
  Object.defineProperty(socket, name, { value: method, configurable: true, writable: true, enumerable: false });
}

const decoder = new TextDecoder();

/** undefined for data that holds no text: audio in binary frames, blobs. */
function textOf(data: unknown): string | undefined {
  if (typeof data === 'string') return data;
  const bytes = bytesOf(data);
  return bytes && startsLikeJson(bytes) ? decoder.decode(bytes) : undefined;
}

function frameOf(data: unknown): Frame | undefined {
  if (typeof data === 'string') return { text: data, bytes: undefined };
  const bytes = bytesOf(data);
  if (bytes && startsLikeJson(bytes)) return { text: decoder.decode(bytes), bytes };
  report('unread message', () => 'A message of a model’s WebSocket is not JSON text, so it is not recorded.');
  return undefined;
}

function bytesOf(data: unknown): Uint8Array | undefined {
  if (data instanceof Uint8Array) return data;
  return data instanceof ArrayBuffer ? new Uint8Array(data) : undefined;
}

function startsLikeJson(bytes: Uint8Array): boolean {
  return bytes[0] === 0x7b;
}
