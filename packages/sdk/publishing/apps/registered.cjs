// An application whose tracer exists before the SDK registers a provider, as the standard variables make it do.
/* eslint-disable @typescript-eslint/no-require-imports -- tracers follow the copy of the API that `require` loads */
const { trace } = require('@opentelemetry/api');
const { flush, observeFetch } = require('@subtext/sdk');

const { providerUrl, subtextUrl } = JSON.parse(process.env.WHERE);
delete process.env.SUBTEXT_URL;
process.env.OTEL_EXPORTER_OTLP_ENDPOINT = subtextUrl;

void (async () => {
  const tracer = trace.getTracer('the application');
  tracer.startSpan('too early').end();
  const body = JSON.stringify({ model: 'fetch-model', messages: [{ role: 'user', content: 'What is the weather?' }] });
  const headers = { 'content-type': 'application/json' };
  const answer = await observeFetch()(`${providerUrl}/v1/chat/completions`, { method: 'POST', headers, body });
  await answer.json();
  await flush();
  tracer.startSpan('of the application').end();
  await flush();
})();
