/** Laminar: its own provider and exporter, and its instrumentation of the OpenAI client. */
import { Laminar, observe } from '@lmnr-ai/lmnr';
import OpenAI from 'openai';
import { askByChat } from '../../agents/openai-chat.ts';
import { askByResponses } from '../../agents/openai-responses.ts';
import { SESSION } from '../../conversation.ts';

const ingest = new URL(process.env.OTEL_EXPORTER_OTLP_ENDPOINT ?? '');
const key = /Bearer (\S+)/.exec(process.env.OTEL_EXPORTER_OTLP_HEADERS ?? '')?.[1] ?? '';
Laminar.initialize({
  projectApiKey: key,
  baseUrl: `http://${ingest.hostname}`,
  httpPort: Number(ingest.port),
  forceHttp: true,
  instrumentModules: { OpenAI },
});
const client = new OpenAI({ apiKey: 'none', baseURL: `${process.env.PROVIDER_URL}/v1` });
await observe({ name: 'POST /ask', sessionId: SESSION }, () =>
  process.argv[2] === 'responses' ? askByResponses(client) : askByChat(client),
);
await Laminar.shutdown();
