/** Mistral's conversations: entries, whole and streamed (providers.md §9). */
import { describe, expect, it } from 'vitest';
import { attribute } from '../../attribution/attribution.ts';
import { sse } from '../../testing/wire.ts';
import { readResponse } from '../index.ts';
import { readRequest } from '../request.ts';

type Json = Record<string, unknown>;

const thinking = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] });
const whole = (...outputs: Json[]) =>
  readResponse({ body: JSON.stringify({ object: 'conversation.response', conversation_id: 'conv_1', outputs }) });
const streamed = (...events: Json[]) => readResponse({ body: sse(events) });
const partsOf = (response: ReturnType<typeof whole>) => response?.choices[0]?.parts ?? [];
const DONE = {
  type: 'conversation.response.done',
  usage: { prompt_tokens: 188, completion_tokens: 55, total_tokens: 7355, connector_tokens: 7112 },
};

describe('a connector, a thought and a call', () => {
  const said = { model: 'mistral-medium', agent_id: null };
  const responses = {
    whole: whole(
      { type: 'message.output', id: 'msg_1', ...said, content: [thinking('I search first.')] },
      { type: 'tool.execution', id: 'tool_exec_1', name: 'web_search', arguments: '{"query":"x"}', info: { hits: 2 } },
      {
        type: 'message.output',
        id: 'msg_2',
        ...said,
        content: [
          thinking('Now save.'),
          { type: 'text', text: 'Found' },
          { type: 'tool_reference', tool: 'web_search', title: 'T' },
          { type: 'text', text: ' it.' },
        ],
      },
      { type: 'function.call', id: 'fc_1', tool_call_id: 'DbXyZ1234', name: 'save', arguments: '{"a":1}' },
    ),
    streamed: streamed(
      { type: 'conversation.response.started', conversation_id: 'conv_1' },
      {
        type: 'message.output.delta',
        output_index: 0,
        id: 'msg_1',
        content_index: 0,
        ...said,
        content: thinking('I search '),
      },
      {
        type: 'message.output.delta',
        output_index: 0,
        id: 'msg_1',
        content_index: 0,
        ...said,
        content: thinking('first.'),
      },
      { type: 'tool.execution.started', output_index: 1, id: 'tool_exec_1', name: 'web_search', arguments: '' },
      { type: 'tool.execution.delta', output_index: 1, id: 'tool_exec_1', name: 'web_search', arguments: '{"query":' },
      { type: 'tool.execution.delta', output_index: 1, id: 'tool_exec_1', name: 'web_search', arguments: '"x"}' },
      { type: 'tool.execution.done', output_index: 1, id: 'tool_exec_1', name: 'web_search', info: { hits: 2 } },
      {
        type: 'message.output.delta',
        output_index: 2,
        id: 'msg_2',
        content_index: 0,
        ...said,
        content: thinking('Now save.'),
      },
      { type: 'message.output.delta', output_index: 2, id: 'msg_2', content_index: 1, ...said, content: 'Found' },
      {
        type: 'message.output.delta',
        output_index: 2,
        id: 'msg_2',
        content_index: 2,
        content: { type: 'tool_reference', tool: 'web_search', title: 'T' },
      },
      {
        type: 'message.output.delta',
        output_index: 2,
        id: 'msg_2',
        content_index: 3,
        content: { type: 'text', text: ' it.' },
      },
      {
        type: 'function.call.delta',
        output_index: 3,
        id: 'fc_1',
        tool_call_id: 'DbXyZ1234',
        name: 'save',
        arguments: '{"a"',
      },
      {
        type: 'function.call.delta',
        output_index: 3,
        id: 'fc_1',
        tool_call_id: 'DbXyZ1234',
        name: 'save',
        arguments: ':1}',
      },
      DONE,
    ),
  };
  it.each(Object.entries(responses))('each call has the thought before it: %s', (_, response) => {
    expect(response).toMatchObject({
      api: 'mistral.conversations',
      model: 'mistral-medium',
      conversationId: 'conv_1',
      incomplete: false,
    });
    expect(attribute(partsOf(response)).calls).toMatchObject([
      {
        id: 'tool_exec_1',
        type: 'server',
        itemType: 'tool.execution',
        arguments: { query: 'x' },
        reasoning: ['I search first.'],
        result: { hits: 2 },
      },
      {
        id: 'DbXyZ1234',
        type: 'function',
        itemType: 'function.call',
        arguments: { a: 1 },
        reasoning: ['Now save.'],
        preamble: 'Found it.',
      },
    ]);
  });
  it('are the same parts either way', () => expect(partsOf(responses.streamed)).toEqual(partsOf(responses.whole)));
  it('keep the ids of their entries', () =>
    expect(partsOf(responses.whole).flatMap((part) => ('itemId' in part ? [part.itemId] : []))).toEqual([
      'msg_1',
      'msg_2',
      'msg_2',
      'fc_1',
    ]));
  it('count what connectors read neither as output nor as thinking', () =>
    expect(responses.streamed?.usage).toEqual({ input: 188, output: 55 }));
});

describe('an answer', () => {
  it('is ordered by the index of its entries, not by arrival', () => {
    const response = streamed(
      { type: 'function.call.delta', output_index: 1, id: 'f', tool_call_id: 't', name: 'f', arguments: '{}' },
      { type: 'message.output.delta', output_index: 0, id: 'm', content: thinking('why') },
      DONE,
    );
    expect(attribute(partsOf(response)).calls).toMatchObject([{ id: 't', reasoning: ['why'] }]);
  });
  it('of two agents keeps their thoughts apart', () => {
    const response = whole(
      { type: 'message.output', id: 'm1', agent_id: 'ag_1', content: [thinking('hand over')] },
      { type: 'agent.handoff', id: 'h', previous_agent_id: 'ag_1', next_agent_id: 'ag_2' },
      { type: 'function.call', id: 'f', agent_id: 'ag_2', tool_call_id: 't', name: 'f', arguments: {} },
    );
    expect(attribute(partsOf(response)).calls).toMatchObject([
      { id: 't', reasoning: [], reasoningRef: null },
      { type: 'answer', reasoning: ['hand over'] },
    ]);
    expect(partsOf(response)[1]).toEqual({ kind: 'other', providerType: 'agent.handoff' });
  });
  it('that failed says so, with what had come', () =>
    expect(
      streamed(
        { type: 'message.output.delta', output_index: 0, id: 'm', content: 'x' },
        { type: 'conversation.response.error', message: 'overloaded', code: 529 },
      ),
    ).toMatchObject({
      incomplete: true,
      error: { type: '529', message: 'overloaded' },
      choices: [{ parts: [{ text: 'x' }] }],
    }));
  it('that was cut marks the call it was cut in', () =>
    expect(
      partsOf(
        streamed({
          type: 'function.call.delta',
          output_index: 0,
          id: 'f',
          tool_call_id: 't',
          name: 'f',
          arguments: '{"a',
        }),
      ),
    ).toMatchObject([{ arguments: '{"a', incomplete: true }]));
});

describe('a request', () => {
  it('starts with a text, and has its settings apart', () =>
    expect(
      readRequest(
        {
          inputs: 'Hi',
          model: 'mistral-medium',
          instructions: 'Be brief.',
          completion_args: { max_tokens: 9, temperature: 0.1, reasoning_effort: 'high' },
        },
        '/v1/conversations',
      ),
    ).toMatchObject({
      api: 'mistral.conversations',
      model: 'mistral-medium',
      maxTokens: 9,
      temperature: 0.1,
      reasoningEffort: 'high',
      system: ['Be brief.'],
      endsWithHumanMessage: true,
    }));
  it('goes on with the conversation of its path, by results or anew from an entry', () => {
    const inputs = [{ type: 'function.result', tool_call_id: 'DbXyZ1234', result: 'saved' }];
    expect(readRequest({ inputs }, '/v1/conversations/conv_1')).toMatchObject({
      conversationId: 'conv_1',
      toolResults: [{ callId: 'DbXyZ1234', result: 'saved' }],
      endsWithHumanMessage: false,
    });
    expect(readRequest({ inputs: 'Again' }, '/v1/conversations/conv_1/restart')?.conversationId).toBe('conv_1');
  });
  it('may hold entries as history', () =>
    expect(
      readRequest({
        agent_id: 'ag_1',
        inputs: [
          { role: 'user', content: 'Hi', type: 'message.input' },
          { type: 'function.call', tool_call_id: 't', name: 'f', arguments: '{}' },
          { type: 'function.result', tool_call_id: 't', result: 'ok' },
        ],
      }),
    ).toMatchObject({
      api: 'mistral.conversations',
      historyCallIds: ['t'],
      toolResults: [{ callId: 't', result: 'ok' }],
    }));
  it('for embeddings is none', () => expect(readRequest({ inputs: ['a', 'b'], model: 'mistral-embed' })).toBeNull());
});
