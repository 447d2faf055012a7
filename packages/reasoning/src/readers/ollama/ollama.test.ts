/** Ollama's own API, whole and a line at a time (providers.md §7). */
import { describe, expect, it } from 'vitest';
import { attribute } from '../../attribution/attribution.ts';
import { readResponse } from '../index.ts';
import { readRequest } from '../request.ts';

type Json = Record<string, unknown>;

const line = (message: Json, more: Json = {}) => ({
  model: 'qwen3:4b',
  created_at: '2026-08-05',
  message,
  done: false,
  ...more,
});
const END = { done: true, done_reason: 'stop', prompt_eval_count: 20, eval_count: 95 };
const whole = (message: Json, more: Json = {}) =>
  readResponse({ body: JSON.stringify(line(message, { ...END, ...more })) });
const streamed = (...lines: Json[]) =>
  readResponse({ body: lines.map((entry) => `${JSON.stringify(entry)}\n`).join('') });
const partsOf = (response: ReturnType<typeof whole>) => response?.choices[0]?.parts ?? [];

describe('a line that holds everything', () => {
  const call = { function: { name: 'f', arguments: { a: 1 } } };
  const message = { content: 'Looking.', tool_calls: [call, call], thinking: 'The user wants f.' };
  it.each([
    ['whole', whole(message)],
    ['streamed', streamed(line(message), line({ content: '' }, END))],
  ])('is thinking, content, calls, in this order: %s', (_, response) => {
    expect(response).toMatchObject({ api: 'ollama.chat', model: 'qwen3:4b', incomplete: false, finishReason: 'stop' });
    const { calls } = attribute(partsOf(response));
    expect(calls).toMatchObject([
      { name: 'f', arguments: { a: 1 }, reasoning: ['The user wants f.'], preamble: 'Looking.', idGenerated: true },
      { name: 'f', arguments: { a: 1 }, reasoning: [], reasoningRef: calls[0]?.id, idGenerated: true },
    ]);
    expect(calls[0]?.id).not.toBe(calls[1]?.id);
  });
});

describe('thinking', () => {
  it('names its field', () =>
    expect(partsOf(whole({ content: 'x', thinking: 'why' }))[0]).toMatchObject({
      kind: 'reasoning',
      format: 'parsed',
      field: 'thinking',
    }));
  it.each([
    ['with both tags', ['<th', 'ink>why</thi', 'nk>\n\nx'], 'why'],
    ['with a closer only', ['why\n</th', 'ink>\n\nx'], 'why\n'],
  ])('of old templates is tags in the content: %s', (_, pieces, thought) => {
    const parts = partsOf(streamed(...pieces.map((content) => line({ content })), line({ content: '' }, END)));
    expect(parts).toMatchObject([
      { kind: 'reasoning', format: 'think_tags', text: thought },
      { kind: 'text', text: 'x' },
    ]);
    expect(partsOf(whole({ content: pieces.join('') }))).toEqual(parts);
  });
});

describe('/api/generate', () => {
  it('has thinking and response at the top', () => {
    const lines = [
      { model: 'm', created_at: 't', thinking: 'wh', done: false },
      { model: 'm', created_at: 't', thinking: 'y', response: '', done: false },
      { model: 'm', created_at: 't', response: 'x', ...END },
    ];
    const expected = [
      { kind: 'reasoning', text: 'why', field: 'thinking' },
      { kind: 'text', text: 'x' },
    ];
    expect(partsOf(streamed(...lines))).toMatchObject(expected);
    const body = JSON.stringify({ model: 'm', created_at: 't', thinking: 'why', response: 'x', ...END });
    expect(partsOf(readResponse({ body }))).toMatchObject(expected);
  });
  it('is asked with a prompt', () =>
    expect(
      readRequest({ model: 'm', prompt: 'Hi', system: 'Be brief.', think: 'high' }, '/api/generate'),
    ).toMatchObject({
      api: 'ollama.chat',
      reasoningEffort: 'high',
      stream: true,
      system: ['Be brief.'],
      messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Hi' }] }],
      endsWithHumanMessage: true,
    }));
});

describe('the end', () => {
  it('counts output with thinking in it, and does not know how much: unknown, not 0', () =>
    expect(whole({ content: 'x', thinking: 'why' })?.usage).toEqual({ input: 20, output: 95 }));
  it('by the limit is incomplete', () =>
    expect(streamed(line({ content: 'x' }), line({ content: '' }, { ...END, done_reason: 'length' }))).toMatchObject({
      incomplete: true,
      finishReason: 'length',
      usage: { output: 95 },
    }));
  it('that never came is incomplete, without usage', () => {
    const cut = streamed(line({ content: '', thinking: 'wh' }), line({ content: '', thinking: 'y' }));
    expect(cut).toMatchObject({ incomplete: true, choices: [{ parts: [{ kind: 'reasoning', text: 'why' }] }] });
    expect(cut?.usage).toBeUndefined();
  });
  it('in an error line is reported', () =>
    expect(streamed(line({ content: 'x' }), { error: 'model runner has unexpectedly stopped' })).toMatchObject({
      incomplete: true,
      error: { message: 'model runner has unexpectedly stopped' },
      choices: [{ parts: [{ kind: 'text', text: 'x' }] }],
    }));
});

describe('a request', () => {
  it('streams by default, and has its limits among the options', () => {
    const body = {
      model: 'm',
      messages: [{ role: 'user', content: 'Hi' }],
      options: { num_predict: 128, temperature: 0 },
    };
    expect(readRequest(body, '/api/chat')).toMatchObject({ stream: true, maxTokens: 128, temperature: 0 });
    expect(readRequest({ ...body, stream: false })).toMatchObject({ api: 'ollama.chat', stream: false });
  });
  it.each([
    ['low', 'low'],
    [false, 'none'],
    [true, undefined],
    [undefined, undefined],
  ])('with think %j has the effort %j', (think, effort) =>
    expect(readRequest({ model: 'm', messages: [], think }, '/api/chat')?.reasoningEffort).toBe(effort),
  );
  it('needs its path or a field of its own: a bare one is a chat completion', () => {
    const bare = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
    expect([readRequest(bare)?.api, readRequest(bare, '/api/chat')?.api]).toEqual(['openai.chat', 'ollama.chat']);
    expect(readRequest({ model: 'm', prompt: 'Hi' })).toBeNull();
  });
  it('without ids answers calls by the name of the tool, in order', () => {
    const call = (name: string) => ({ function: { name, arguments: {} } });
    const result = (tool_name: string, content: string) => ({ role: 'tool', tool_name, content });
    const request = readRequest(
      {
        model: 'm',
        messages: [
          { role: 'assistant', content: '', thinking: 'both', tool_calls: [call('a'), call('b'), call('a')] },
          ...[result('b', 'B'), result('a', 'A1'), result('a', 'A2'), result('c', 'C')],
        ],
      },
      '/api/chat',
    );
    const [turn, ...answers] = request?.messages ?? [];
    const [a1, b, a2] = (turn?.parts ?? []).flatMap((part) => (part.kind === 'tool_call' ? [part.id] : []));
    expect(answers.flatMap(({ parts }) => parts)).toMatchObject([
      { callId: b, name: 'b', result: 'B' },
      { callId: a1, name: 'a', result: 'A1' },
      { callId: a2, name: 'a', result: 'A2' },
      { callId: '', name: 'c', result: 'C' },
    ]);
    // Ids made here mean nothing outside: the name and the order are what counts.
    expect(request?.toolResults.map(({ callId, name }) => [callId, name])).toEqual([
      ['', 'b'],
      ['', 'a'],
      ['', 'a'],
      ['', 'c'],
    ]);
    expect(request?.historyCallIds).toEqual([]);
  });
  it('with ids answers by them', () =>
    expect(
      readRequest(
        {
          model: 'm',
          messages: [
            { role: 'assistant', content: '', tool_calls: [{ id: 'call_1', function: { name: 'a', arguments: {} } }] },
            { role: 'tool', tool_call_id: 'call_1', content: 'A' },
          ],
        },
        '/api/chat',
      ),
    ).toMatchObject({ historyCallIds: ['call_1'], toolResults: [{ callId: 'call_1', result: 'A' }] }));
});
