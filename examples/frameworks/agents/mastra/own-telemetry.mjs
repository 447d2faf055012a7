/** Mastra's own tracing, with its OpenTelemetry exporter. Its agents report when a Mastra has them. */
import { Mastra } from '@mastra/core/mastra';
import { Observability } from '@mastra/observability';
import { OtelExporter } from '@mastra/otel-exporter';

const endpoint = `${process.env.SUBTEXT_URL}/v1/traces`;
const headers = { authorization: `Bearer ${process.env.SUBTEXT_API_KEY}` };
const exporter = new OtelExporter({
  provider: { custom: { endpoint, headers, protocol: 'http/protobuf' } },
  signals: { logs: false },
});
const observability = new Observability({ configs: { otel: { serviceName: 'shop', exporters: [exporter] } } });

export function reportAgents(agents) {
  const mastra = new Mastra({ agents, observability, logger: false });
  process.once('beforeExit', () => mastra.shutdown());
}
