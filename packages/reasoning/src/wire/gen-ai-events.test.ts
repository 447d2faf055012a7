import { expect, it } from 'vitest';
import { eventMessages, plainEvent } from './gen-ai-events.ts';

const read = (name: string, fields: Record<string, unknown>) => {
  const { input, output } = eventMessages([plainEvent(name, fields)]);
  return [...input, ...output].map(({ role, parts }) => ({ role, parts }));
};

it('a result that is a list is a result, not a list of blocks', () => {
  expect(read('gen_ai.tool.message', { id: 'call_1', content: '[{"sku":"A7"}]' })).toMatchObject([
    { role: 'tool', parts: [{ kind: 'tool_result', callId: 'call_1', result: '[{"sku":"A7"}]' }] },
  ]);
});

it('the field of a Bedrock Converse block names its kind', () => {
  const blocks = [
    { reasoningContent: { reasoningText: { text: 'Need stock first.', signature: 'Eq' } } },
    { reasoningContent: { redactedContent: 'AA==' } },
    { text: 'Let me check.' },
    { toolUse: { toolUseId: 'call_1', name: 'get_stock', input: { sku: 'A7' } } },
  ];
  expect(read('gen_ai.choice', { message: JSON.stringify(blocks) })).toMatchObject([
    {
      role: 'assistant',
      parts: [
        { kind: 'reasoning', text: 'Need stock first.', signature: 'Eq' },
        { kind: 'redacted' },
        { kind: 'text', text: 'Let me check.' },
        { kind: 'tool_call', id: 'call_1', name: 'get_stock', arguments: { sku: 'A7' }, type: 'function' },
      ],
    },
  ]);
  const result = { toolUseId: 'call_1', status: 'error', content: [{ json: { units: 3 } }] };
  expect(read('gen_ai.tool.message', { content: JSON.stringify([{ toolResult: result }]) })).toMatchObject([
    { role: 'tool', parts: [{ kind: 'tool_result', callId: 'call_1', result: { units: 3 }, isError: true }] },
  ]);
});
