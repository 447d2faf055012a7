/** For tests: a fake ingest that accepts everything, or refuses it, and records what arrived. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Sink {
  url: string;
  /** The sizes of the request bodies, in bytes. */
  received: number[];
  close(): Promise<void>;
}

export async function openSink(status = 200): Promise<Sink> {
  const received: number[] = [];
  const server = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => {
      received.push(bytes);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}
