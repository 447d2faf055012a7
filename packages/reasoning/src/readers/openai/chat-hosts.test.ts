/**
 * What single hosts of the chat format do, as each sends it whole and as a stream (providers.md §3, §6, §8–§11, §13).
 */
import { describe, expect, it } from 'vitest';
import { attribute } from '../../attribution/attribution.ts';
import type { ModelResponse } from '../../parts/model-response.ts';
import type { Part } from '../../parts/part.ts';
import { sse } from '../../testing/wire.ts';
import { readResponse } from '../index.ts';

type Json = Record<string, unknown>;

const whole = (message: Json, more: Json = {}) =>
  readResponse({ body: JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], ...more }) });
const chunk = (delta: Json, finish_reason: string | null = null) => ({ choices: [{ index: 0, delta, finish_reason }] });
const streamed = (...deltas: Json[]) =>
  readResponse({ body: sse([...deltas.map((delta) => chunk(delta)), chunk({}, 'stop')]) });
const partsOf = (response: ModelResponse | null): Part[] => response?.choices[0]?.parts ?? [];
const callsOf = (response: ModelResponse | null) =>
  attribute(partsOf(response), response?.usage ? { usage: response.usage } : {}).calls;
/** Without what each reading makes anew. */
const outline = (response: ModelResponse | null) =>
  callsOf(response).map(({ id, reasoningRef, ...call }) => ({
    ...call,
    id: call.idGenerated ? '' : id,
    reasoningRef: reasoningRef !== null,
  }));

describe('Groq', () => {
  const tool = { index: 0, type: 'search', arguments: '{"query":"x"}' };
  it('reports no position of the tools it ran: after the thoughts, before the text', () => {
    const inStream = streamed(
      { reasoning: 'Look it up. ' },
      { executed_tools: [tool] },
      { executed_tools: [{ ...tool, output: 'found' }] },
      { reasoning: 'Now answer.' },
      { content: 'It is x.' },
    );
    const inOne = whole({
      reasoning: 'Look it up. Now answer.',
      executed_tools: [{ ...tool, output: 'found' }],
      content: 'It is x.',
    });
    expect(outline(inStream)).toEqual(outline(inOne));
    expect(callsOf(inOne)).toMatchObject([
      {
        name: 'search',
        type: 'server',
        arguments: { query: 'x' },
        reasoning: ['Look it up. Now answer.'],
        result: 'found',
      },
    ]);
  });
  it('raw puts tags into the content', () =>
    expect(callsOf(streamed({ content: '<think>\nwhy\n</think>\n\nx' }))).toMatchObject([
      { reasoning: ['\nwhy\n'], arguments: { content: 'x' }, reasoningFormat: 'think_tags' },
    ]));
});

describe('Cerebras', () => {
  it('hidden bills thinking that it does not send', () =>
    expect(
      callsOf(
        whole(
          { content: 'x' },
          { usage: { prompt_tokens: 5, completion_tokens: 40, completion_tokens_details: { reasoning_tokens: 30 } } },
        ),
      ),
    ).toMatchObject([{ state: 'withheld', reasoning: [], reasoningTokens: 30 }]));
  it('raw on gpt-oss glues thought and answer without a tag: no one can part them', () =>
    expect(callsOf(whole({ content: 'We need 12*12.144' }))).toMatchObject([
      { arguments: { content: 'We need 12*12.144' }, reasoning: [] },
    ]));
});

describe('GitHub Copilot', () => {
  it('sends text and an opaque form of it', () => {
    for (const response of [
      whole({ reasoning_text: 'why', reasoning_opaque: 'blob', content: 'x' }),
      streamed({ reasoning_text: 'w' }, { reasoning_text: 'hy' }, { reasoning_opaque: 'blob' }, { content: 'x' }),
    ]) {
      expect(callsOf(response)).toMatchObject([
        { reasoning: ['why'], reasoningField: 'reasoning_text', state: 'readable' },
      ]);
    }
  });
  it('sent summaries before, with an id behind the calls', () => {
    const tool_calls = [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }];
    for (const response of [
      whole({ cot_summary: ' Analyzing', cot_id: 'cot_1', tool_calls }),
      streamed(
        { cot_summary: ' ' },
        { cot_summary: 'Analy' },
        { cot_summary: 'zing' },
        { tool_calls },
        { cot_id: 'cot_1' },
      ),
    ]) {
      expect(callsOf(response)).toMatchObject([
        { id: 'a', reasoning: [' Analyzing'], reasoningField: 'cot_summary', state: 'summary' },
      ]);
    }
  });
  it('may send the opaque form alone, even after text', () => {
    const [call] = callsOf(
      streamed(
        { content: 'x' },
        { reasoning_opaque: 'blob' },
        { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] },
      ),
    );
    expect(call).toMatchObject({ id: 'a', preamble: 'x', reasoning: [], state: 'encrypted' });
  });
});

describe('Databricks', () => {
  it('streams chunks of reasoning with summaries', () => {
    const summary = (text: string, more: Json = {}) => ({
      type: 'reasoning',
      summary: [{ type: 'summary_text', text, ...more }],
    });
    const inStream = streamed(
      { content: [summary('A ')] },
      { content: [summary('plan', { signature: 'Eq' })] },
      { content: [{ type: 'text', text: 'x' }] },
    );
    expect(partsOf(inStream)).toMatchObject([
      { kind: 'reasoning', text: 'A plan', format: 'summary', signature: 'Eq' },
      { kind: 'text', text: 'x' },
    ]);
    expect(outline(inStream)).toEqual(
      outline(whole({ content: [summary('A plan', { signature: 'Eq' }), { type: 'text', text: 'x' }] })),
    );
  });
});

describe('Qwen', () => {
  it('summarised sends the thinking itself encrypted, in a stream after the summary', () => {
    for (const response of [
      whole({ reasoning_content: 'S', encrypted_content: 'blob', content: 'x' }),
      streamed({ reasoning_content: 'S' }, { encrypted_content: 'blob' }, { content: 'x' }),
    ]) {
      expect(callsOf(response)).toMatchObject([
        { reasoning: ['S'], state: 'summary', reasoningField: 'reasoning_content' },
      ]);
    }
  });
  it('goes on with a call under a blank id', () =>
    expect(
      callsOf(
        streamed(
          { tool_calls: [{ index: 0, id: 'call_1', function: { name: 'f', arguments: '' } }] },
          { tool_calls: [{ index: 0, id: '', function: { name: null, arguments: '{"a":1}' } }] },
        ),
      ),
    ).toMatchObject([{ id: 'call_1', name: 'f', arguments: { a: 1 } }]));
  it('counts what it wrote to the cache among the details of the prompt', () =>
    expect(
      whole(
        { content: 'x' },
        {
          usage: {
            prompt_tokens: 10,
            completion_tokens: 2,
            prompt_tokens_details: { cached_tokens: 3, cache_creation_input_tokens: 4 },
          },
        },
      )?.usage,
    ).toEqual({
      input: 10,
      output: 2,
      cacheRead: 3,
      cacheWrite: 4,
    }));
});

describe('Kimi', () => {
  it('leaves out the index of calls', () =>
    expect(
      callsOf(
        streamed(
          { reasoning_content: 'why' },
          { tool_calls: [{ id: 'functions.f:0', type: 'function', function: { name: 'f', arguments: '{"a":' } }] },
          { tool_calls: [{ function: { arguments: '1}' } }] },
          { tool_calls: [{ id: 'functions.g:1', type: 'function', function: { name: 'g', arguments: '{}' } }] },
        ),
      ),
    ).toMatchObject([
      { id: 'functions.f:0', arguments: { a: 1 }, reasoning: ['why'] },
      { id: 'functions.g:1', reasoning: [], reasoningRef: 'functions.f:0' },
    ]));
});

describe('MiniMax', () => {
  const details = (text: string) => [
    { type: 'reasoning.text', id: 'reasoning-text-1', format: 'MiniMax-response-v1', index: 0, text },
  ];
  it('split sends details, mirrored in reasoning_content', () => {
    const inStream = streamed(
      { reasoning_content: 'The ', reasoning_details: details('The ') },
      { reasoning_content: 'user', reasoning_details: details('user') },
      { content: 'x' },
    );
    expect(callsOf(inStream)).toMatchObject([
      { reasoning: ['The user'], reasoningField: 'reasoning_details', arguments: { content: 'x' } },
    ]);
    expect(outline(inStream)).toEqual(
      outline(whole({ reasoning_content: 'The user', reasoning_details: details('The user'), content: 'x' })),
    );
  });
  it('ends a stream with the whole message once more', () => {
    const end = {
      object: 'chat.completion',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '<think>why</think>x' } }],
    };
    const response = readResponse({
      body: sse([chunk({ content: '<think>why' }), chunk({ content: '</think>x' }), end]),
    });
    expect(callsOf(response)).toMatchObject([{ reasoning: ['why'], arguments: { content: 'x' } }]);
    expect(response?.incomplete).toBe(false);
  });
  it('of the third generation has tags of its own', () =>
    expect(callsOf(whole({ content: '<mm:think>why</mm:think>\nx' }))).toMatchObject([
      { reasoning: ['why'], arguments: { content: 'x' } },
    ]));
  it('mirrors tags and field', () =>
    expect(
      callsOf(
        streamed(
          { content: '<think>wh', reasoning_content: 'wh' },
          { content: 'y</think>\n\nx', reasoning_content: 'y' },
        ),
      ),
    ).toMatchObject([{ reasoning: ['why'], arguments: { content: 'x' }, reasoningField: 'reasoning_content' }]));
});

describe('OpenRouter', () => {
  it('reports a tool of its own twice, the second time with its result', () => {
    const call = { type: 'reasoning.server_tool_call', id: 's', index: 1, tool_name: 'search', arguments: '{"q":1}' };
    const thought = { type: 'reasoning.text', index: 0, text: 'why' };
    const response = streamed(
      { reasoning_details: [thought] },
      { reasoning_details: [call] },
      { reasoning_details: [{ ...call, result: 'r' }] },
      { content: 'x' },
    );
    expect(callsOf(response)).toMatchObject([{ name: 'search', arguments: { q: 1 }, reasoning: ['why'], result: 'r' }]);
  });
  it('says in a chunk that its backend failed', () => {
    const failed = {
      error: { code: 502, message: 'upstream' },
      choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
    };
    const response = readResponse({ body: `: OPENROUTER PROCESSING\n\n${sse([chunk({ reasoning: 'why' }), failed])}` });
    expect(response).toMatchObject({
      error: { type: '502', message: 'upstream' },
      incomplete: true,
      finishReason: 'error',
    });
    expect(callsOf(response)).toMatchObject([{ reasoning: ['why'] }]);
  });
});

describe('Perplexity', () => {
  const usage = { prompt_tokens: 33, completion_tokens: 7163, reasoning_tokens: 73997 };
  it.each([
    ['in its total', { total_tokens: 33 + 7163 + 73997 }],
    ['in its total, with citations', { total_tokens: 33 + 7163 + 73997 + 20, citation_tokens: 20 }],
    ['not even in its total', { total_tokens: 33 + 7163, citation_tokens: 20 }],
  ])('counts thinking beside the output: %s', (_, more) =>
    expect(whole({ content: 'x' }, { usage: { ...usage, ...more } })?.usage).toMatchObject({
      input: 33,
      output: 7163 + 73997,
      reasoning: 73997,
    }),
  );
  it('without thinking has none: citations in the total are no thinking', () =>
    expect(
      whole(
        { content: 'x' },
        { usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 27, citation_tokens: 20 } },
      )?.usage,
    ).toEqual({ input: 3, output: 4 }));
});

describe('calls', () => {
  const call = (name: string, more: Json = {}) => ({ type: 'function', function: { name, arguments: '{}' }, ...more });
  it.each([
    ['an index', { index: 0 }],
    ['an id', { id: 'call_0' }],
    ['both', { index: 0, id: 'call_0' }],
  ])('of one message that share %s are two', (_, shared) => {
    const tool_calls = [call('f', shared), call('g', shared), call('g', shared)];
    for (const response of [whole({ tool_calls }), streamed({ tool_calls })])
      expect(callsOf(response).map(({ name }) => name)).toEqual(['f', 'g', 'g']);
  });
  it('may come in several pieces in one chunk', () =>
    expect(
      callsOf(
        streamed({
          tool_calls: [
            { index: 0, id: 'a', function: { name: 'f' } },
            { index: 0, function: { arguments: '{"a"' } },
            { index: 0, function: { arguments: ':1}' } },
          ],
        }),
      ),
    ).toMatchObject([{ id: 'a', name: 'f', arguments: { a: 1 } }]));
  it('of the deprecated form may be blank placeholders', () => {
    for (const function_call of [{ name: '', arguments: '' }, { name: '', arguments: '{}' }, { arguments: '{}' }])
      expect(callsOf(whole({ content: 'x', function_call }))).toMatchObject([{ type: 'answer' }]);
  });
  it('of the deprecated form stream, too', () =>
    expect(
      callsOf(
        streamed(
          { function_call: { name: 'f', arguments: '' } },
          { function_call: { arguments: '{"a":' } },
          { function_call: { arguments: '1}' } },
        ),
      ),
    ).toMatchObject([{ name: 'f', arguments: { a: 1 }, itemType: 'function_call', idGenerated: true }]));
  it('of custom tools stream a free text', () =>
    expect(
      callsOf(
        streamed(
          { tool_calls: [{ index: 0, id: 'c', type: 'custom', custom: { name: 'run', input: '' } }] },
          { tool_calls: [{ index: 0, custom: { input: '{"not' } }] },
          { tool_calls: [{ index: 0, custom: { input: ' json' } }] },
        ),
      ),
    ).toMatchObject([{ id: 'c', name: 'run', arguments: '{"not json', itemType: 'custom' }]));
});

describe('tags', () => {
  it.each([
    ['<think>', '</think>'],
    ['<thinking>', '</thinking>'],
    ['<thought>', '</thought>'],
    ['<mm:think>', '</mm:think>'],
    ['<|begin_of_thought|>', '<|end_of_thought|>'],
    ['◁think▷', '◁/think▷'],
    ['[THINK]', '[/THINK]'],
    ['<|channel|>analysis<|message|>', '<|end|>'],
  ])('%s are found wherever a stream cuts them, in characters or in bytes', (open, close) => {
    const content = `${open}größer${close}\n\nx <${open}`;
    const expected = outline(whole({ content }));
    expect(expected).toMatchObject([{ reasoning: ['größer'], arguments: { content: `x <${open}` } }]);
    for (let at = 1; at < content.length; at += 1)
      expect(outline(streamed({ content: content.slice(0, at) }, { content: content.slice(at) }))).toEqual(expected);
    expect(outline(streamed(...[...content].map((piece) => ({ content: piece }))))).toEqual(expected);
    const bytes = new TextEncoder().encode(sse([chunk({ content }), chunk({}, 'stop')]));
    for (let at = 1; at < bytes.length; at += 1)
      expect(outline(readResponse({ body: [bytes.subarray(0, at), bytes.subarray(at)] }))).toEqual(expected);
  });
  it('of which only the closer stands in a code block are an example', () => {
    const content = 'Write:\n```\nwhy\n</think>\n\nx\n```\n';
    expect(callsOf(whole({ content }))).toMatchObject([{ reasoning: [], arguments: { content } }]);
  });
  it('of which only the closer came may have a code block in the thought', () =>
    expect(callsOf(whole({ content: 'Try:\n```\ncode\n```\n</think>\n\nx' }))).toMatchObject([
      { reasoning: ['Try:\n```\ncode\n```\n'], arguments: { content: 'x' } },
    ]));
});

describe('an aborted stream', () => {
  it('keeps the thought and the call it was cut in', () => {
    const body = sse([
      chunk({ reasoning_content: 'why' }),
      chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"a":' } }] }),
    ]);
    const response = readResponse({ body, incomplete: true });
    expect(response?.incomplete).toBe(true);
    expect(callsOf(response)).toMatchObject([{ id: 'a', reasoning: ['why'], arguments: '{"a":', incomplete: true }]);
  });
  it('marks a thought in tags that was going on', () =>
    expect(partsOf(readResponse({ body: sse([chunk({ content: '<think>why' })]), incomplete: true }))).toMatchObject([
      { kind: 'reasoning', text: 'why', incomplete: true },
    ]));
});

it('two choices may refuse, call and think each for itself', () => {
  const choices = [
    { index: 0, message: { refusal: 'No.' }, finish_reason: 'stop' },
    {
      index: 1,
      message: { reasoning_content: 'why', tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }] },
      finish_reason: 'tool_calls',
    },
  ];
  const response = readResponse({ body: JSON.stringify({ choices }) });
  const [refused, called] = (response?.choices ?? []).map(({ parts }) => attribute(parts).calls);
  expect(refused).toMatchObject([{ refusal: true, arguments: { content: 'No.' }, reasoning: [] }]);
  expect(called).toMatchObject([{ id: 'a', reasoning: ['why'] }]);
});
