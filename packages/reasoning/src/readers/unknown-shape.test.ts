/** Answers in formats that only their host has, to requests that many take. */
import { describe, expect, it } from 'vitest';
import { sse } from '../testing/wire.ts';
import { readResponse } from './index.ts';

type Json = Record<string, unknown>;

const answer = (body: Json, requestModel?: string) =>
  readResponse({ body: JSON.stringify(body), requestApi: 'openai.chat', ...(requestModel && { requestModel }) });
const stream = (...events: Json[]) => readResponse({ body: sse(events), requestApi: 'openai.chat' });
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
  it('is one without a wrapper only where the request named a model', () => {
    expect(answer({ response: 'Yes.' })).toBeNull();
    expect(partsOf(answer({ response: 'Yes.' }, 'm'))).toMatchObject([{ kind: 'text', text: 'Yes.' }]);
  });
  it('is none where nothing looks like one', () => {
    expect(answer({ result: { id: 1 }, success: true }, 'm')).toBeNull();
    expect(stream({ value: 'Yes' })).toBeNull();
  });
  it('is none where the request asked for something else', () =>
    expect(
      readResponse({ body: JSON.stringify({ result: { response: 'x' } }), requestApi: 'openai.responses' }),
    ).toBeNull());
});
