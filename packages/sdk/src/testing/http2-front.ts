/** HTTP/2 without TLS in front of a replay server: the default protocol of the AWS client. */
import { request } from 'node:http';
import { createServer, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { Reply } from './replay-server.ts';

/** Headers that HTTP/2 forbids. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding']);

export async function startHttp2Front(target: string): Promise<{ url: string; close(): void }> {
  const server = createServer((incoming, outgoing) => {
    const { method, url: path } = incoming;
    const headers = Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':'));
    const onward = request(
      target + path,
      { method: method ?? 'GET', headers: Object.fromEntries(headers) },
      (answer) => {
        const own = Object.entries(answer.headers).filter(([name]) => !OF_THE_CONNECTION.has(name));
        outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(own));
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(onward);
  });
  return listening(server);
}

/** Gives one answer to every request, without a request of node:http in this process. */
export async function startHttp2Server({
  headers,
  body,
}: Reply): Promise<{ url: string; paths: string[]; close(): void }> {
  const paths: string[] = [];
  const server = createServer((incoming, outgoing) => {
    paths.push(incoming.url);
    outgoing.writeHead(200, headers).end(body ?? '');
  });
  return { ...(await listening(server)), paths };
}

async function listening(server: Http2Server): Promise<{ url: string; close(): void }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => void server.close() };
}
