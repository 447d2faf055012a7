/** Answers in formats that only their host has, to requests that many take. */
import { describe, expect, it } from 'vitest';
import { sse } from '../testing/wire.ts';
import { readResponse } from './index.ts';
import { readRequest } from './request.ts';

type Json = Record<string, unknown>;

const requested = { requestApi: 'openai.chat', requestModel: 'm' } as const;
const answer = (body: Json) => readResponse({ ...requested, body: JSON.stringify(body) });
const stream = (...events: Json[]) => readResponse({ ...requested, body: sse(events) });
const partsOf = (response: ReturnType<typeof answer>) => response?.choices[0]?.parts;

describe('the answer to a chat request, in a shape that no reader knows,', () => {
  it('is read inside of what is wrapped around it', () => {
    const usage = { prompt_tokens: 8, completion_tokens: 4, total_tokens: 12 };
    const read = answer({ result: { response: '<think>\nSimple.\n</think>\nYes.', usage }, success: true, errors: [] });
    expect(partsOf(read)).toMatchObject([
      { kind: 'reasoning', text: '\nSimple.\n' },
      { kind: 'text', text: 'Yes.' },
    ]);
    expect(read).toMatchObject({ api: 'openai.chat', incomplete: false, usage: { input: 8, output: 4 } });
  });
  it('may be choices, with the figures beside the wrapper under other names', () => {
    const message = { role: 'assistant', content: 'Yes.', reasoning_content: 'Simple.' };
    const read = answer({
      output: { choices: [{ finish_reason: 'stop', message }] },
      usage: { input_tokens: 8, output_tokens: 4 },
      request_id: 'r',
    });
    expect(partsOf(read)).toMatchObject([
      { kind: 'reasoning', text: 'Simple.' },
      { kind: 'text', text: 'Yes.' },
    ]);
    expect(read).toMatchObject({ finishReason: 'stop', usage: { input: 8, output: 4 } });
  });
  it('may be calls without the level of `function`', () =>
    expect(
      partsOf(answer({ result: { response: null, tool_calls: [{ name: 'f', arguments: { a: 1 } }] } })),
    ).toMatchObject([{ kind: 'tool_call', name: 'f', arguments: { a: 1 }, idGenerated: true }]));
  it('may be JSON by the schema of the request, parsed', () =>
    expect(partsOf(answer({ result: { response: { fruit: true } } }))).toMatchObject([
      { kind: 'text', text: '{"fruit":true}' },
    ]));
  it('may come in pieces of text', () => {
    const read = stream(
      { response: '<th', p: 'ab' },
      { response: 'ink>Simple.</think>', p: 'abc' },
      { response: 'Yes', tool_calls: [], p: 'a' },
      { response: '.' },
      { response: '', usage: { prompt_tokens: 8, completion_tokens: 4, total_tokens: 12 } },
    );
    expect(partsOf(read)).toMatchObject([
      { kind: 'reasoning', text: 'Simple.' },
      { kind: 'text', text: 'Yes.' },
    ]);
    expect(read).toMatchObject({ incomplete: false, usage: { input: 8, output: 4 } });
  });
  it('may be bare, whole or a line a piece', () => {
    const lines = [{ response: 'He' }, { response: 'llo' }].map((line) => JSON.stringify(line)).join('\n');
    expect(partsOf(answer({ response: 'Yes.' }))).toMatchObject([{ kind: 'text', text: 'Yes.' }]);
    expect(partsOf(readResponse({ ...requested, body: lines }))).toMatchObject([{ kind: 'text', text: 'Hello' }]);
  });
  it('may send its choices whole, in pieces, or both', () => {
    const message = { content: 'Yes' };
    expect(partsOf(answer({ data: { choices: [{ delta: {}, message }] } }))).toMatchObject([{ text: 'Yes' }]);
    const [piece, all] = [{ choices: [{ delta: message }] }, { choices: [{ message }] }];
    expect(partsOf(stream({ result: piece }, { result: all }))).toMatchObject([{ text: 'Yes' }]);
  });
  it('is of the model that the path names where the body does not', () => {
    const messages = [{ role: 'user', content: 'Hi' }];
    const model = '@cf/meta/llama-4-scout-17b-16e-instruct';
    expect(readRequest({ messages }, `/client/v4/accounts/0a/ai/run/${model}`)).toMatchObject({ model });
    expect(readRequest({ messages }, '/rooms/ai/run/7')?.model).toBeUndefined();
  });
  it('is none where the request named no model', () => {
    const { requestApi } = requested;
    for (const body of [{ response: 'Yes.' }, { result: { text: 'ok', flagged: false } }])
      expect(readResponse({ requestApi, body: JSON.stringify(body) })).toBeNull();
    expect(readResponse({ requestApi, body: sse([{ text: 'somebody is typing' }]) })).toBeNull();
  });
  it('is no error however deep it is', () => {
    const deep = '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000);
    expect(() => readResponse({ ...requested, body: `{"result":{"response":${deep}}}` })).not.toThrow();
  });
  it('is none where nothing looks like one', () => {
    expect(answer({ result: { id: 1 }, success: true })).toBeNull();
    expect(stream({ value: 'Yes' })).toBeNull();
  });
  it('is none where the request asked for something else', () =>
    expect(
      readResponse({
        ...requested,
        body: JSON.stringify({ result: { response: 'x' } }),
        requestApi: 'openai.responses',
      }),
    ).toBeNull());
});
