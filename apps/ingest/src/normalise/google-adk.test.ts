import { expect, test } from 'vitest';
import { emptySpan, type AttributeValue, type Span } from '../otlp/wire.ts';
import { normalise } from './index.ts';

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
