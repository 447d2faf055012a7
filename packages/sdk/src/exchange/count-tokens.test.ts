/** Estimates in this process with the caller's tokenizer: off by default, and never a reason to fail. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { observeFetch, type ObserveOptions } from '../observe/observe.ts';
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

/** An Ollama answer: it does not report thinking tokens. */
const message = {
  role: 'assistant',
  content: 'four',
  reasoning: 'one two three',
  tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'five', arguments: '{"of":"six seven"}' } }],
};
const body = { choices: [{ index: 0, message, finish_reason: 'tool_calls' }], usage: { completion_tokens: 70 } };

async function toldBy(options: ObserveOptions) {
  server.next(wire.json({ id: 'chatcmpl-1', object: 'chat.completion', model: 'qwen3', ...body }));
  const fetch = observeFetch(globalThis.fetch, options);
  const request = { model: 'qwen3', messages: [{ role: 'user', content: 'Hm?' }] };
  const response = await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(request) });
  await response.json();
  const all = await spans.all();
  const tool = named(all, 'execute_tool')[0]?.attributes;
  const generation = named(all, 'chat')[0]?.attributes;
  return {
    tokens: tool?.['subtext.reasoning_tokens'],
    source: tool?.['subtext.reasoning_tokens.source'],
    thought: tool?.['subtext.reasoning'],
    usage: generation?.['gen_ai.usage.reasoning.output_tokens'],
  };
}

const words = (text: string) => text.split(/\s+/).length;
const thought = ['one two three'];

it('estimates on the call, and not in the usage of the generation', async () => {
  expect(await toldBy({ countTokens: words })).toEqual({ tokens: 30, source: 'estimated', thought, usage: undefined });
});
it('estimates nothing by default', async () => {
  expect(await toldBy({})).toEqual({ tokens: undefined, source: undefined, thought, usage: undefined });
});
it('records the call without an estimate when the tokenizer throws', async () => {
  const countTokens = () => {
    throw new Error('no vocabulary');
  };
  expect(await toldBy({ countTokens })).toMatchObject({ tokens: undefined, source: undefined, thought });
});
