/** Gemini without a client, over an observed fetch: its streams, errors and finish reasons. */
import { SpanStatusCode } from '@opentelemetry/api';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { observeFetch } from '../observe/observe.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import { collectSpans, named } from '../testing/spans.ts';
import * as wire from '../testing/wire.ts';

const spans = collectSpans();
let server: ReplayServer;

beforeAll(async () => {
  server = await startReplayServer();
});
afterEach(async () => {
  server.reset();
  await spans.clear();
});
afterAll(() => server.close());

const REQUEST = {
  contents: [{ role: 'user', parts: [{ text: 'Weather?' }] }],
  generationConfig: { thinkingConfig: { thinkingLevel: 'low' } },
};
const answer = (part: object, more: object = {}) => ({
  candidates: [{ content: { parts: [part] }, ...more }],
  modelVersion: 'gemini-3-pro-preview',
});

async function generationOf(method: string) {
  const url = `${server.url}/v1beta/models/gemini-3-pro:${method}`;
  const response = await observeFetch()(url, { method: 'POST', body: JSON.stringify(REQUEST) });
  await response.arrayBuffer();
  return named(await spans.now(), 'chat')[0]!;
}

it('a list of events is a stream, with a time to its first chunk', async () => {
  server.next(wire.json([answer({ text: 'Hm', thought: true }), answer({ text: 'Sun' }, { finishReason: 'STOP' })]));
  const { attributes } = await generationOf('streamGenerateContent');
  expect(attributes).toMatchObject({
    'gen_ai.request.model': 'gemini-3-pro',
    'gen_ai.request.stream': true,
    'gen_ai.request.reasoning.level': 'low',
    'gen_ai.response.model': 'gemini-3-pro-preview',
    'gen_ai.response.time_to_first_chunk': expect.any(Number) as number,
  });
});

it('a complete answer has none', async () => {
  server.next(wire.json(answer({ text: 'Sun' }, { finishReason: 'STOP' })));
  const { attributes } = await generationOf('generateContent');
  expect(attributes).not.toHaveProperty('gen_ai.request.stream');
  expect(attributes).not.toHaveProperty('gen_ai.response.time_to_first_chunk');
});

it.each([(error: object) => [{ error }], (error: object) => ({ error })])(
  'an error says why, as a list, too',
  async (shape) => {
    const body = shape({ code: 429, message: 'Quota exceeded.', status: 'RESOURCE_EXHAUSTED' });
    server.next(wire.json(body, { status: 400 }));
    const { status } = await generationOf('streamGenerateContent');
    expect(status).toEqual({ code: SpanStatusCode.ERROR, message: 'Quota exceeded.' });
  },
);

it('an answer that reached its limit was cut by length', async () => {
  server.next(wire.json(answer({ text: 'Hm', thought: true }, { finishReason: 'MAX_TOKENS' })));
  const { attributes } = await generationOf('generateContent');
  expect(attributes).toMatchObject({ 'subtext.incomplete': true, 'subtext.incomplete.reason': 'length' });
});
