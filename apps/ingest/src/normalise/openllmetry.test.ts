/**
 * What the packages of OpenLLMetry for Python really send, cut to the essential (docs/conventions.md names their
 * versions).
 */
import { describe, expect, test } from 'vitest';
import { emptySpan, type AttributeValue } from '../otlp/wire.ts';
import { normalise } from './index.ts';

function normalised(name: string, attributes: Record<string, AttributeValue>) {
  const scope = { name: `opentelemetry.instrumentation.${name}`, version: '0.62.1', attributes: new Map() };
  const empty = emptySpan({ attributes: new Map() }, scope);
  return normalise({ ...empty, spanId: new Uint8Array(8).fill(7), attributes: new Map(Object.entries(attributes)) });
}

interface Said {
  input?: object[];
  output?: object[];
  more?: Record<string, AttributeValue>;
}

const chat = (name: string, { input, output, more }: Said) =>
  normalised(name, {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    ...(input && { 'gen_ai.input.messages': JSON.stringify(input) }),
    ...(output && { 'gen_ai.output.messages': JSON.stringify(output) }),
    ...more,
  }).generation!;

const WORDS = { type: 'text', content: 'Let me check the stock.' };
const call = (id: string, name: string) => ({ type: 'tool_call', id, name, arguments: { sku: 'A7' } });
const assistant = (...parts: object[]) => ({ role: 'assistant', parts });
const result = (id: string, response: string) => ({
  role: 'tool',
  parts: [{ type: 'tool_call_response', id, response }],
});

describe('Responses API of OpenAI', () => {
  const turnOf = (...ids: string[]) => [assistant(WORDS), ...ids.map((id) => assistant(call(id, 'get_stock')))];
  const resultsOf = (...input: object[]) => chat('openai.v1', { input }).results.map(({ callId }) => callId);

  test('a call is named by its item and its result by the call: where there is one of each, they belong together', () => {
    expect(resultsOf(...turnOf('fc_0'), result('call_1', '3'))).toEqual(['fc_0']);
  });

  test('not where there are several, whose order says nothing, or ids that know each other', () => {
    const two = turnOf('fc_0', 'fc_1');
    expect(resultsOf(...two, result('call_1', '3'), result('call_2', '20'))).toEqual(['call_1', 'call_2']);
    expect(resultsOf(...two, result('fc_1', '20'), result('fc_0', '3'))).toEqual(['fc_1', 'fc_0']);
  });

  test('the Agents SDK has a message for each item, and the ids of the calls', () => {
    const reasons = { 'gen_ai.response.finish_reasons': ['stop', 'tool_call'] };
    const output = [assistant(WORDS), assistant(call('call_1', 'get_stock')), assistant(call('call_2', 'get_price'))];
    const asked = chat('openai_agents', { output, more: reasons });
    expect(asked.response.calls).toMatchObject([{ id: 'call_1', preamble: WORDS.content }, { id: 'call_2' }]);
    expect(asked.finishReason).toBe('tool_call');
    const reported = chat('openai_agents', { input: [...turnOf('fc_0'), result('call_1', '3')] });
    expect(reported.results.map(({ callId }) => callId)).toEqual(['call_1']);
  });
});

describe('Google', () => {
  const FIGURES = { 'gen_ai.usage.input_tokens': 210, 'gen_ai.usage.output_tokens': 32 };
  const google = (usage: Record<string, AttributeValue>) =>
    chat('google_generativeai', { more: { 'gen_ai.provider.name': 'gcp.gen_ai', ...FIGURES, ...usage } });

  test('tokens of thinking are in the sum of all alone', () => {
    expect(google({ 'gen_ai.usage.total_tokens': 306 }).usage).toMatchObject({ output: 96, reasoning: 64 });
  });

  test('thinking is none or unknown when the sum has no more', () => {
    expect(google({ 'gen_ai.usage.total_tokens': 242 }).usage).toMatchObject({ output: 32 });
    expect(google({ 'gen_ai.usage.total_tokens': 242 }).usage?.reasoning).toBeUndefined();
    expect(google({}).usage).toMatchObject({ output: 32 });
  });

  test('what a stream lost of its calls is filled in from the next request', () => {
    const input = [assistant(WORDS, call('call_1', 'get_stock'), call('call_2', 'get_price')), result('call_1', '3')];
    const { repeated } = chat('google_generativeai', { input });
    expect(repeated.map(({ id, preamble }) => [id, preamble])).toEqual([
      ['call_1', WORDS.content],
      ['call_2', null],
    ]);
  });
});

describe('LangChain', () => {
  const TOOL = { 'traceloop.span.kind': 'tool', 'traceloop.entity.name': 'get_stock' };
  const ran = (answer: unknown) =>
    normalised('langchain', {
      ...TOOL,
      'traceloop.entity.input': JSON.stringify({
        input_str: "{'sku': 'A7'}",
        inputs: { sku: 'A7' },
        kwargs: { tool_call_id: 'call_1' },
      }),
      'traceloop.entity.output': JSON.stringify({ output: answer, kwargs: { tags: [] } }),
    }).execution;
  const answerOf = (kwargs: object) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain', 'schema', 'messages', 'ToolMessage'],
    kwargs: { type: 'tool', name: 'get_stock', tool_call_id: 'call_1', ...kwargs },
  });

  test('the result of a tool is what its message says', () => {
    expect(ran(answerOf({ content: '{"units": 3}', status: 'success' }))).toMatchObject({
      id: 'call_1',
      name: 'get_stock',
      arguments: { sku: 'A7' },
      result: { units: 3 },
    });
    expect(ran(answerOf({ content: 'no such shelf', status: 'error' }))).toMatchObject({
      result: 'no such shelf',
      status: 'error',
    });
  });

  test('arguments are unknown where contents are not captured', () => {
    expect(normalised('langchain', TOOL).execution).toMatchObject({ name: 'get_stock', arguments: undefined });
  });

  test('thoughts that an output lost are filled in from the next request, where blocks stand as JSON text', () => {
    const text = (content: object) => ({ type: 'text', content: JSON.stringify(content) });
    const reasoning = text({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'Need stock first.' }] });
    const item = text({ type: 'function_call', call_id: 'call_1', name: 'get_stock', arguments: '{}', id: 'fc_0' });
    const input = [assistant(reasoning, WORDS, item, call('call_1', 'get_stock')), result('call_1', '3')];
    expect(chat('langchain', { input }).repeated).toMatchObject([
      { id: 'call_1', reasoning: ['Need stock first.'], preamble: WORDS.content },
    ]);
  });
});

test.each([
  ['openai_v2', { 'gen_ai.system': 'openai' }, 'gen-ai'],
  ['httpx', { 'http.request.method': 'POST' }, 'other'],
  ['openai.v1', { 'gen_ai.system': 'openai' }, 'openllmetry'],
])('the scope opentelemetry.instrumentation.%s is read by what it carries', (name, attributes, convention) => {
  expect(normalised(name, attributes).convention).toBe(convention);
});
