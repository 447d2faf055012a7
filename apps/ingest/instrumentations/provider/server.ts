/**
 * A provider on the loopback that answers with fixed bytes: the asking response first, the answer once the request
 * carries results.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicMessage, chatCompletion, openaiResponse, type Turn } from './bodies.ts';

const ROUTES: [end: string, body: (turn: Turn) => object][] = [
  ['/chat/completions', chatCompletion],
  ['/responses', openaiResponse],
  ['/messages', anthropicMessage],
];

/** How each API says that a message is the result of a tool. */
const RESULT = /"role":\s*"tool"|"type":\s*"(?:function_call_output|tool_result)"/;

export interface Provider {
  url: string;
  close(): Promise<void>;
}

export async function startProvider(): Promise<Provider> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = ROUTES.find(([end]) => request.url?.split('?')[0]?.endsWith(end))?.[1];
      const turn = RESULT.test(Buffer.concat(chunks).toString()) ? 'answering' : 'asking';
      response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body?.(turn) ?? { error: { message: `no such route: ${request.url}` } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
}
