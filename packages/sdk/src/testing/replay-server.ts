/**
 * A local HTTP server with given answers, for tests and for the conformance runner: real clients, real sockets, no
 * provider.
 */
import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * One answer. Bytes are sent in pieces of `chunkSize`, each in its own write, so that clients see boundaries at odd
 * positions.
 */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  chunkSize?: number;
  /** `hang`: the body never ends. `cut`: the connection breaks after the bytes. `silent`: not even headers are sent. */
  ending?: 'hang' | 'cut' | 'silent';
  /** Pieces after the body, each sent as soon as it resolves. */
  later?: readonly Promise<string>[];
}

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** The body as received. */
  bytes: Uint8Array;
}

export interface ReplayServer {
  url: string;
  /** Every request so far, in order of arrival. */
  requests: SeenRequest[];
  /** Answers for the next requests, in order. */
  next(...replies: Reply[]): void;
  /** Chooses the answer by request; undefined falls back to `next`. */
  route(pick: (request: SeenRequest) => Reply | undefined): void;
  /** Resolves with the next request when it arrives. */
  arrival(): Promise<SeenRequest>;
  /** Clears the requests so far and the unused answers. */
  reset(): void;
  close(): Promise<void>;
}

export async function startReplayServer(): Promise<ReplayServer> {
  const requests: SeenRequest[] = [];
  const replies: Reply[] = [];
  const arrivals = new EventEmitter<{ request: [SeenRequest] }>();
  let route: (request: SeenRequest) => Reply | undefined = () => undefined;
  const server = createServer((incoming, outgoing) => {
    void readBody(incoming).then((bytes) => {
      const { method = '', url = '', headers } = incoming;
      const seen = { method, url, headers, body: bytes.toString('utf8'), bytes };
      requests.push(seen);
      arrivals.emit('request', seen);
      answer(outgoing, route(seen) ?? replies.shift() ?? { status: 501, body: 'no reply was scripted' });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    next: (...more) => void replies.push(...more),
    route: (pick) => void (route = pick),
    arrival: () => new Promise((resolve) => arrivals.once('request', resolve)),
    reset: () => {
      requests.length = 0;
      replies.length = 0;
    },
    close: () => close(server),
  };
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function answer(outgoing: ServerResponse, reply: Reply): void {
  if (reply.ending === 'silent') return;
  // Two compared calls may fall into different seconds, and some clients expose the headers.
  outgoing.sendDate = false;
  const bytes = Buffer.from(reply.body ?? '');
  outgoing.writeHead(reply.status ?? 200, reply.headers);
  outgoing.flushHeaders();
  const size = reply.chunkSize ?? Math.max(bytes.length, 1);
  let sent = 0;
  const write = () => {
    if (outgoing.destroyed) return;
    if (sent >= bytes.length) return void goOn(outgoing, reply);
    // One piece per turn of the event loop: pieces written together would arrive together.
    outgoing.write(bytes.subarray(sent, (sent += size)), () => setImmediate(write));
  };
  write();
}

async function goOn(outgoing: ServerResponse, reply: Reply): Promise<void> {
  for (const piece of reply.later ?? []) outgoing.write(await piece);
  finish(outgoing, reply);
}

function finish(outgoing: ServerResponse, reply: Reply): void {
  if (reply.ending === 'hang') return;
  if (reply.ending === 'cut') outgoing.destroy();
  else outgoing.end();
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
