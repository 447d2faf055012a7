/**
 * What OpenTelemetry's own packages for Python really send, cut to the essential (docs/conventions.md names their
 * versions).
 */
import { describe, expect, test } from 'vitest';
import { emptySpan, type AttributeValue } from '../otlp/wire.ts';
import { normalise } from './index.ts';

function normalised(attributes: Record<string, AttributeValue>, scope = 'opentelemetry.util.genai.handler') {
  const empty = emptySpan({ attributes: new Map() }, { name: scope, version: '', attributes: new Map() });
  return normalise({ ...empty, spanId: new Uint8Array(8).fill(7), attributes: new Map(Object.entries(attributes)) });
}

const chat = (output: object[], more: Record<string, AttributeValue> = {}) =>
  normalised({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.output.messages': JSON.stringify(output),
    ...more,
  }).generation!;

const WORDS = { content: 'Let me check the stock.', type: 'text' };
const STOCK = { arguments: { sku: 'A7' }, name: 'get_stock', id: 'call_1', type: 'tool_call' };
const PRICE = { arguments: { sku: 'A7' }, name: 'get_price', id: 'call_2', type: 'tool_call' };
const message = (finishReason: string, ...parts: object[]) => ({
  role: 'assistant',
  parts,
  finish_reason: finishReason,
});

describe('opentelemetry-instrumentation-genai-openai', () => {
  test.each(['tool_calls', 'tool_call'])('writes the words of a chat behind its calls (%s)', (reason) => {
    const { response } = chat([message(reason, STOCK, PRICE, WORDS)]);
    expect(response.calls.map(({ id, preamble }) => [id, preamble])).toEqual([
      ['call_1', WORDS.content],
      ['call_2', null],
    ]);
    expect(response.trailing).toBeNull();
  });

  test('words behind the calls of a response that did not stop for them stay there', () => {
    expect(chat([message('stop', STOCK, WORDS)]).response.trailing?.text).toBe(WORDS.content);
  });

  const ITEMS = [
    message('stop', { content: 'Need stock first.', type: 'reasoning' }),
    message('stop', WORDS),
    message('tool_calls', STOCK),
    message('tool_calls', PRICE),
  ];

  test('writes a message for each item of a response, which are no choices', () => {
    const { response, finishReason } = chat(ITEMS, {
      'openai.api.type': 'responses',
      'gen_ai.response.finish_reasons': ['stop', 'tool_calls'],
    });
    expect(response.calls).toMatchObject([
      { id: 'call_1', type: 'function', reasoning: ['Need stock first.'], preamble: WORDS.content },
      { id: 'call_2', type: 'function', reasoningRef: 'call_1' },
    ]);
    expect(finishReason).toBe('tool_calls');
  });

  test('the choices of a chat stay apart', () => {
    const { response, finishReason } = chat([message('stop', WORDS), message('length', { ...WORDS, content: 'Hm.' })], {
      'gen_ai.request.choice.count': 2,
      'gen_ai.response.finish_reasons': ['stop', 'length'],
    });
    expect(response.calls.map((call) => call.arguments)).toEqual([{ content: WORDS.content }, { content: 'Hm.' }]);
    expect(finishReason).toBe('stop');
  });
});

test.each([
  ['error', true],
  ['stop', false],
])('a stream that ended with the reason %s is incomplete: %s', (reason, incomplete) => {
  const reasons = { 'gen_ai.response.finish_reasons': [reason] };
  expect(chat([message(reason, WORDS)], reasons).incomplete).toBe(incomplete);
});

describe('opentelemetry-instrumentation-google-genai', () => {
  const google = (more: Record<string, AttributeValue>) =>
    chat([message('', WORDS), message('', STOCK), message('stop', PRICE)], {
      'gen_ai.provider.name': 'gemini',
      ...more,
    });

  test('writes a message for each chunk of a stream', () => {
    expect(google({}).response.calls).toMatchObject([{ id: 'call_1', preamble: WORDS.content }, { id: 'call_2' }]);
  });

  test('candidates that were asked for stay apart', () => {
    expect(google({ 'gen_ai.request.choice.count': 3 }).response.calls.map(({ type }) => type)).toEqual([
      'answer',
      'function',
      'function',
    ]);
  });

  test('a time to the first chunk means a stream', () => {
    expect(google({ 'gen_ai.response.time_to_first_chunk': 0.25 })).toMatchObject({ streaming: true });
    expect(google({}).streaming).toBeUndefined();
  });

  const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'get_stock' };
  const parameters = { 'code.function.parameters.sku.type': 'str', 'code.function.parameters.sku.value': 'A7' };

  test.each<[string, Record<string, AttributeValue>]>([
    ['in one attribute', { 'gen_ai.tool.call.arguments': JSON.stringify(parameters) }],
    ['as attributes of the span, in older versions', { ...parameters, 'code.function.return.value': '{"units":3}' }],
  ])('names the arguments of a function %s', (_where, attributes) => {
    const { execution } = normalised({ 'gen_ai.tool.call.result': '{"units":3}', ...tool, ...attributes });
    expect(execution).toMatchObject({ arguments: { sku: 'A7' }, result: { units: 3 } });
  });
});

describe('opentelemetry-instrumentation-genai-langchain', () => {
  const REASONING = { id: 'rs_1', summary: [{ text: 'Need stock first.', type: 'summary_text' }], type: 'reasoning' };
  const BLOCKS = [
    REASONING,
    { type: 'text', text: WORDS.content, annotations: [], id: 'msg_1' },
    { arguments: '{"sku": "A7"}', call_id: 'call_1', name: 'get_stock', type: 'function_call', id: 'fc_0' },
  ];

  test.each([
    ['blocks of the Responses API', BLOCKS],
    ['its own blocks', [{ type: 'reasoning', reasoning: 'Need stock first.' }, ...BLOCKS.slice(1)]],
    [
      'blocks of Anthropic',
      [
        { type: 'thinking', thinking: 'Need stock first.', signature: 'c2ln' },
        { type: 'text', text: WORDS.content },
        { type: 'tool_use', id: 'call_1', name: 'get_stock', input: { sku: 'A7' } },
      ],
    ],
  ])('writes a list of blocks into one part of text: %s', (_name, content) => {
    const reasons = { 'gen_ai.response.finish_reasons': ['unknown'] };
    const { response, finishReason } = chat([message('unknown', { content, type: 'text' }, STOCK)], reasons);
    expect(finishReason).toBeUndefined();
    expect(response.calls).toMatchObject([
      { id: 'call_1', arguments: { sku: 'A7' }, reasoning: ['Need stock first.'], preamble: WORDS.content },
    ]);
    expect(response.calls).toHaveLength(1);
  });
});

test('opentelemetry-instrumentation-genai-openai-agents reports no arguments, so they are unknown', () => {
  const { execution } = normalised({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'get_stock',
    'gen_ai.tool.call.result': '{"units": 3}',
  });
  expect(execution).toMatchObject({ name: 'get_stock', result: { units: 3 } });
  expect(execution?.arguments).toBeUndefined();
  const none = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.call.arguments': '{}' };
  expect(normalised(none).execution?.arguments).toEqual({});
});
