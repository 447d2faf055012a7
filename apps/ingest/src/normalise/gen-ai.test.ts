import { describe, expect, test } from 'vitest';
import { emptySpan, type AttributeValue, type Span } from '../otlp/wire.ts';
import { normalise } from './index.ts';

function spanWith(attributes: Record<string, AttributeValue>): Span {
  const empty = emptySpan({ attributes: new Map() }, { name: '', version: '', attributes: new Map() });
  return { ...empty, spanId: new Uint8Array(8).fill(7), attributes: new Map(Object.entries(attributes)) };
}

const CALL = { type: 'tool_call', id: 'call_2', name: 'get_price', arguments: {} };
const output = (...parts: object[]) => JSON.stringify([{ role: 'assistant', parts }]);
const generation = (attributes: Record<string, AttributeValue>) =>
  normalise(spanWith({ 'gen_ai.operation.name': 'chat', ...attributes })).generation!;

describe('a call without a thought of its own shares one of an earlier response', () => {
  const question = { role: 'user', parts: [{ type: 'text', content: 'How much is A7?' }] };
  const thoughtfulTurn = {
    role: 'assistant',
    parts: [
      { type: 'reasoning', content: 'Need stock first.' },
      { type: 'tool_call', id: 'call_1', name: 'get_stock', arguments: {} },
    ],
  };
  const result = { role: 'tool', parts: [{ type: 'tool_call_response', id: 'call_1', response: 3 }] };
  const first = (messages: object[], more: Record<string, AttributeValue> = {}) =>
    generation({
      'gen_ai.input.messages': JSON.stringify(messages),
      'gen_ai.output.messages': output(CALL),
      ...more,
    }).response.calls[0];

  test('when the history of the request holds it', () => {
    expect(first([question, thoughtfulTurn, result])).toMatchObject({ state: 'shared', reasoningRef: 'call_1' });
  });

  test('not when a person has spoken since', () => {
    expect(first([question, thoughtfulTurn, result, question])).toMatchObject({ reasoningRef: null });
  });

  test('when the sender says so, since it saw the thought that the history lacks', () => {
    const said = { 'subtext.reasoning_ref': 'call_1' };
    expect(first([question], said)).toMatchObject({ state: 'shared', reasoningRef: 'call_1' });
  });

  describe('that it came of', () => {
    const of = (id: string, parent_id: string) => ({
      ...{ type: 'server_tool_call', id, name: 'refund', item_type: 'mcp_call', tool_type: 'mcp', parent_id },
      server_tool_call: { type: 'mcp_call', arguments: {} },
    });
    const refs = (more: Record<string, AttributeValue>) =>
      generation({
        'gen_ai.output.messages': output(of('mcp_1', 'ask_1'), of('mcp_2', 'ask_2')),
        ...more,
      }).response.calls.map(({ state, reasoningRef }) => [state, reasoningRef]);

    test('when the sender remembers it, each its own', () => {
      const parents = { 'subtext.parent_refs': ['ask_1', 'call_1', 'ask_2', 'ask_2'] };
      expect(refs(parents)).toEqual([
        ['shared', 'call_1'],
        ['shared', 'ask_2'],
      ]);
    });

    test.each([[['ask_1']], ['ask_1'], [[7, 'call_1', new Map()]]])('not when its parents are %j', (parents) => {
      const nobodys = ['unreported', null];
      expect(refs({ 'subtext.parent_refs': parents, 'subtext.reasoning_ref': 'call_1' })).toEqual([nobodys, nobodys]);
    });
  });

  test('an earlier answer with a thought is no call to refer to', () => {
    const answer = {
      role: 'assistant',
      parts: [
        { type: 'reasoning', content: 'Hm.' },
        { type: 'text', content: 'Three.' },
      ],
    };
    expect(first([question, answer])).toMatchObject({ reasoningRef: null });
  });
});

test.each([
  [0.5, 500],
  ['2', 2_000],
  [-1, undefined],
  [new Map(), undefined],
  [[], undefined],
])('a time to the first chunk of %j seconds is %j milliseconds', (seconds, milliseconds) => {
  expect(generation({ 'gen_ai.response.time_to_first_chunk': seconds }).timeToFirstChunk).toBe(milliseconds);
});

describe('kinds', () => {
  test.each([
    [{ 'gen_ai.operation.name': 'chat' }, 'generation'],
    [{ 'gen_ai.operation.name': 'execute_tool' }, 'tool'],
    [{ 'gen_ai.operation.name': 'invoke_agent' }, 'agent'],
    [{ 'gen_ai.operation.name': 'embeddings' }, 'embedding'],
    [{ 'gen_ai.operation.name': 'never heard of' }, 'span'],
    [{ 'gen_ai.tool.name': 'x' }, 'tool'],
    [{ 'gen_ai.request.model': 'm', 'gen_ai.usage.prompt_tokens': 1 }, 'generation'],
    [{ 'http.request.method': 'GET' }, 'span'],
    [{ __proto__: null, constructor: 'x' }, 'span'],
  ])('%j is a %s', (attributes, kind) => {
    expect(normalise(spanWith(attributes as Record<string, AttributeValue>)).kind).toBe(kind);
  });
});
