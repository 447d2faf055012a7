/** Blocks and endings of the Messages format, case by case (providers.md §4). */
import { describe, expect, it } from 'vitest';
import { sse } from '../../testing/wire.ts';
import { readResponse } from '../index.ts';

type Json = Record<string, unknown>;
const body = (content: Json[], more: Json = {}) =>
  readResponse({
    body: JSON.stringify({
      type: 'message',
      id: 'msg_1',
      model: 'claude-opus-4-7',
      content,
      stop_reason: 'end_turn',
      ...more,
    }),
  });
const parts = (content: Json[], more: Json = {}) => body(content, more)?.choices[0]?.parts ?? [];
const streamed = (...events: Json[]) => readResponse({ body: sse(events) });
const start = (index: number, content_block: Json) => ({ type: 'content_block_start', index, content_block });
const delta = (index: number, more: Json) => ({ type: 'content_block_delta', index, delta: more });

describe('blocks', () => {
  it.each([
    ['claude-opus-4-7', 'summary'],
    ['claude-3-7-sonnet-20250219', 'anthropic'],
    ['deepseek-v4-pro', 'anthropic'],
  ])('thinking of %s is %s', (model, format) =>
    expect(parts([{ type: 'thinking', thinking: 'plan', signature: 'Eq' }], { model })).toEqual([
      { kind: 'reasoning', key: '0', text: 'plan', format, field: 'thinking', signature: 'Eq' },
    ]),
  );
  it('blank thinking with a signature is hidden, and without one proves nothing', () => {
    expect(parts([{ type: 'thinking', thinking: '', signature: 'Eq' }])).toMatchObject([
      { kind: 'hidden', encrypted: false },
    ]);
    expect(parts([{ type: 'thinking', thinking: '', signature: '' }])).toEqual([]);
  });
  it('text that citations cut is one text, and another block between makes it two', () => {
    const text = (piece: string) => ({ type: 'text', text: piece });
    const keys = parts([text('It '), text('rains.'), { type: 'redacted_thinking', data: 'x' }, text('Bye.')]).map(
      (part) => ('key' in part ? part.key : ''),
    );
    expect(keys).toEqual(['0', '0', '2', '3']);
  });
  it.each([
    ['tool_use', 'function'],
    ['server_tool_use', 'server'],
    ['mcp_tool_use', 'mcp'],
  ])('%s is a call of kind %s', (type, kind) =>
    expect(parts([{ type, id: 't', name: 'f', input: { a: 1 } }])).toEqual([
      { kind: 'tool_call', id: 't', name: 'f', arguments: { a: 1 }, itemType: type, type: kind },
    ]),
  );
  it('a call from code execution is its child', () =>
    expect(
      parts([
        {
          type: 'tool_use',
          id: 't',
          name: 'f',
          input: {},
          caller: { type: 'code_execution_20250825', tool_id: 'srv' },
        },
      ]),
    ).toMatchObject([{ parentId: 'srv' }]));
  it('results of the provider’s tools are results, failed ones marked', () =>
    expect(
      parts([
        { type: 'web_search_tool_result', tool_use_id: 's', content: [{ url: 'x' }] },
        { type: 'web_fetch_tool_result', tool_use_id: 'w', content: { type: 'web_fetch_tool_error' } },
        { type: 'mcp_tool_result', tool_use_id: 'm', is_error: true, content: [] },
      ]),
    ).toMatchObject([
      { callId: 's', result: [{ url: 'x' }] },
      { callId: 'w', isError: true },
      { callId: 'm', isError: true },
    ]));
  it('next month’s block is kept by name', () =>
    expect(parts([{ type: 'container_upload' }])).toEqual([{ kind: 'other', providerType: 'container_upload' }]));
});

describe('a stream', () => {
  it('may carry a call’s whole input in its start, in pieces, or not at all', () => {
    const response = streamed(
      start(0, { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } }),
      start(1, { type: 'tool_use', id: 'b', name: 'f', input: {} }),
      delta(1, { type: 'input_json_delta', partial_json: '{"x"' }),
      delta(1, { type: 'input_json_delta', partial_json: ':2}' }),
      start(2, { type: 'tool_use', id: 'c', name: 'f', input: {} }),
      { type: 'message_stop' },
    );
    expect(response?.choices[0]?.parts.map((part) => ('arguments' in part ? part.arguments : null))).toEqual([
      { x: 1 },
      { x: 2 },
      {},
    ]);
  });
  it.each([
    ['names every block 0', (): Json => ({ index: 0 })],
    ['names none', (): Json => ({})],
  ])('of a host that %s keeps the blocks apart', (_, place) => {
    const block = (content_block: Json, ...deltas: Json[]): Json[] => [
      { type: 'content_block_start', ...place(), content_block },
      ...deltas.map((one) => ({ type: 'content_block_delta', ...place(), delta: one })),
      { type: 'content_block_stop', ...place() },
    ];
    const response = streamed(
      { type: 'message_start', message: { id: 'msg_1', content: [] } },
      ...block(
        { type: 'thinking', thinking: '' },
        { type: 'thinking_delta', thinking: 'wh' },
        { type: 'thinking_delta', thinking: 'y' },
      ),
      ...block({ type: 'text', text: '' }, { type: 'text_delta', text: 'x' }),
      ...block(
        { type: 'tool_use', id: 'a', name: 'f', input: {} },
        { type: 'input_json_delta', partial_json: '{"a":1}' },
      ),
      { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
      { type: 'message_stop' },
    );
    expect(response?.choices[0]?.parts).toMatchObject([
      { kind: 'reasoning', text: 'why' },
      { kind: 'text', text: 'x' },
      { kind: 'tool_call', id: 'a', arguments: { a: 1 } },
    ]);
  });
  it('that a proxy begins anew has what came last, once', () => {
    const begun = [
      { type: 'message_start', message: { content: [] } },
      start(0, { type: 'thinking', thinking: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'why' }),
      { type: 'content_block_stop', index: 0 },
    ];
    expect(streamed(...begun, ...begun)?.choices[0]?.parts).toMatchObject([{ kind: 'reasoning', text: 'why' }]);
  });
  it('that starts twice, with content, has the content once and the larger figures', () => {
    const begin = {
      type: 'message_start',
      message: {
        id: 'm',
        model: 'x',
        content: [{ type: 'text', text: 'a' }],
        usage: { input_tokens: 7, output_tokens: 1 },
      },
    };
    const response = streamed(begin, begin, {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { input_tokens: 0, output_tokens: 5 },
    });
    expect(response?.choices[0]?.parts).toMatchObject([{ text: 'a' }]);
    expect(response?.usage).toEqual({ input: 7, output: 5 });
  });
  it('has the input that the end of the stream reports again, zeros included: after a compaction', () => {
    const start = { input_tokens: 100, cache_read_input_tokens: 55_096, output_tokens: 7 };
    const usage = { input_tokens: 181, cache_read_input_tokens: 0, output_tokens: 8 };
    const events = [
      { type: 'message_start', message: { id: 'msg_1', type: 'message', content: [], usage: start } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
      { type: 'message_stop' },
    ];
    expect(readResponse({ body: sse(events) })?.usage).toEqual({ input: 181, cacheRead: 0, output: 8 });
  });
  it('that broke off knows its input, and not its output: the figure of its start is of the start', () => {
    const usage = { input_tokens: 9, cache_read_input_tokens: 90, output_tokens: 1 };
    const begin = { type: 'message_start', message: { id: 'm', content: [], usage } };
    const said = [start(0, { type: 'text', text: '' }), delta(0, { type: 'text_delta', text: 'A long answer' })];
    expect(streamed(begin, ...said)?.usage).toEqual({ input: 99, cacheRead: 90 });
    expect(streamed(begin, ...said, { type: 'message_stop' })?.usage).toEqual({ input: 99, cacheRead: 90, output: 1 });
  });
  it('that broke off behind a tool of the provider knows neither: what tools found is read again, and counted at the end', () => {
    const begin = { type: 'message_start', message: { id: 'm', content: [], usage: { input_tokens: 9 } } };
    for (const type of ['server_tool_use', 'mcp_tool_use']) {
      const searched = start(0, { type, id: 's', name: 'web_search', input: {} });
      expect(streamed(begin, searched)?.usage).toBeUndefined();
    }
    expect(streamed(begin, start(0, { type: 'tool_use', id: 't', name: 'f' }))?.usage).toEqual({ input: 9 });
  });
  it('that broke off keeps the open call with its raw text', () => {
    const response = streamed(
      start(0, { type: 'tool_use', id: 'a', name: 'f', input: {} }),
      delta(0, { type: 'input_json_delta', partial_json: '{"x' }),
    );
    expect(response).toMatchObject({
      incomplete: true,
      choices: [{ parts: [{ arguments: '{"x', incomplete: true }] }],
    });
  });
  it('that broke off inside a thought without text knows of it by the count of its tokens', () => {
    const thinking = (estimated_tokens: number) => [
      start(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: '', estimated_tokens }),
    ];
    expect(streamed(...thinking(150))?.choices[0]?.parts).toMatchObject([{ kind: 'hidden', encrypted: false }]);
    expect(streamed(...thinking(0))?.choices[0]?.parts).toEqual([]);
  });
  it('that broke off inside a thought keeps it, marked', () => {
    const response = streamed(
      start(0, { type: 'thinking', thinking: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'half' }),
    );
    expect(response?.choices[0]?.parts).toMatchObject([{ text: 'half', incomplete: true }]);
  });
  it('that ends in an error event says so', () =>
    expect(
      streamed(start(0, { type: 'text', text: 'a' }), {
        type: 'error',
        error: { type: 'overloaded_error', message: 'busy' },
      }),
    ).toMatchObject({
      incomplete: true,
      error: { type: 'overloaded_error', message: 'busy' },
    }));
});

describe('a second start', () => {
  const begun = (id: string) => ({ type: 'message_start', message: { id, usage: { input_tokens: 20 }, content: [] } });
  const half = [
    start(0, { type: 'thinking', thinking: 'lost' }),
    start(1, { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }),
    delta(1, { type: 'input_json_delta', partial_json: '{"a":' }),
  ];
  const end = [{ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }];
  it('of another message begins anew: a proxy lost the first one', () =>
    expect(streamed(begun('msg_1'), ...half, begun('msg_2'), start(0, { type: 'text', text: 'x' }), ...end)).toEqual({
      api: 'anthropic.messages',
      id: 'msg_2',
      choices: [{ index: 0, parts: [{ kind: 'text', key: '0', text: 'x' }] }],
      incomplete: false,
      finishReason: 'end_turn',
      usage: { input: 20, output: 2 },
    }));
  it('of the same message is a repetition', () =>
    expect(streamed(begun('msg_1'), ...half, begun('msg_1'), ...end)?.choices[0]?.parts).toHaveLength(2));
});

describe('endings', () => {
  it.each([
    ['end_turn', false],
    ['tool_use', false],
    ['pause_turn', false],
    ['refusal', false],
    ['max_tokens', true],
    ['model_context_window_exceeded', true],
  ])('%s', (stop_reason, incomplete) =>
    expect(body([], { stop_reason })).toMatchObject({ finishReason: stop_reason, incomplete }),
  );
});

describe('a refusal', () => {
  const refused = (content: Json[], stop_details: Json | null) =>
    parts(content, { stop_reason: 'refusal', stop_details });
  const explained = { type: 'refusal', category: 'cyber', explanation: 'Declined.' };

  it('before a word is the provider’s explanation', () =>
    expect(refused([], explained)).toEqual([{ kind: 'text', key: 'refusal', text: 'Declined.', refusal: true }]));
  it('in the middle of an answer leaves what had been said', () =>
    expect(refused([{ type: 'text', text: 'First' }], explained)).toMatchObject([
      { text: 'First' },
      { text: '', refusal: true },
    ]));
  it('without an explanation is one all the same', () =>
    expect(refused([], null)).toMatchObject([{ text: '', refusal: true }]));
});

describe('a message that a conversation stores', () => {
  const item = { id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] };
  it.each([
    ['of the assistant', { ...item, status: 'completed' }],
    ['of a person', { ...item, role: 'user' }],
    ['by its older name', { ...item, object: 'conversation.item' }],
  ])('is no answer of a model: %s', (_, stored) => expect(readResponse({ body: JSON.stringify(stored) })).toBeNull());
});

describe('runs of a model behind the message', () => {
  const run = (type: string, [input, output]: [number, number], more: Json = {}) => ({
    type,
    input_tokens: input,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
    output_tokens: output,
    ...more,
  });
  const counted = (usage: Json, model = 'claude-sonnet-5') => body([{ type: 'text', text: 'Hi' }], { usage, model });

  it('of an advisor are paid for beside it, with the model that advised', () => {
    const advisor = run('advisor_message', [823, 1612], { model: 'claude-fable-5', cache_read_input_tokens: 100 });
    const iterations = [run('message', [1128, 155]), advisor, run('message', [1354, 11])];
    expect(counted({ input_tokens: 2482, output_tokens: 166, iterations })).toMatchObject({
      usage: { input: 2482, output: 166 },
      paidBeside: [
        {
          type: 'advisor_message',
          model: 'claude-fable-5',
          usage: { input: 923, cacheRead: 100, cacheWrite: 0, output: 1612 },
        },
      ],
    });
  });
  it('of a compaction are paid for beside it, at the rates of the model that answers', () => {
    const iterations = [run('compaction', [180_000, 3500]), run('message', [23_000, 1000])];
    expect(counted({ input_tokens: 23_000, output_tokens: 1000, iterations })).toMatchObject({
      usage: { input: 23_000, output: 1000 },
      paidBeside: [{ type: 'compaction', model: 'claude-sonnet-5', usage: { input: 180_000, output: 3500 } }],
    });
  });
  it('that answered are each read and charged, even when the message reports only the input of the first', () => {
    const iterations = [run('message', [412, 89]), run('message', [1348, 442], { cache_read_input_tokens: 412 })];
    const usage = { input_tokens: 412, cache_read_input_tokens: 0, output_tokens: 531, iterations };
    const read = counted(usage);
    expect(read?.usage).toEqual({ input: 2172, cacheRead: 412, output: 531 });
    expect(read?.paidBeside).toBeUndefined();
  });
  it('that wrote into the cache for an hour are all counted so', () => {
    const wrote = (minutes: number, hour: number) => ({
      cache_creation_input_tokens: minutes + hour,
      cache_creation: { ephemeral_5m_input_tokens: minutes, ephemeral_1h_input_tokens: hour },
    });
    const iterations = [run('message', [412, 89], wrote(100, 900)), run('message', [30, 442], wrote(50, 700))];
    const advisor = run('advisor_message', [10, 20], { model: 'claude-fable-5', ...wrote(0, 300) });
    const usage = { input_tokens: 412, output_tokens: 531, ...wrote(100, 900), iterations: [...iterations, advisor] };
    const read = counted(usage);
    expect(read?.usage).toEqual({ input: 2192, cacheWrite: 1750, cacheWriteHour: 1600, output: 531 });
    expect(read?.paidBeside?.[0]?.usage).toMatchObject({ input: 310, cacheWrite: 300, cacheWriteHour: 300 });
  });
  it('that say less than the message, or nothing, leave its figures', () => {
    const iterations = [run('message', [5, 1]), { type: 'message' }, 'odd'];
    expect(counted({ input_tokens: 412, output_tokens: 531, iterations })?.usage).toEqual({ input: 412, output: 531 });
    expect(counted({ output_tokens: 531, iterations: [] })?.usage).toEqual({ output: 531 });
  });
  it('of a model that declined are paid for when it had begun to answer', () => {
    const served = run('fallback_message', [412, 264], { model: 'claude-opus-5' });
    const declined = (output: number) => run('message', [408, output], { model: 'claude-fable-5' });
    const read = (output: number) =>
      counted({ input_tokens: 412, output_tokens: 264, iterations: [declined(output), served] }, 'claude-opus-5');
    expect(read(0)).toMatchObject({ usage: { input: 412, output: 264 } });
    expect(read(0)?.paidBeside).toBeUndefined();
    expect(read(70)?.usage).toMatchObject({ input: 412, output: 264 });
    expect(read(70)?.paidBeside).toMatchObject([
      { type: 'message', model: 'claude-fable-5', usage: { input: 408, output: 70 } },
    ]);
  });
  it('are read from a stream as soon as it reports them, even when it breaks off', () => {
    const message = { type: 'message', id: 'msg_1', model: 'claude-sonnet-5', content: [], usage: { input_tokens: 9 } };
    const advisor = run('advisor_message', [823, 1612], { model: 'claude-fable-5' });
    const beginning = [
      { type: 'message_start', message },
      start(0, { type: 'server_tool_use', id: 's', name: 'advisor', input: {} }),
      {
        type: 'message_delta',
        delta: {},
        usage: { output_tokens: 20, iterations: [run('message', [9, 20]), advisor] },
      },
    ];
    const end = {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: 30, iterations: [run('message', [9, 20]), advisor, run('message', [900, 10])] },
    };
    const paidBeside = [{ type: 'advisor_message', model: 'claude-fable-5', usage: { input: 823, output: 1612 } }];
    expect(streamed(...beginning)).toMatchObject({ paidBeside });
    expect(streamed(...beginning)?.usage).toBeUndefined();
    expect(streamed(...beginning, end, { type: 'message_stop' })).toMatchObject({
      usage: { input: 909, output: 30 },
      paidBeside,
    });
  });
});
