/**
 * Work of other models that the provider billed with an answer: generations below it, since each model has its own
 * price.
 */
import Anthropic from '@anthropic-ai/sdk';
import { SpanKind } from '@opentelemetry/api';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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

const ADVISED = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'advisor', input: {} };
const ADVICE = {
  type: 'advisor_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: { type: 'advisor_result', text: 'Count the legs.' },
};
const run = (type: string, [input_tokens, output_tokens]: [number, number], more: object = {}) => ({
  type,
  input_tokens,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
  output_tokens,
  ...more,
});
const HEAD = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-5' };
const USAGE = {
  input_tokens: 2482,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
  output_tokens: 166,
  iterations: [
    run('compaction', [9000, 700]),
    run('message', [1128, 155]),
    run('advisor_message', [2564, 99], { model: 'claude-opus-4-5', cache_read_input_tokens: 40 }),
    run('message', [1354, 11]),
  ],
};
const CONTENT = [ADVISED, ADVICE, { type: 'text', text: 'Six.' }];

const WHOLE = wire.json({ ...HEAD, content: CONTENT, stop_reason: 'end_turn', usage: USAGE });
const STREAMED = wire.events([
  { type: 'message_start', message: { ...HEAD, content: [], usage: { input_tokens: 1128, output_tokens: 1 } } },
  ...CONTENT.flatMap((content_block, index) => [
    { type: 'content_block_start', index, content_block },
    { type: 'content_block_stop', index },
  ]),
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: USAGE },
  { type: 'message_stop' },
]);

const request = { model: 'claude-sonnet-5', max_tokens: 1000, messages: [{ role: 'user' as const, content: 'Legs?' }] };

describe.each([
  ['whole', WHOLE, () => anthropic.beta.messages.create(request)],
  ['streamed', STREAMED, () => anthropic.beta.messages.stream(request).finalMessage()],
])('an advisor and a compaction behind a %s answer', (_, reply, ask) => {
  it('are generations below it, each of its own model and with its own tokens', async () => {
    server.next(reply);
    expect((await ask()).usage.iterations).toHaveLength(4);
    const all = await spans.now();
    const [generation] = named(all, 'chat');
    expect(generation?.attributes).toMatchObject({
      'gen_ai.usage.input_tokens': 2482,
      'gen_ai.usage.output_tokens': 166,
    });
    const beside = named(all, 'text_completion');
    expect(beside.map(({ name, kind, parentSpanContext }) => [name, kind, parentSpanContext?.spanId])).toEqual(
      ['text_completion claude-sonnet-5', 'text_completion claude-opus-4-5'].map((name) => [
        name,
        SpanKind.CLIENT,
        generation?.spanContext().spanId,
      ]),
    );
    expect(beside.map(({ attributes }) => attributes)).toMatchObject([
      {
        'gen_ai.operation.name': 'text_completion',
        'gen_ai.provider.name': 'anthropic',
        'gen_ai.usage.input_tokens': 9000,
        'gen_ai.usage.output_tokens': 700,
        'subtext.usage.beside': 'compaction',
      },
      {
        'gen_ai.response.model': 'claude-opus-4-5',
        'gen_ai.usage.input_tokens': 2604,
        'gen_ai.usage.cache_read.input_tokens': 40,
        'gen_ai.usage.output_tokens': 99,
        'subtext.usage.beside': 'advisor_message',
      },
    ]);
  });

  it('do not change the output: the call of the advisor has its advice as the result, and there is one answer', async () => {
    server.next(reply);
    await ask();
    const all = await spans.now();
    expect(all).toHaveLength(4);
    expect(named(all, 'execute_tool advisor')[0]?.attributes['gen_ai.tool.call.result']).toContain('Count the legs.');
  });
});
