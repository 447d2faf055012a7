/** Mistral's chat: Chat Completions with chunks (providers.md §9). */
import { describe, expect, it } from 'vitest';
import { attribute } from '../../attribution/attribution.ts';
import { sse } from '../../testing/wire.ts';
import { readResponse } from '../index.ts';
import { readRequest } from '../request.ts';

type Json = Record<string, unknown>;

const ID = '729c22c4cca445c4903e2f819e32badd';
const whole = (message: Json, id = ID) =>
  readResponse({ body: JSON.stringify({ id, model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] }) });
const streamed = (...deltas: Json[]) => {
  const chunks = deltas.map((delta) => ({ id: ID, choices: [{ index: 0, delta, finish_reason: null }] }));
  return readResponse({
    body: sse([...chunks, { id: ID, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }]),
  });
};
const thinking = (text: string, more: Json = {}) => ({ type: 'thinking', thinking: [{ type: 'text', text }], ...more });
const partsOf = (response: ReturnType<typeof whole>) => response?.choices[0]?.parts ?? [];

const CALL = { id: 'wyFNfgjhN', function: { name: 'weather', arguments: '{"city":"Berlin"}' } };

describe('thinking before a call', () => {
  const reference = { type: 'tool_reference', tool: 'web_search', title: 'Weather' };
  const responses = {
    whole: whole({
      content: [
        {
          type: 'thinking',
          thinking: [{ type: 'text', text: 'Two cities: ' }, reference, { type: 'text', text: 'start with Berlin.' }],
          closed: true,
          signature: 'sig',
        },
        { type: 'text', text: 'One moment.' },
      ],
      tool_calls: [CALL],
    }),
    streamed: streamed(
      { role: 'assistant', content: '' },
      { content: [thinking('Two cities: ')] },
      { content: [{ type: 'thinking', thinking: [reference], closed: true }] },
      { content: [thinking('start with Berlin.', { closed: true, signature: 'sig' }), { type: 'text', text: 'One ' }] },
      { content: 'moment.' },
      { tool_calls: [{ ...CALL, index: 0 }] },
    ),
  };
  it.each(Object.entries(responses))('is one block, even with references in it: %s', (_, response) => {
    expect(response).toMatchObject({ api: 'mistral.chat', incomplete: false });
    expect(attribute(partsOf(response)).calls).toMatchObject([
      {
        id: 'wyFNfgjhN',
        arguments: { city: 'Berlin' },
        reasoning: ['Two cities: start with Berlin.'],
        preamble: 'One moment.',
        reasoningFormat: 'parsed',
        reasoningField: 'content',
      },
    ]);
    expect(partsOf(response)[0]).toMatchObject({ signature: 'sig', extra: { closed: true } });
  });
});

it('thoughts around a text are two, in the order of the model', () => {
  const content = [thinking('A'), { type: 'text', text: 'x' }, thinking('B')];
  const expected = [
    ['reasoning', 'A'],
    ['text', 'x'],
    ['reasoning', 'B'],
  ];
  const outline = (response: ReturnType<typeof whole>) =>
    partsOf(response).map((part) => [part.kind, 'text' in part && part.text]);
  expect(outline(whole({ content }))).toEqual(expected);
  expect(outline(streamed(...content.map((chunk) => ({ content: [chunk] }))))).toEqual(expected);
});

describe('Mistral', () => {
  it('is known by thinking in chunks, by its padding, or by its ids', () => {
    expect(whole({ content: [thinking('A')] }, 'chatcmpl-1')?.api).toBe('mistral.chat');
    expect(whole({ content: '', tool_calls: [CALL] })?.api).toBe('mistral.chat');
    expect(readResponse({ body: sse([{ choices: [{ delta: { content: 'x' } }], p: 'abc' }]) })?.api).toBe(
      'mistral.chat',
    );
  });
  it('is not recognized by less: the field holds what a replay needs', () => {
    expect(whole({ content: 'x' })?.api).toBe('openai.chat');
    expect(whole({ content: '', tool_calls: [{ ...CALL, id: 'call_1' }] })?.api).toBe('openai.chat');
    expect(whole({ content: [{ type: 'thinking', thinking: 'A' }] })?.api).toBe('openai.chat');
  });
  it('in a request is known by its fields, its history, or the path of agents', () => {
    const messages = [{ role: 'user', content: 'Hi' }];
    const history = [
      { role: 'assistant', content: [thinking('A', { signature: 'sig' }), { type: 'text', text: 'x' }] },
      ...messages,
    ];
    expect(readRequest({ messages, prompt_mode: 'reasoning' }, '/v1/chat/completions')?.api).toBe('mistral.chat');
    expect(readRequest({ messages, agent_id: 'ag_1' }, '/v1/agents/completions')?.api).toBe('mistral.chat');
    expect(readRequest({ messages: history })).toMatchObject({
      api: 'mistral.chat',
      messages: [{ parts: [{ kind: 'reasoning', text: 'A', signature: 'sig' }, { kind: 'text' }] }, { role: 'user' }],
    });
    expect(readRequest({ messages }, '/v1/chat/completions')?.api).toBe('openai.chat');
  });
});
