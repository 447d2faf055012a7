/** `GET /metrics`: the figures of this process in Prometheus' text format, for readers that are allowed to see them. */
import { METRICS_CONTENT_TYPE, readMetricsAccess } from '@subtext/metrics';
import type { FastifyInstance } from 'fastify';

/** `token` as in SUBTEXT_METRICS_TOKEN. */
export function serveMetrics(app: FastifyInstance, token: string | undefined, text: () => Promise<string>): void {
  const access = readMetricsAccess(token);
  app.get('/metrics', async ({ raw }, reply) => {
    const refusal = access({ remoteAddress: raw.socket.remoteAddress, headers: raw.headers });
    if (refusal)
      return reply
        .code(refusal.status)
        .headers(refusal.headers)
        .type('text/plain; charset=utf-8')
        .send(`${refusal.message}\n`);
    return reply
      .type(METRICS_CONTENT_TYPE)
      .header('cache-control', 'no-store')
      .send(await text());
  });
}
