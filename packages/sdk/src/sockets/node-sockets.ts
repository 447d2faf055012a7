/**
 * Finds the WebSockets that a Node process opens, by Node's diagnostics channels, which announce every handshake. The
 * build for edge runtimes replaces this file by edge-sockets.ts; both have the same exports.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { Duplex } from 'node:stream';
import { guarded } from '../platform/report.ts';
import type { Handshake } from './model-sockets.ts';
import { isSocket, watchSocket, type Socket, type SocketSession } from './watch-socket.ts';

type Claim = (handshake: Handshake) => SocketSession | undefined;

/** The part of a request that the channels of node:http announce. */
interface HttpRequest {
  path: string;
  host: string;
  protocol: string;
  getHeader(name: string): unknown;
  getHeaders(): Record<string, unknown>;
  prependOnceListener(event: 'upgrade', listener: (response: unknown, duplex: Duplex) => void): unknown;
}

/** The part of a request that undici's channel announces. */
interface UndiciRequest {
  origin: string | URL;
  path: string;
  upgrade?: unknown;
  headers: string | readonly unknown[];
}

let isFinding = false;

/** Calls `claim` for each handshake from now on. */
export function findSockets(claim: Claim): void {
  if (isFinding) return;
  isFinding = true;
  listen<{ request: HttpRequest }>('http.client.request.created', ({ request }) => {
    if (request.getHeader('upgrade') !== undefined) expectUpgrade(request, claim);
  });
  listen<{ request: UndiciRequest }>('undici:request:create', ({ request }) => {
    if (request.upgrade === 'websocket') expectGlobal(request, claim);
  });
  listen<{ websocket?: Socket }>('undici:websocket:open', ({ websocket }) => {
    if (websocket) meet(websocket);
  });
}

function listen<Message extends object>(channel: string, hear: (message: Message) => void): void {
  subscribe(channel, (message) => guarded('see a socket open', () => hear(message as Message)));
}

/**
 * The package `ws`: it stores the WebSocket in a field of the connection and then adds its listeners to it, before the
 * application hears that the socket is open.
 */
function expectUpgrade(request: HttpRequest, claim: Claim): void {
  const { path, protocol } = request;
  const url = `${protocol === 'https:' ? 'wss' : 'ws'}://${String(request.getHeader('host'))}${path}`;
  const headers = Object.entries(request.getHeaders()).map(([name, value]) => [name, String(value)] as const);
  const session = claim({ url, headers, isGlobal: false });
  if (!session) return;
  request.prependOnceListener('upgrade', (_response, connection) => {
    const find = () => {
      const socket = webSocketOn(connection);
      if (!socket) return;
      connection.off('newListener', find);
      guarded('watch a socket', () => watchSocket(socket, session));
    };
    connection.on('newListener', find);
    queueMicrotask(() => connection.off('newListener', find));
  });
}

function webSocketOn(connection: Duplex): Socket | undefined {
  const fields = Object.getOwnPropertySymbols(connection).filter(({ description }) => description === 'websocket');
  const values = fields.map((field) => (connection as unknown as Record<symbol, unknown>)[field]);
  return values.find((value) => typeof value === 'object' && value !== null && isSocket(value)) as Socket | undefined;
}

/** Open handshakes of the global WebSocket, oldest first. No program has more at a time. */
const expected: { url: string; session: SocketSession | undefined }[] = [];
const MAX_EXPECTED = 1_000;
const met = new WeakSet<Socket>();

/**
 * The handshake does not name its WebSocket. That is met at the latest when its opening is announced, and before that
 * when the application, which hears of the opening first, sends something.
 */
function expectGlobal({ origin, path, headers }: UndiciRequest, claim: Claim): void {
  meetSenders();
  const url = `${String(origin)}${path}`.replace(/^http/, 'ws');
  expected.push({ url, session: claim({ url, headers: pairsOf(headers), isGlobal: true }) });
  if (expected.length > MAX_EXPECTED) expected.shift();
}

function meet(socket: Socket): void {
  if (met.has(socket)) return;
  met.add(socket);
  const index = expected.findIndex(({ url }) => url === socket.url);
  const [handshake] = index < 0 ? [] : expected.splice(index, 1);
  if (handshake?.session) watchSocket(socket, handshake.session);
}

let meetsSenders = false;

/** Runs when the runtime has loaded its WebSocket, since reading the global loads it. */
function meetSenders(): void {
  if (meetsSenders) return;
  meetsSenders = true;
  const prototype = globalThis.WebSocket.prototype as unknown as Socket;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, 'send');
  const { send: native } = prototype;
  const { send } = {
    send(this: Socket, ...parameters: Parameters<Socket['send']>): unknown {
      if (met.has(this)) return Reflect.apply(native, this, parameters);
      const { send: own } = this;
      guarded('watch a socket', () => meet(this));
      // A socket that is watched from now on has a method of its own, which sees what is sent.
      return this.send === own ? Reflect.apply(native, this, parameters) : this.send(...parameters);
    },
  };
  Object.defineProperty(send, 'length', { value: native.length, configurable: true });
  Object.defineProperty(prototype, 'send', { ...descriptor, value: send });
}

function pairsOf(headers: UndiciRequest['headers']): (readonly [string, string])[] {
  const fields = typeof headers === 'string' ? headers.split('\r\n').flatMap(splitField) : headers.map(String);
  return fields.flatMap((name, index) => (index % 2 === 0 ? [[name, fields[index + 1] ?? ''] as const] : []));
}

function splitField(line: string): string[] {
  const at = line.indexOf(':');
  return at < 0 ? [] : [line.slice(0, at), line.slice(at + 1).trim()];
}
