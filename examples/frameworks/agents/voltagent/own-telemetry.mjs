/** VoltAgent's own tracer provider, with an exporter beside its own store. */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { VoltAgent, VoltAgentObservability } from '@voltagent/core';

const exporter = new OTLPTraceExporter({
  url: `${process.env.SUBTEXT_URL}/v1/traces`,
  headers: { authorization: `Bearer ${process.env.SUBTEXT_API_KEY}` },
});
const observability = new VoltAgentObservability({ spanProcessors: [new BatchSpanProcessor(exporter)] });

export function reportAgents(agents) {
  new VoltAgent({ agents, observability });
}

export const flush = () => observability.forceFlush();
