/**
 * Which WebSockets of the process are recorded, and with which settings: those that an observed client opened. The
 * client is asked for the headers of a socket of `ws`; the global WebSocket is recognized by the client's address and
 * its key in the handshake. With `register`, all sockets that go to a model API are recorded.
 */
import { isModelPath } from '@subtext/reasoning';
import { isFunction, type Fields } from '../clients/observable-client.ts';
import { rememberHeader, rememberUrl } from '../privacy/credentials.ts';
import { RealtimeSession } from './realtime-session.ts';
import { ResponsesSession } from './responses-session.ts';
import type { Sink } from './socket-exchange.ts';
import type { SocketSession } from './watch-socket.ts';

/** What a socket says when it is opened. */
export interface Handshake {
  url: string;
  headers: Iterable<readonly [string, string]>;
  /** Opened by the global WebSocket, not by the package `ws`. */
  isGlobal: boolean;
}

interface ObservedClient extends Sink {
  /** Weak, since applications create a client for each request. */
  client: WeakRef<Fields>;
}

/** Later ones win. */
let clients: ObservedClient[] = [];
let everySocket: Sink | undefined;
/** The number of clients at which those that are gone are removed. */
const INITIAL_LIMIT = 64;
let limit = INITIAL_LIMIT;

/** True for the clients that can open sockets: those with the resources of OpenAI's API. */
export function mayOpenSockets(client: object): client is Fields {
  return 'baseURL' in client && ('realtime' in client || 'responses' in client);
}

/** The client that was asked for the headers of a socket, until the caller's code ends: it opens the socket at once. */
let opening: Fields | undefined;

/** The method of newer versions of `openai`; without it, sockets of `ws` are recognized by their key, too. */
const HEADERS = '_buildWebSocketHeaders';

export function observeSocketsOf(client: Fields, sink: Sink): void {
  watchOpenings(client);
  clients = clients.filter(({ client: known }) => known.deref() !== client);
  clients.push({ client: new WeakRef(client), ...sink });
  if (clients.length < limit) return;
  clients = clients.filter(({ client: known }) => known.deref());
  limit = Math.max(INITIAL_LIMIT, clients.length * 2);
}

function watchOpenings(client: Fields): void {
  const build = client[HEADERS];
  if (!isFunction(build) || Object.hasOwn(client, HEADERS)) return;
  const value = function (this: Fields, ...parameters: never[]): unknown {
    noteOpening(this);
    return Reflect.apply(build, this, parameters);
  };
  Object.defineProperty(client, HEADERS, { value, configurable: true, writable: true });
}

function noteOpening(client: Fields): void {
  opening = client;
  queueMicrotask(() => void (opening = undefined));
}

export function observeEverySocket(sink: Sink): void {
  everySocket = sink;
}

/** The session of a socket that is opened, or undefined when the socket is not to be recorded. */
export function claimSocket(handshake: Handshake): SocketSession | undefined {
  const address = URL.parse(handshake.url);
  if (!address) return undefined;
  const headers = new Map([...handshake.headers].map(([name, value]) => [name.toLowerCase(), value]));
  const { isGlobal } = handshake;
  const isOwner = ({ client }: ObservedClient) => isOpenedBy(client.deref(), { address, headers, isGlobal });
  const sink = clients.findLast(isOwner) ?? everySocket;
  if (!sink) return undefined;
  const session = sessionFor(address, sink);
  if (session) rememberKeys(headers);
  return session;
}

/** undefined for an address of no API that is spoken over sockets. */
export function sessionFor(address: URL, { settings, recording }: Sink): SocketSession | undefined {
  const Session = isModelPath(address.pathname, 'openai.responses') ? sessionAt(address.pathname) : undefined;
  if (!Session) return undefined;
  const url = new URL(address);
  url.protocol = url.protocol === 'wss:' ? 'https:' : 'http:';
  rememberUrl(url.href);
  return new Session({ url: url.href, settings, recording });
}

function sessionAt(path: string) {
  return path.endsWith('/realtime') ? RealtimeSession : ResponsesSession;
}

/** Subprotocols carry the key where headers cannot be set. */
const SUBPROTOCOLS = 'sec-websocket-protocol';
const CREDENTIALS = ['authorization', 'api-key', SUBPROTOCOLS];

function rememberKeys(headers: ReadonlyMap<string, string>): void {
  // The random key of the handshake is no secret.
  for (const [name, value] of headers) if (!name.startsWith('sec-websocket-')) rememberHeader(name, value);
  for (const subprotocol of (headers.get(SUBPROTOCOLS) ?? '').split(/[,\s]+/)) {
    const [name = '', ...key] = subprotocol.split('.');
    rememberHeader(name, key.join('.'));
  }
}

interface Opening extends Pick<Handshake, 'isGlobal'> {
  address: URL;
  headers: ReadonlyMap<string, string>;
}

function isOpenedBy(client: Fields | undefined, { address, headers, isGlobal }: Opening): boolean {
  if (!client) return false;
  if (!isGlobal && HEADERS in client) return client === opening;
  const base = typeof client.baseURL === 'string' ? URL.parse(client.baseURL) : null;
  if (base?.host !== address.host || !address.pathname.startsWith(base.pathname.replace(/\/+$/, ''))) return false;
  const { apiKey } = client;
  if (typeof apiKey !== 'string' || apiKey === '') return true;
  return CREDENTIALS.some((name) => headers.get(name)?.includes(apiKey));
}
