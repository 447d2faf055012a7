/** Cohere v2, whole and streamed (providers.md §9). */
import { describe, expect, it } from 'vitest';
import { attribute } from '../../attribution/attribution.ts';
import { sse } from '../../testing/wire.ts';
import { readResponse } from '../index.ts';
import { readRequest } from '../request.ts';

type Json = Record<string, unknown>;

const whole = (message: Json, more: Json = {}) =>
  readResponse({ body: JSON.stringify({ id: 'r', finish_reason: 'COMPLETE', message, ...more }) });
const streamed = (...events: Json[]) => readResponse({ body: sse(events) });
const content = (index: number, piece: Json) => ({
  type: 'content-delta',
  index,
  delta: { message: { content: piece } },
});
const end = (more: Json = {}) => ({ type: 'message-end', delta: { finish_reason: 'COMPLETE', ...more } });
const partsOf = (response: ReturnType<typeof whole>) => response?.choices[0]?.parts ?? [];

const CALL = { id: 'call_1', type: 'function', function: { name: 'search', arguments: '{"q":"x"}' } };

describe('thinking beside a plan', () => {
  const responses = {
    whole: whole(
      {
        content: [{ type: 'thinking', thinking: 'I should search.' }],
        tool_plan: 'I will search.',
        tool_calls: [CALL],
      },
      { finish_reason: 'TOOL_CALL' },
    ),
    streamed: streamed(
      { type: 'message-start', id: 'r', delta: { message: { role: 'assistant' } } },
      { type: 'content-start', index: 0, delta: { message: { content: { type: 'thinking', thinking: '' } } } },
      content(0, { thinking: 'I should ' }),
      content(0, { thinking: 'search.' }),
      { type: 'content-end', index: 0 },
      { type: 'tool-plan-delta', delta: { message: { tool_plan: 'I will ' } } },
      { type: 'tool-plan-delta', delta: { message: { tool_plan: 'search.' } } },
      {
        type: 'tool-call-start',
        index: 0,
        delta: { message: { tool_calls: { ...CALL, function: { name: 'search', arguments: '' } } } },
      },
      { type: 'tool-call-delta', index: 0, delta: { message: { tool_calls: { function: { arguments: '{"q":' } } } } },
      { type: 'tool-call-delta', index: 0, delta: { message: { tool_calls: { function: { arguments: '"x"}' } } } } },
      { type: 'tool-call-end', index: 0 },
      end({ finish_reason: 'TOOL_CALL' }),
    ),
  };
  it.each(Object.entries(responses))('is the reason, and the plan what it said: %s', (_, response) => {
    expect(response).toMatchObject({ api: 'cohere.chat', id: 'r', incomplete: false, finishReason: 'TOOL_CALL' });
    expect(attribute(partsOf(response)).calls).toMatchObject([
      {
        id: 'call_1',
        name: 'search',
        arguments: { q: 'x' },
        reasoning: ['I should search.'],
        preamble: 'I will search.',
        reasoningField: 'thinking',
      },
    ]);
  });
  it('remembers in which field the plan came', () =>
    expect(partsOf(responses.whole)[1]).toMatchObject({ kind: 'text', extra: { field: 'tool_plan' } }));
});

describe('an index that one block leaves to the next', () => {
  const start = (piece: Json) => ({ type: 'content-start', index: 0, delta: { message: { content: piece } } });
  const close = { type: 'content-end', index: 0 };
  it('reports both of them', () =>
    expect(
      partsOf(
        streamed(
          start({ type: 'thinking', thinking: '' }),
          content(0, { thinking: 'A word ' }),
          content(0, { thinking: 'is enough.' }),
          close,
          start({ type: 'text', text: '' }),
          content(0, { text: 'Good ' }),
          content(0, { text: 'day' }),
          close,
          end(),
        ),
      ),
    ).toMatchObject([
      { kind: 'reasoning', text: 'A word is enough.' },
      { kind: 'text', text: 'Good day' },
    ]));
  it('keeps two thoughts apart', () =>
    expect(
      partsOf(streamed(content(0, { thinking: 'One.' }), close, content(0, { thinking: 'Two.' }), close, end())),
    ).toMatchObject([{ text: 'One.' }, { text: 'Two.' }]));
});

describe('usage', () => {
  it('is what the model read and wrote, not what is billed', () =>
    expect(
      whole(
        { content: [{ type: 'text', text: 'x' }] },
        {
          usage: {
            billed_units: { input_tokens: 1, output_tokens: 2 },
            tokens: { input_tokens: 1568, output_tokens: 132 },
            cached_tokens: 992,
          },
        },
      )?.usage,
    ).toEqual({ input: 1568, output: 132, cacheRead: 992 }));
  it('falls back to what is billed', () =>
    expect(
      streamed(content(0, { text: 'x' }), end({ usage: { billed_units: { input_tokens: 1, output_tokens: 2 } } }))
        ?.usage,
    ).toEqual({
      input: 1,
      output: 2,
    }));
});

describe('an answer that broke off', () => {
  it.each(['MAX_TOKENS', 'ERROR', 'TIMEOUT'])('says so: %s', (finish_reason) =>
    expect(streamed(content(0, { text: 'x' }), end({ finish_reason }))?.incomplete).toBe(true),
  );
  it('with the words of the error', () =>
    expect(streamed(content(0, { text: 'x' }), end({ finish_reason: 'ERROR', error: 'overloaded' }))).toMatchObject({
      error: { message: 'overloaded' },
      choices: [{ parts: [{ kind: 'text', text: 'x' }] }],
    }));
  it('without an end is incomplete, and so is its last call', () => {
    const start = { ...CALL, function: { name: 'search', arguments: '{"q' } };
    const cut = streamed({ type: 'tool-call-start', index: 0, delta: { message: { tool_calls: start } } });
    expect(cut).toMatchObject({ incomplete: true, choices: [{ parts: [{ incomplete: true, arguments: '{"q' }] }] });
  });
});

describe('a request', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Find x' },
    { role: 'assistant', tool_plan: 'I will search.', tool_calls: [CALL] },
    { role: 'tool', tool_call_id: 'call_1', content: [{ type: 'text', text: 'found' }] },
  ];
  it('is known by its path, or by fields of its own', () => {
    const plain = { model: 'command-a', messages: [{ role: 'user', content: 'Hi' }] };
    expect(readRequest(plain, '/v2/chat')?.api).toBe('cohere.chat');
    expect(readRequest({ ...plain, safety_mode: 'OFF' })?.api).toBe('cohere.chat');
    expect(readRequest({ ...plain, thinking: { type: 'enabled', token_budget: 500 } })?.api).toBe('cohere.chat');
    expect(readRequest({ model: 'command-a', messages })?.api).toBe('cohere.chat');
    expect(readRequest(plain)?.api).toBe('openai.chat');
  });
  it('has its history, and the results for the calls', () =>
    expect(readRequest({ model: 'command-a', messages, stream: true }, '/v2/chat')).toMatchObject({
      model: 'command-a',
      stream: true,
      system: ['Be brief.'],
      historyCallIds: ['call_1'],
      toolResults: [{ callId: 'call_1', result: 'found' }],
      messages: [
        { role: 'user' },
        { role: 'assistant', parts: [{ kind: 'text', text: 'I will search.' }, { kind: 'tool_call' }] },
        { role: 'tool' },
      ],
    }));
  it('that switches thinking off has no effort', () =>
    expect(readRequest({ messages, thinking: { type: 'disabled' } }, '/v2/chat')?.reasoningEffort).toBe('none'));
});
