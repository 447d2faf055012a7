/** Receivers of spans that work, are slow, silent, unreachable or refuse, on real sockets. */
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';

export interface Backend {
  url: string;
  /** Bodies of the requests that were accepted. */
  accepted: Buffer[];
  close(): void;
}

async function listen(server: Server, accepted: Buffer[] = []): Promise<Backend> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted,
    close: () => void server.close(),
  };
}

/** Answers when a request is whole, and counts it when the status is 200. */
function answering(
  status: number,
  { after = 0, headers = {} }: { after?: number; headers?: Record<string, string> } = {},
) {
  const accepted: Buffer[] = [];
  const answer: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const end = () => {
        if (status === 200) accepted.push(Buffer.concat(chunks));
        response.writeHead(status, headers).end();
      };
      if (after > 0) setTimeout(end, after).unref();
      else end();
    });
  };
  return listen(createHttpServer(answer), accepted);
}

/** A piece of the answer each half second, for 10 s. */
const dribble: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), 500).unref();
  setTimeout(() => (clearInterval(timer), response.end()), 10_000).unref();
};

export const BACKENDS = {
  healthy: () => answering(200),
  'a second away': () => answering(200, { after: 1_000 }),
  async refusing() {
    const backend = await listen(createServer());
    backend.close();
    return backend;
  },
  silent: () => listen(createServer((socket) => void socket.on('error', () => undefined).resume())),
  slow: () => answering(200, { after: 10_000 }),
  dribbling: () => listen(createHttpServer(dribble)),
  '401': () => answering(401),
  '503 for a second': () => answering(503, { headers: { 'retry-after': '1' } }),
  '503 for a minute': () => answering(503, { headers: { 'retry-after': '60' } }),
} as const satisfies Record<string, () => Promise<Backend>>;
