/** Real clients against a local server: what their callers get, and what the spans say. */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { observe } from './observe.ts';
import { startReplayServer, type ReplayServer } from './testing/replay-server.ts';
import { collectSpans, named } from './testing/spans.ts';
import * as wire from './testing/wire.ts';

const spans = collectSpans();
let server: ReplayServer;
let openai: OpenAI;
let anthropic: Anthropic;

beforeAll(async () => {
  server = await startReplayServer();
  openai = observe(new OpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1`, maxRetries: 2 }));
  anthropic = observe(new Anthropic({ apiKey: 'sk-test', baseURL: server.url, maxRetries: 2 }));
});
afterEach(() => spans.clear());
afterAll(() => server.close());

const QUESTION = [{ role: 'user' as const, content: 'What is the weather in Oslo?' }];
const CHAT = { model: 'test-model', messages: QUESTION };
const MESSAGE = { model: 'claude-sonnet-4-5', max_tokens: 100, messages: QUESTION };
const WEATHER = { id: 'call_1', name: 'get_weather', arguments: { city: 'Oslo' } };
const THOUGHT = { reasoning: 'The user wants the weather.', text: 'Let me look.', tools: [WEATHER] };

describe('a generation', () => {
  it('of a chat completion says who answered what, and what it cost', async () => {
    server.next(wire.chat(THOUGHT));
    const completion = await openai.chat.completions.create(CHAT);
    expect(completion.choices[0]?.message.content).toBe('Let me look.');
    const [generation] = await spans.now();
    expect(generation?.name).toBe('chat test-model');
    expect(generation?.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'test-model',
      'gen_ai.response.model': 'test-model-1',
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 50,
      'gen_ai.usage.reasoning.output_tokens': 30,
      'subtext.api': 'openai.chat',
      'subtext.thinking.state': 'readable',
    });
  });
});

describe('x', () => {
  it('streams', async () => {
    server.next(wire.chatStream(THOUGHT));
    const stream = await openai.chat.completions.create({ ...CHAT, stream: true });
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    expect(text).toBe('Let me look.');
    server.next(wire.anthropicStream({ thinking: 'hm', text: 'hello', tools: [WEATHER] }));
    const message = await anthropic.messages.stream(MESSAGE).finalMessage();
    expect(message.content).toHaveLength(3);
    const all = await spans.all();
    console.log(all.map((s) => [s.name, s.parentSpanContext?.spanId, s.spanContext().spanId, s.attributes]));
    void named;
  });
});
