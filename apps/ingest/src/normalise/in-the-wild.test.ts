/** Shapes of spans that people were seen to send, of frameworks and versions that no table runs. */
import { describe, expect, test } from 'vitest';
import { emptySpan, type AttributeValue } from '../otlp/wire.ts';
import { normalise, type NormalisedSpan } from './index.ts';

interface Sent {
  scope?: string;
  name?: string;
  attributes: Record<string, AttributeValue>;
}

function read({ scope = '', name = 'span', attributes }: Sent): NormalisedSpan {
  const empty = emptySpan({ attributes: new Map() }, { name: scope, version: '', attributes: new Map() });
  return normalise({
    ...empty,
    name,
    spanId: new Uint8Array(8).fill(7),
    attributes: new Map(Object.entries(attributes)),
  });
}

describe('Laminar, Responses', () => {
  const THOUGHT = { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Stock first.' }] };
  const CALL = { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'get_stock', arguments: '{"sku":"A7"}' };
  const ASKED = { role: 'user', content: 'Is A7 in stock?' };
  const responses = (input: object[], output: object[]) =>
    read({
      scope: 'lmnr.sdk',
      name: 'openai.responses',
      attributes: {
        'lmnr.span.type': 'LLM',
        'gen_ai.system': 'openai',
        'gen_ai.request.model': 'gpt-5-nano',
        'gen_ai.response.id': 'resp_1',
        'gen_ai.input.messages': JSON.stringify(input),
        'gen_ai.output.messages': JSON.stringify(output),
      },
    }).generation!;

  test('the items of an output are one answer, its thought before its call', () => {
    const { response } = responses([ASKED], [THOUGHT, CALL]);
    expect(response.calls).toMatchObject([
      { id: 'call_1', name: 'get_stock', arguments: { sku: 'A7' }, reasoning: ['Stock first.'] },
    ]);
  });

  test('a tool without arguments of a schema is a call as well', () => {
    const { response } = responses(
      [ASKED],
      [{ id: 'ctc_1', type: 'custom_tool_call', call_id: 'call_2', name: 'run', input: 'print(7)' }],
    );
    expect(response.calls).toMatchObject([{ id: 'call_2', name: 'run' }]);
  });

  test('the items of an input hold the question and the result', () => {
    const result = { type: 'function_call_output', call_id: 'call_1', output: '3' };
    const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Three.' }] };
    const told = responses([ASKED, THOUGHT, CALL, result], [said]);
    expect([told.asked, told.answered]).toEqual(['Is A7 in stock?', 'Three.']);
    expect(told.results).toEqual([{ callId: 'call_1', result: '3', isError: false }]);
  });
});

describe('the Vercel AI SDK, its spans renamed on their way', () => {
  const span = (name: string, attributes: Record<string, AttributeValue>) => read({ scope: 'ai', name, attributes });

  test('the names of the conventions tell what they are: a model call, a tool', () => {
    const chat = span('text.generate', {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Is A7 in stock?"}]}]',
      'gen_ai.output.messages':
        '[{"role":"assistant","parts":[{"type":"tool_call","id":"call_1","name":"get_stock","arguments":{"sku":"A7"}}]}]',
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 5,
    });
    expect(chat).toMatchObject({ kind: 'generation', generation: { asked: 'Is A7 in stock?' } });
    expect(chat.generation?.response.calls).toMatchObject([{ id: 'call_1', name: 'get_stock' }]);

    const tool = span('get_stock.tool', {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'get_stock',
      'gen_ai.tool.call.id': 'call_1',
      'gen_ai.tool.call.arguments': '{"sku":"A7"}',
      'gen_ai.tool.call.result': '{"stock":3}',
    });
    expect(tool).toMatchObject({
      kind: 'tool',
      execution: { id: 'call_1', name: 'get_stock', arguments: { sku: 'A7' }, result: { stock: 3 } },
    });
  });

  test('the run around it stays one, also where it has all names of a model call', () => {
    const run = span('run.ai', { 'ai.operationId': 'ai.generateText', 'gen_ai.operation.name': 'chat' });
    expect(run.kind).toBe('chain');
  });
});
