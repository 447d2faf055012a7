// A run with every kind of model call that does not think, observed by the SDK, against a provider that follows a
// script. A process of its own, with SUBTEXT_URL and SUBTEXT_API_KEY.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { observeFetch, shutdown, trace } from '@subtext/sdk';

const vector = Array.from({ length: 1536 }, (_, at) => at / 1536);
const PROMPT_TOKENS = { prompt_tokens: 40_000, total_tokens: 40_000 };

const ANSWERS: Readonly<Record<string, { type?: string; body: unknown }>> = {
  '/v1/audio/transcriptions': { body: { text: 'Where is my order?', usage: { type: 'duration', seconds: 60 } } },
  '/v1/moderations': {
    body: { id: 'modr', model: 'omni-moderation-latest', results: [{ flagged: false, categories: { hate: false } }] },
  },
  '/v1/embeddings': {
    body: {
      model: 'text-embedding-3-small',
      data: [{ embedding: vector }, { embedding: vector }],
      usage: PROMPT_TOKENS,
    },
  },
  '/v1/rerank': {
    body: { results: [{ index: 1, relevance_score: 0.9 }], meta: { billed_units: { search_units: 1 } } },
  },
  '/v1/chat/completions': {
    body: {
      id: 'chatcmpl-1',
      model: 'gpt-5.2',
      choices: [{ index: 0, message: { role: 'assistant', content: 'It left Bergen.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 100, completion_tokens: 40, completion_tokens_details: { reasoning_tokens: 0 } },
    },
  },
  '/v1/images/generations': {
    body: { data: [{ b64_json: 'aW1hZ2U=' }], size: '1024x1024', usage: { input_tokens: 10, output_tokens: 1_000 } },
  },
  '/v1/audio/speech': { type: 'audio/mpeg', body: Buffer.alloc(48_000) },
};

const server = createServer((request, response) => {
  const answer = ANSWERS[request.url ?? ''];
  request.resume().on('end', () => {
    response.statusCode = answer ? 200 : 404;
    response.setHeader('content-type', answer?.type ?? 'application/json');
    response.end(Buffer.isBuffer(answer?.body) ? answer.body : JSON.stringify(answer?.body ?? {}));
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const observed = observeFetch(fetch);

async function post(path: string, body: object | FormData): Promise<void> {
  const response = await observed(url + path, {
    method: 'POST',
    body: body instanceof FormData ? body : JSON.stringify(body),
  });
  await response.arrayBuffer();
}

await trace('Answer by voice', async () => {
  const form = new FormData();
  form.set('model', 'whisper-1');
  form.set('file', new File([Buffer.alloc(9_000)], 'question.mp3', { type: 'audio/mpeg' }));
  await post('/v1/audio/transcriptions', form);
  await post('/v1/moderations', { model: 'omni-moderation-latest', input: 'Where is my order?' });
  await post('/v1/embeddings', { model: 'text-embedding-3-small', input: ['Where is my order?', 'order'] });
  const documents = ['tea', 'Orders leave Bergen at noon.'];
  await post('/v1/rerank', { model: 'rerank-v3.5', query: 'Where is my order?', documents });
  await post('/v1/chat/completions', { model: 'gpt-5.2', messages: [{ role: 'user', content: 'Where is my order?' }] });
  await post('/v1/images/generations', { model: 'gpt-image-1', prompt: 'a map of Bergen' });
  await post('/v1/audio/speech', { model: 'tts-1', voice: 'alloy', input: 'It left Bergen.' });
});
await shutdown();
server.close();
