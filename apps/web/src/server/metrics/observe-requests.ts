/** The part of the HTTP server that counts every request, and answers `/metrics` by itself. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { METRICS_CONTENT_TYPE, type MetricsAccess } from '@subtext/metrics';
import { routeClass } from './route-class.ts';
import { webMetrics } from './web-metrics.ts';

/** Counts the request when its response has ended, or its client has gone. */
export function countRequest({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const since = performance.now();
  response.once('close', () => {
    const isStream = String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
    const seconds = isStream ? undefined : (performance.now() - since) / 1_000;
    webMetrics().answered({ route: routeClass(url), status: response.statusCode, seconds });
  });
}

export const asksMetrics = ({ url = '' }: IncomingMessage): boolean => url.split('?', 1)[0] === '/metrics';

/**
 * Call it before headers of the request are changed, because access depends on the headers of the client and on its
 * socket.
 */
export async function serveMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  access: MetricsAccess,
): Promise<void> {
  request.resume();
  const { socket, headers, method = '' } = request;
  const refusal = access({ remoteAddress: socket.remoteAddress, headers });
  const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  if (refusal) {
    response.writeHead(refusal.status, { ...plain, ...refusal.headers }).end(`${refusal.message}\n`);
  } else if (!['GET', 'HEAD'].includes(method)) {
    response.writeHead(405, { ...plain, allow: 'GET, HEAD', connection: 'close' }).end('Metrics are read by GET.\n');
  } else {
    const text = await webMetrics().text();
    response.writeHead(200, { ...plain, 'content-type': METRICS_CONTENT_TYPE }).end(method === 'HEAD' ? '' : text);
  }
}
