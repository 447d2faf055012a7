/** Mastra with a span for each model call: the figures are on it, the calls and thoughts on the step around it. */
import { expect, test } from 'vitest';
import { emptySpan } from '../otlp/wire.ts';
import { normalise } from './index.ts';

const span = (type: string, attributes: object) =>
  normalise({
    ...emptySpan({ attributes: new Map() }, { name: '@mastra/otel-exporter', version: '', attributes: new Map() }),
    spanId: new Uint8Array(8).fill(1),
    attributes: new Map(Object.entries({ 'mastra.span.type': type, ...attributes })),
  });

const CALL = { toolCallId: 'call_1', toolName: 'get_stock', args: { sku: 'A7' } };
const BODY = {
  object: 'response',
  id: 'resp_1',
  output: [
    { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Need stock first.' }] },
    { type: 'function_call', id: 'fc_0', call_id: 'call_1', name: 'get_stock', arguments: '{"sku":"A7"}' },
  ],
};

test('the step has its calls, with thoughts where it has the body of the provider, and is not a generation', () => {
  const output = JSON.stringify({ text: 'Let me check.', toolCalls: [CALL] });
  const streamed = span('model_step', { 'mastra.model_step.output': output });
  expect(streamed).toMatchObject({
    kind: 'chain',
    recoveredCalls: [{ id: 'call_1', name: 'get_stock', preamble: 'Let me check.' }],
  });
  const whole = span('model_step', {
    'mastra.model_step.output': output,
    'mastra.metadata.body': JSON.stringify(BODY),
  });
  expect(whole.recoveredCalls).toMatchObject([
    { id: 'call_1', reasoning: ['Need stock first.'], arguments: { sku: 'A7' } },
  ]);
  expect(whole.generation).toBeUndefined();
});

test('what is around the model calls counts for none', () => {
  expect(span('model_generation', { 'gen_ai.operation.name': 'model_generation' }).kind).toBe('chain');
  expect(span('model_generation', { 'gen_ai.operation.name': 'chat' }).kind).toBe('generation');
  expect(span('model_inference', { 'gen_ai.operation.name': 'chat' }).kind).toBe('generation');
});

test('the question stands on the run of the agent, as text or as the messages of a conversation', () => {
  expect(span('agent_run', { 'mastra.agent_run.input': 'Is A7 in stock?' }).asked).toBe('Is A7 in stock?');
  const messages = [
    { role: 'user', content: 'Hello.' },
    { role: 'assistant', content: 'What can I do for you?' },
    { role: 'user', content: [{ type: 'text', text: 'Is A7 in stock?' }] },
  ];
  expect(span('agent_run', { 'mastra.agent_run.input': JSON.stringify(messages) }).asked).toBe('Is A7 in stock?');
  expect(span('agent_run', {}).asked).toBeUndefined();
});

test('the provider has the name of the AI SDK, and the user is in the metadata', () => {
  const call = span('model_inference', {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'anthropic.messages',
    'gen_ai.request.model': 'claude-sonnet-4-5',
    'mastra.metadata.userId': 'user_1',
  });
  expect(call.generation?.provider).toBe('anthropic');
  expect(call.context.userId).toBe('user_1');
  expect(span('agent_run', { 'mastra.metadata.resourceId': 'user_2' }).context.userId).toBe('user_2');
});
