/** HTTP/2 without TLS in front of a replay server: the default protocol of the AWS client. */
import { request } from 'node:http';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';

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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => void server.close() };
}
