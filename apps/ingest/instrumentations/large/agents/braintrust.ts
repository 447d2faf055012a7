/** Braintrust's span processor, pointed here: it sends the spans of an instrumentation, with what Braintrust adds. */
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { context, trace } from '@opentelemetry/api';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { BraintrustSpanProcessor } from '@braintrust/otel';
import { OpenAIInstrumentation } from '@traceloop/instrumentation-openai';
import OpenAI from 'openai';
import { askByChat } from '../../agents/openai-chat.ts';

const key = /Bearer (\S+)/.exec(process.env.OTEL_EXPORTER_OTLP_HEADERS ?? '')?.[1] ?? '';
const processor = new BraintrustSpanProcessor({
  apiKey: key,
  apiUrl: process.env.OTEL_EXPORTER_OTLP_ENDPOINT ?? '',
  parent: 'project_name:shop',
});
const provider = new BasicTracerProvider({ spanProcessors: [processor] });
trace.setGlobalTracerProvider(provider);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
new OpenAIInstrumentation().manuallyInstrument(OpenAI);
const client = new OpenAI({ apiKey: 'none', baseURL: `${process.env.PROVIDER_URL}/v1` });
await trace.getTracer('an-application').startActiveSpan('POST /ask', async (span) => {
  await askByChat(client);
  span.end();
});
await provider.forceFlush();
