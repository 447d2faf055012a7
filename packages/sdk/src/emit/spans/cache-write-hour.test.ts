/**
 * 1-hour cache writes of Anthropic, with the real client: the provider reports them separately, and so does the span.
 */
import Anthropic from '@anthropic-ai/sdk';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { observe } from '../../observe/observe.ts';
import { startReplayServer, type ReplayServer } from '../../testing/replay-server.ts';
import { collectSpans, named } from '../../testing/spans.ts';
import * as wire from '../../testing/wire.ts';

const spans = collectSpans();
let server: ReplayServer;
let anthropic: Anthropic;

beforeAll(async () => {
  server = await startReplayServer();
  anthropic = observe(new Anthropic({ apiKey: 'sk-test', baseURL: server.url }));
});
afterEach(async () => {
  server.reset();
  await spans.clear();
});
afterAll(() => server.close());

const HEAD = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-5' };
const TEXT = { type: 'text', text: 'Six.' };
/** As the API reports it; the end of a stream repeats the sum without its breakdown. */
const SUMS = { input_tokens: 1_000, cache_creation_input_tokens: 8_500, cache_read_input_tokens: 500 };
const APART = { cache_creation: { ephemeral_5m_input_tokens: 2_500, ephemeral_1h_input_tokens: 6_000 } };

const WHOLE = wire.json({
  ...HEAD,
  content: [TEXT],
  stop_reason: 'end_turn',
  usage: { ...SUMS, ...APART, output_tokens: 20, service_tier: 'standard' },
});
const STREAMED = wire.events([
  { type: 'message_start', message: { ...HEAD, content: [], usage: { ...SUMS, ...APART, output_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: TEXT },
  { type: 'content_block_stop', index: 0 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { ...SUMS, output_tokens: 20 },
  },
  { type: 'message_stop' },
]);

const asked = {
  model: 'claude-sonnet-5',
  max_tokens: 1000,
  system: [
    { type: 'text' as const, text: 'Count.', cache_control: { type: 'ephemeral' as const, ttl: '1h' as const } },
  ],
  messages: [{ role: 'user' as const, content: 'Legs?' }],
};

it.each([
  ['whole', WHOLE, () => anthropic.messages.create(asked)],
  ['streamed', STREAMED, () => anthropic.messages.stream(asked).finalMessage()],
])('of a %s answer is a part of its cache writes', async (_, reply, ask) => {
  server.next(reply);
  expect((await ask()).usage.cache_creation?.ephemeral_1h_input_tokens).toBe(6_000);
  const [generation] = named(await spans.now(), 'chat');
  expect(generation?.attributes).toMatchObject({
    'gen_ai.usage.input_tokens': 10_000,
    'gen_ai.usage.cache_read.input_tokens': 500,
    'gen_ai.usage.cache_write.input_tokens': 8_500,
    'anthropic.usage.cache_creation.ephemeral_1h_input_tokens': 6_000,
    'gen_ai.usage.output_tokens': 20,
  });
});

it('has no attribute when the provider does not report it', async () => {
  server.next(wire.anthropic({ text: 'Six.' }));
  await anthropic.messages.create(asked);
  const [generation] = named(await spans.now(), 'chat');
  expect(generation?.attributes).toHaveProperty(['gen_ai.usage.cache_write.input_tokens']);
  expect(generation?.attributes).not.toHaveProperty(['anthropic.usage.cache_creation.ephemeral_1h_input_tokens']);
});
