import { expect, test } from 'vitest';
import { emptyLogRecord, emptySpan, type AttributeValue, type Span } from '../otlp/wire.ts';
import { normalise } from './index.ts';
import { normaliseLog } from './log-records.ts';

function spanWith(attributes: Record<string, AttributeValue>): Span {
  const scope = { name: 'gcp.vertex.agent', version: '', attributes: new Map() };
  const empty = emptySpan({ attributes: new Map() }, scope);
  return {
    ...empty,
    name: 'call_llm',
    spanId: new Uint8Array(8).fill(7),
    attributes: new Map(Object.entries(attributes)),
  };
}

const parts = [
  { text: 'Run it.', thought: true },
  { executable_code: { language: 'PYTHON', code: 'print(1)' }, thought_signature: 'Cs' },
  { code_execution_result: { outcome: 'OUTCOME_OK', output: '1' } },
  { function_call: { name: 'save', args: { value: 1 } } },
];
const contents = [
  { role: 'user', parts: [{ text: 'Go' }] },
  { role: 'model', parts: [{ text: 'Earlier.', thought: true }, { function_call: { name: 'load', args: {} } }] },
  { role: 'user', parts: [{ function_response: { name: 'load', response: { result: 'x' } } }] },
];

test('calls of Gemini without ids keep their thoughts and results, and get the same ids whenever the span is read', () => {
  const span = spanWith({
    'gcp.vertex.agent.llm_request': JSON.stringify({ model: 'gemini-3-pro', contents }),
    'gcp.vertex.agent.llm_response': JSON.stringify({ content: { role: 'model', parts }, finish_reason: 'STOP' }),
  });
  const generation = normalise(span).generation!;
  expect(generation.response.calls).toMatchObject([
    { name: 'executableCode', reasoning: ['Run it.'], result: { output: '1' } },
    { name: 'save', arguments: { value: 1 } },
  ]);
  const ids = generation.response.calls.map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
  expect(normalise(span).generation!.response.calls.map(({ id }) => id)).toEqual(ids);
});

const withoutContents = (figures: Record<string, number>, model = 'gemini-3-pro') =>
  normalise(
    spanWith({
      'gen_ai.system': 'gcp.vertex.agent',
      'gen_ai.request.model': model,
      'gcp.vertex.agent.llm_request': '{}',
      'gcp.vertex.agent.llm_response': '{}',
      ...figures,
    }),
  ).generation!;

test('thinking counts where contents are switched off: beside the output until 2.2, within it from 2.3 on', () => {
  const older = {
    'gen_ai.usage.input_tokens': 50,
    'gen_ai.usage.output_tokens': 50,
    'gen_ai.usage.experimental.reasoning_tokens': 10,
    'gen_ai.usage.experimental.cached_tokens': 20,
  };
  const newer = {
    'gen_ai.usage.input_tokens': 50,
    'gen_ai.usage.output_tokens': 60,
    'gen_ai.usage.reasoning.output_tokens': 10,
    'gen_ai.usage.cache_read.input_tokens': 20,
  };
  for (const figures of [older, newer])
    expect(withoutContents(figures).usage).toMatchObject({ input: 50, cacheRead: 20, output: 60, reasoning: 10 });
});

test.each([
  ['gemini-3-pro', 'gcp.gemini'],
  ['projects/p/locations/l/publishers/google/models/gemini-3-pro', 'gcp.gemini'],
  ['anthropic/claude-sonnet-4-5', 'anthropic'],
  ['openai/gpt-5.2', 'openai'],
  ['claude-sonnet-4-5', undefined],
  ['projects/p/locations/l/endpoints/123', 'gcp.gemini'],
  ['projects/p/locations/l/publishers/anthropic/models/claude-sonnet-4-5', undefined],
])('who runs %s is %s', (model, provider) => {
  expect(withoutContents({ 'gen_ai.usage.input_tokens': 50 }, model).provider).toBe(provider);
});

const choice = (content: AttributeValue) => {
  const scope = { name: 'gcp.vertex.agent', version: '', attributes: new Map() };
  const record = emptyLogRecord({ attributes: new Map() }, scope);
  const placed = { traceId: new Uint8Array(16).fill(1), spanId: new Uint8Array(8).fill(2) };
  const body = new Map<string, AttributeValue>([
    ['index', 0],
    ['content', content],
  ]);
  return normaliseLog({ ...record, ...placed, eventName: 'gen_ai.choice', body }, 'project')?.log?.readings;
};

test('a record of an answer describes it, unless its content was left out', () => {
  const call = new Map([
    ['name', 'get_stock'],
    ['args', new Map([['sku', 'A7']])],
  ] as [string, AttributeValue][]);
  const said = new Map<string, AttributeValue>([
    ['role', 'model'],
    ['parts', [new Map([['functionCall', call]])]],
  ]);
  expect(choice(said)?.thought.calls).toMatchObject([{ name: 'get_stock', arguments: { sku: 'A7' } }]);
  expect(choice('<elided>')).toBeUndefined();
});
