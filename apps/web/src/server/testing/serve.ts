/** A route handler behind the real HTTP server of the app, on a socket of its own. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGate } from '../gate/index.ts';

export interface Served {
  url: string;
  close: () => Promise<void>;
}

export async function serve(answer: (request: Request) => Promise<Response>): Promise<Served> {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = await answer(toRequest(request));
    response.writeHead(status, Object.fromEntries(headers));
    if (body === null) response.end();
    else await pipeline(Readable.fromWeb(body as ReadableStream), response).catch(ignoreGone);
  };
  const server = createGate({ handle, isTrusted: () => false });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const GONE: ReadonlySet<string | undefined> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);

/** A client may leave before it has the whole response, or any of it. */
function ignoreGone(error: NodeJS.ErrnoException): void {
  if (!GONE.has(error.code)) throw error;
}

function toRequest(request: IncomingMessage): Request {
  const { method = 'GET', headers, url } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`http://localhost${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ...(hasBody && { body: Readable.toWeb(request) as BodyInit, duplex: 'half' }),
  });
}
