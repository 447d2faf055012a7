/** LangSmith in its OpenTelemetry mode: a wrapped client, spans by its own provider and exporter. */
process.env.LANGSMITH_TRACING = 'true';
process.env.LANGSMITH_TRACING_MODE = 'otel';
// It queries its own service for its features; here the connection is refused at once.
process.env.LANGSMITH_ENDPOINT = process.env.PROVIDER_URL;
process.env.LANGSMITH_API_KEY = 'none';
const { initializeOTEL } = await import('langsmith/experimental/otel/setup');
const { wrapOpenAI } = await import('langsmith/wrappers');
const { traceable } = await import('langsmith/traceable');
const { default: OpenAI } = await import('openai');
const { askByChat } = await import('../../agents/openai-chat.ts');
const { askByResponses } = await import('../../agents/openai-responses.ts');
const { SESSION } = await import('../../conversation.ts');

const { DEFAULT_LANGSMITH_SPAN_PROCESSOR: processor } = initializeOTEL();
const client = wrapOpenAI(new OpenAI({ apiKey: 'none', baseURL: `${process.env.PROVIDER_URL}/v1` }));
const ask = traceable(
  () => (process.argv[2] === 'responses' ? askByResponses(client as never) : askByChat(client as never)),
  { name: 'POST /ask', metadata: { session_id: SESSION } },
);
await ask();
await processor.shutdown();
