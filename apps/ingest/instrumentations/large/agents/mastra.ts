/**
 * Mastra: its own agent with tools, recorded by its observability and sent by its OpenTelemetry exporter. Argument:
 * `openai` or `anthropic`.
 */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { createTool } from '@mastra/core/tools';
import { Observability } from '@mastra/observability';
import { OtelExporter } from '@mastra/otel-exporter';
import { z } from 'zod';
import { MODEL, QUESTION, resultOf, SESSION, TOOLS } from '../../conversation.ts';

const endpoint = `${process.env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`;
const authorization = /authorization=(.*)/.exec(process.env.OTEL_EXPORTER_OTLP_HEADERS ?? '')?.[1] ?? '';
const place = { apiKey: 'none', baseURL: `${process.env.PROVIDER_URL}/v1` };
const model = process.argv[2] === 'anthropic' ? createAnthropic(place)(MODEL) : createOpenAI(place)(MODEL);
const tools = Object.fromEntries(
  TOOLS.map(({ name, description }) => [
    name,
    createTool({
      id: name,
      description,
      inputSchema: z.object({ sku: z.string() }),
      execute: () => Promise.resolve(resultOf(name)),
    }),
  ]),
);
const agent = new Agent({ id: 'shop', name: 'shop', instructions: 'You help in a shop.', model, tools });
const exporter = new OtelExporter({
  provider: { custom: { endpoint, headers: { authorization }, protocol: 'http/protobuf' } },
});
const observability = new Observability({
  configs: { otel: { serviceName: process.env.OTEL_SERVICE_NAME ?? 'agent', exporters: [exporter] } },
});
const mastra = new Mastra({ agents: { shop: agent }, observability });
await mastra.getAgent('shop').generate(QUESTION, { tracingOptions: { metadata: { sessionId: SESSION } } });
await observability.shutdown();
