/**
 * Gemini's Interactions: what its bodies hold that the property tests of all readers do not. Shapes as on the wire
 * (providers.md §5.2).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute } from '../../attribution/attribution.ts';
import { sse } from '../../testing/wire.ts';
import { readResponse } from '../index.ts';

type Json = Record<string, unknown>;

const ENVELOPE = { id: 'v1_1', object: 'interaction', model: 'gemini-3-pro' };
const read = (steps: readonly Json[], more: Json = {}) =>
  readResponse({ body: JSON.stringify({ ...ENVELOPE, status: 'completed', steps, ...more }) });
const partsOf = (response: ReturnType<typeof readResponse>) => response?.choices[0]?.parts ?? [];

const created = { event_type: 'interaction.created', interaction: { ...ENVELOPE, status: 'in_progress' } };
const completed = (more: Json = {}) => ({
  event_type: 'interaction.completed',
  interaction: { ...ENVELOPE, status: 'completed', ...more },
});
const start = (index: number, step: Json) => ({ event_type: 'step.start', index, step });
const delta = (index: number, piece: Json) => ({ event_type: 'step.delta', index, delta: piece });
const stop = (index: number) => ({ event_type: 'step.stop', index });
const stream = (...events: Json[]) => readResponse({ body: sse([created, ...events, completed()]) });

it('the outputs of a finished batch, which have no type, are no steps', () => {
  const outputs = [{ custom_id: '1', response: { body: { choices: [] } } }];
  expect(readResponse({ body: JSON.stringify({ id: 'b', status: 'SUCCESS', outputs }) })).toBeNull();
});

describe('a thought', () => {
  it('is the summary of its step, one block, with its signature', () => {
    const summary = [
      { type: 'text', text: 'One.' },
      { type: 'text', text: 'Two.' },
    ];
    const whole = read([{ type: 'thought', signature: 'Cs', summary }]);
    const piece = (text: string) => delta(0, { type: 'thought_summary', content: { type: 'text', text } });
    const streamed = stream(
      start(0, { type: 'thought' }),
      piece('One.'),
      piece('Two.'),
      delta(0, { type: 'thought_signature', signature: 'C' }),
      delta(0, { type: 'thought_signature', signature: 's' }),
      stop(0),
    );
    for (const response of [whole, streamed]) {
      expect(partsOf(response)).toEqual([
        { kind: 'reasoning', key: '0', text: 'One.Two.', format: 'summary', field: 'summary', signature: 'Cs' },
      ]);
    }
  });
  it('of a signature alone is hidden, and of nothing is none', () =>
    expect(partsOf(read([{ type: 'thought', signature: 'Cs' }, { type: 'thought' }]))).toMatchObject([
      { kind: 'hidden', encrypted: false, signature: 'Cs' },
    ]));
  it('that was still going on when the stream was cut says so', () => {
    const events = [created, start(0, { type: 'thought' })];
    const piece = delta(0, { type: 'thought_summary', content: { type: 'text', text: 'Let' } });
    const cut = readResponse({ body: sse([...events, piece]) });
    expect([cut?.incomplete, partsOf(cut)]).toMatchObject([true, [{ text: 'Let', incomplete: true }]]);
  });
});

describe('a call', () => {
  it('streams its arguments as text', () => {
    const call = { type: 'function_call', id: 'c1', name: 'f', signature: '', arguments: {} };
    const argument = (piece: string) => delta(1, { type: 'arguments_delta', arguments: piece });
    const events = [start(1, call), argument('{"city":'), argument('"Rome"}')];
    expect(partsOf(stream(...events, stop(1)))).toEqual([
      {
        kind: 'tool_call',
        id: 'c1',
        name: 'f',
        arguments: { city: 'Rome' },
        itemType: 'function_call',
        type: 'function',
      },
    ]);
    const cut = readResponse({ body: sse([created, ...events.slice(0, -1)]), incomplete: true });
    expect(partsOf(cut)).toMatchObject([{ arguments: '{"city":', incomplete: true }]);
  });
  it('of the provider’s own tools comes as the fields of its step, and so does the result', () => {
    const queries = { queries: ['x'] };
    const response = stream(
      start(0, { type: 'thought' }),
      delta(0, { type: 'thought_summary', content: { type: 'text', text: 'why' } }),
      start(1, { type: 'google_search_call', id: 's1', signature: 'Cs' }),
      delta(1, { type: 'google_search_call', arguments: queries, search_type: 'web_search', signature: '' }),
      start(2, { type: 'google_search_result', call_id: 's1', signature: '' }),
      delta(2, { type: 'google_search_result', result: [{ url: 'a' }] }),
      delta(2, { type: 'google_search_result', result: [{ url: 'b' }], is_error: true }),
      start(3, { type: 'code_execution_call', id: 'x1', arguments: { code: '1' } }),
      start(4, { type: 'code_execution_result', call_id: 'x1' }),
      delta(4, { type: 'code_execution_result', result: '1' }),
      delta(4, { type: 'code_execution_result', result: '2' }),
    );
    expect(attribute(partsOf(response)).calls).toMatchObject([
      {
        id: 's1',
        name: 'google_search_call',
        type: 'server',
        arguments: queries,
        reasoning: ['why'],
        result: [{ url: 'a' }, { url: 'b' }],
        status: 'error',
      },
      { id: 'x1', name: 'code_execution_call', arguments: { code: '1' }, reasoningRef: 's1', result: '12' },
    ]);
    expect(partsOf(response)[1]).toMatchObject({ signature: 'Cs', extra: { search_type: 'web_search' } });
  });
  it('of an MCP server is its own kind, and its signature proves a thought', () =>
    expect(
      partsOf(
        read([
          { type: 'mcp_server_tool_call', id: 'm1', name: 'f', server_name: 's', arguments: {}, signature: 'Cs' },
          {
            type: 'mcp_server_tool_result',
            call_id: 'm1',
            name: 'f',
            result: [{ type: 'text', text: 'ok' }],
            signature: 'C2',
          },
        ]),
      ),
    ).toMatchObject([
      { kind: 'hidden' },
      { id: 'm1', name: 'f', type: 'mcp', signature: 'Cs', extra: { server_name: 's' } },
      { callId: 'm1', name: 'f', result: 'ok', signature: 'C2' },
    ]));
});

it('texts keep their order with media, and the caller’s own steps are not the model’s', () => {
  const steps = [
    { type: 'user_input', content: [{ type: 'text', text: 'Hi' }] },
    {
      type: 'model_output',
      content: [
        { type: 'text', text: 'A' },
        { type: 'image', data: 'iV' },
      ],
    },
    { type: 'function_result', call_id: 'c0', result: 'x' },
    { type: 'novelty' },
  ];
  const streamed = stream(
    start(0, { type: 'model_output' }),
    delta(0, { type: 'text', text: 'A' }),
    delta(0, { type: 'text_annotation_delta', annotations: [] }),
    start(1, { type: 'novelty' }),
  );
  const kinds = (response: ReturnType<typeof readResponse>) =>
    partsOf(response).map((part) => (part.kind === 'other' ? part.providerType : part.kind));
  expect(kinds(read(steps))).toEqual(['text', 'image', 'novelty']);
  expect(kinds(streamed)).toEqual(['text', 'novelty']);
});

describe('an interaction', () => {
  const usage = {
    total_tokens: 133,
    total_input_tokens: 53,
    total_cached_tokens: 0,
    total_output_tokens: 15,
    total_thought_tokens: 65,
  };
  it('reports its id, finish reason and usage', () => {
    const expected = {
      api: 'gemini.interactions',
      id: 'v1_1',
      model: 'gemini-3-pro',
      finishReason: 'requires_action',
      incomplete: false,
      usage: { input: 53, cacheRead: 0, output: 80, reasoning: 65, reasoningSource: 'reported' },
    };
    expect(read([], { status: 'requires_action', usage })).toMatchObject(expected);
    const ended = completed({ status: 'requires_action', usage });
    expect(readResponse({ body: sse([created, ended]) })).toMatchObject(expected);
  });
  it('that was cut has the figures of its last event', () => {
    const events = [
      { ...delta(0, { type: 'text', text: 'A' }), metadata: { total_usage: { total_output_tokens: 1 } } },
      { ...stop(0), usage: { total_output_tokens: 2 } },
    ];
    const cut = readResponse({ body: sse([created, start(0, { type: 'model_output' }), ...events]) });
    expect(cut).toMatchObject({ incomplete: true, usage: { output: 2 } });
    expect(cut).not.toHaveProperty('finishReason');
  });
  it.each([
    ['completed', false, undefined],
    ['requires_action', false, undefined],
    ['incomplete', true, undefined],
    ['budget_exceeded', true, undefined],
    ['failed', true, undefined],
    ['queued', false, 'again'],
    ['in_progress', false, 'again'],
    ['requires_continuation', false, 'output'],
  ])('that is %s: incomplete is %s', (status, incomplete, continues) => {
    const token = { continuation_token: 'T1' };
    const response = read([], { status, ...token });
    expect([response?.incomplete, response?.continues]).toEqual([incomplete, continues]);
    const streamed = readResponse({ body: sse([created, completed({ status, ...token })]) });
    expect([streamed?.incomplete, streamed?.continues]).toEqual([incomplete, continues]);
  });
  it('that fails on its way keeps what came before', () => {
    const error = { code: 'unavailable', message: 'Overloaded.' };
    const events = [created, start(0, { type: 'model_output' }), delta(0, { type: 'text', text: 'A' })];
    const streamed = readResponse({ body: sse([...events, { event_type: 'error', error }]) });
    expect(streamed).toMatchObject({ incomplete: true, error: { type: 'unavailable', message: 'Overloaded.' } });
    expect(partsOf(streamed)).toMatchObject([{ kind: 'text', text: 'A' }]);
    expect(read([], { status: 'failed', errors: [error] })).toMatchObject({ error: { message: 'Overloaded.' } });
  });
  it('streams the same when the names of events stand beside the data, and when its beginning was lost', () => {
    const events = [delta(0, { type: 'thought_signature', signature: 'Cs' }), delta(1, { type: 'text', text: 'A' })];
    const named = [created, ...events, completed()].map(({ event_type: name, ...data }: Json) => [name, data] as const);
    const lines = named.map(([name, data]) => `event: ${String(name)}\ndata: ${JSON.stringify(data)}\n\n`).join('');
    for (const body of [lines, sse([...events, completed()])]) {
      const response = readResponse({ body });
      expect(response).toMatchObject({ id: 'v1_1', incomplete: false });
      expect(partsOf(response)).toMatchObject([
        { kind: 'hidden', signature: 'Cs' },
        { kind: 'text', text: 'A' },
      ]);
    }
  });
  it('of before May 2026 has outputs in place of steps', () => {
    const outputs = [
      { type: 'thought', signature: 'Cs' },
      { type: 'function_call', id: 'c1', name: 'f', arguments: { a: 1 } },
      { type: 'text', text: 'A' },
      { type: 'text', text: 'B' },
    ];
    const { steps: _steps, ...old } = { ...ENVELOPE, status: 'completed', steps: [], outputs };
    const events = outputs.flatMap(({ text, signature, ...content }: Json, index) => [
      { event_type: 'content.start', index, content },
      ...(text === undefined ? [] : [{ event_type: 'content.delta', index, delta: { type: 'text', text } }]),
      ...(signature === undefined
        ? []
        : [{ event_type: 'content.delta', index, delta: { type: 'thought_signature', signature } }]),
      { event_type: 'content.stop', index },
    ]);
    const ends = [
      { ...created, event_type: 'interaction.start' },
      { ...completed(), event_type: 'interaction.complete' },
    ] as const;
    for (const body of [JSON.stringify(old), sse([ends[0], ...events, ends[1]])]) {
      const response = readResponse({ body });
      expect(response).toMatchObject({ api: 'gemini.interactions', incomplete: false });
      expect(attribute(partsOf(response))).toMatchObject({
        calls: [{ id: 'c1', state: 'withheld', arguments: { a: 1 } }],
        trailing: { text: 'AB' },
      });
    }
  });
});

it('of any shape never throws, and its parts can be attributed', () => {
  const name = fc.constantFrom(
    ...['type', 'content', 'summary', 'text', 'signature', 'arguments', 'result', 'id', 'name', 'call_id', '__proto__'],
    ...['event_type', 'index', 'step', 'delta', 'interaction', 'status', 'usage', 'error', 'metadata', 'toString'],
  );
  const word = fc.constantFrom<unknown>(
    ...['thought', 'model_output', 'function_call', 'google_search_call', 'google_search_result', 'text'],
    ...['step.start', 'step.delta', 'step.stop', 'interaction.completed', 'error', 'thought_summary', null, 0, true],
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      word,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(name, tie('value'), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 6 }), (values) => {
      const body = JSON.stringify({ object: 'interaction', status: 'completed', steps: values, usage: values[0] });
      for (const source of [body, sse([created, ...values])]) {
        for (const choice of readResponse({ body: source })?.choices ?? []) JSON.stringify(attribute(choice.parts));
      }
    }),
    { numRuns: 300 },
  );
});
