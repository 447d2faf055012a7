import { describe, expect, it } from 'vitest';
import { normalise } from '../normalise/index.ts';
import { decodeJson } from '../otlp/decode-json.ts';
import type { Span } from '../otlp/wire.ts';
import { toStorable } from './index.ts';
import { spanOfPayload } from './read-payload.ts';
import { preview, storable, whole } from './text.ts';
import { durationNanos, isoMicros } from './times.ts';

const PROJECT = '11111111-1111-4111-8111-111111111111';

/** What an exporter of plain semantic conventions sends; values are OTLP attribute values by their JSON type. */
function spanOf(attributes: Record<string, unknown>, more: Record<string, unknown> = {}): Span {
  const value = (of: unknown) =>
    typeof of === 'number'
      ? { intValue: String(of) }
      : typeof of === 'boolean'
        ? { boolValue: of }
        : { stringValue: of };
  const span = {
    traceId: '5b8efff798038103d269b633813fc60c',
    spanId: 'eee19b7ec3c1b174',
    name: 'chat gpt-5.2',
    kind: 3,
    startTimeUnixNano: '1790000000000001500',
    endTimeUnixNano: '1790000001500000000',
    attributes: Object.entries(attributes).map(([key, of]) => ({ key, value: value(of) })),
    ...more,
  };
  const [decoded] = decodeJson(Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] })));
  if (!decoded) throw new Error('The test span must decode.');
  return decoded;
}

const store = (span: Span) => toStorable({ projectId: PROJECT }, normalise(span));

const OUTPUT = JSON.stringify([
  {
    role: 'assistant',
    finish_reason: 'tool_call',
    parts: [
      { type: 'reasoning', content: 'Need stock first.' },
      { type: 'text', content: 'Let me check the stock.' },
      { type: 'tool_call', id: 'call_1', name: 'get_stock', arguments: { sku: 'A7' } },
      { type: 'tool_call', id: 'call_2', name: 'get_price', arguments: { sku: 'A7' } },
    ],
  },
]);
const INPUT = JSON.stringify([
  { role: 'user', parts: [{ type: 'text', content: 'Is A7 in stock?' }] },
  { role: 'assistant', parts: [{ type: 'tool_call', id: 'call_0', name: 'find', arguments: {} }] },
  { role: 'tool', parts: [{ type: 'tool_call_response', id: 'call_0', response: { sku: 'A7' } }] },
]);
const GENERATION = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': 'gpt-5.2',
  'gen_ai.response.id': 'chatcmpl_1',
  'gen_ai.usage.input_tokens': 210,
  'gen_ai.usage.output_tokens': 96,
  'gen_ai.usage.reasoning.output_tokens': 64,
  'gen_ai.input.messages': INPUT,
  'gen_ai.output.messages': OUTPUT,
};

it('one effort is stored in one spelling', () => {
  const stored = (effort: string) =>
    store(spanOf({ 'gen_ai.operation.name': 'chat', 'gen_ai.request.reasoning.level': effort })).span.reasoningEffort;
  expect([stored('HIGH'), stored('high')]).toEqual(['high', 'high']);
});

it('a tool of the provider has one name, whether its call is named by its type or by the tool', () => {
  const stored = (type: string, name: string) => {
    const parts = [{ type, id: 'ws_1', name, arguments: {} }];
    const output = JSON.stringify([{ role: 'assistant', parts }]);
    return store(spanOf({ ...GENERATION, 'gen_ai.output.messages': output })).calls[0]?.toolName;
  };
  expect(stored('server_tool_call', 'web_search_call')).toBe('web_search');
  expect(stored('server_tool_call', 'web_search')).toBe('web_search');
  expect(stored('tool_call', 'place_call')).toBe('place_call');
});

describe('a run of a model that was paid for beside an answer', () => {
  it('costs what its own model costs, and says nothing', () => {
    const advisor = {
      'gen_ai.operation.name': 'text_completion',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'claude-opus-4-5',
      'gen_ai.response.model': 'claude-opus-4-5',
      'gen_ai.usage.input_tokens': 2604,
      'gen_ai.usage.cache_read.input_tokens': 40,
      'gen_ai.usage.output_tokens': 99,
      'subtext.api': 'anthropic.messages',
      'subtext.usage.beside': 'advisor_message',
    };
    const { span, calls } = store(spanOf(advisor, { name: 'text_completion claude-opus-4-5' }));
    // Five dollars a million tokens, half a dollar from the cache, twenty-five for what was written.
    const totalCost = 2564 * 5_000 + 40 * 500 + 99 * 25_000;
    expect(span).toMatchObject({
      kind: 'generation',
      responseModel: 'claude-opus-4-5',
      totalCost,
      reasoningTokens: null,
    });
    expect(calls).toEqual([]);
  });
});

describe('a price of the project itself', () => {
  const rates = {
    inputRate: 1e9,
    cacheReadRate: null,
    cacheWriteRate: null,
    cacheWriteHourRate: null,
    outputRate: 2e9,
    reasoningRate: null,
  };
  const own = { id: '1', provider: 'openai', model: 'gpt-5.2', validFrom: '2026-01-01T00:00:00.000Z', ...rates };
  const storeAt = (prices: (typeof own)[]) => toStorable({ projectId: PROJECT, prices }, normalise(spanOf(GENERATION)));

  it('stands above that of the list', () => {
    const { span, price } = storeAt([own]);
    expect(span).toMatchObject({ totalCost: 210_000 + 192_000, inputCost: 210_000, costSource: 'computed' });
    expect(price).toMatchObject({ source: 'project', matchedModel: 'gpt-5.2', asOf: '2026-01-01' });
  });

  it('does not hold before its day', () => {
    const { price } = storeAt([{ ...own, validFrom: '2030-01-01T00:00:00.000Z' }]);
    expect(price).toMatchObject({ source: 'genai-prices' });
  });
});

describe('a generation of plain semantic conventions', () => {
  const stored = store(spanOf(GENERATION));

  it('gives each call its thought and preamble by the rules of attribution', () => {
    const [first, second] = stored.calls;
    expect(first).toMatchObject({
      describedBy: 'generation',
      callId: 'call_1',
      toolName: 'get_stock',
      reasoningTokens: 64,
      reasoningTokensSource: 'reported',
      thinkingState: 'readable',
      preamblePreview: 'Let me check the stock.',
      texts: { thoughts: ['Need stock first.'], arguments: '{"sku":"A7"}' },
    });
    expect(second).toMatchObject({
      callId: 'call_2',
      thinkingState: 'shared',
      reasoningRef: 'call_1',
      reasoningCost: null,
    });
  });

  it('keeps the result that its request carried, as reported by the history', () => {
    expect(stored.calls.at(-1)).toMatchObject({
      describedBy: 'history',
      callId: 'call_0',
      texts: { result: '{"sku":"A7"}' },
    });
  });

  it('costs what its tokens cost, its thinking at the rate of output', () => {
    expect(stored.span).toMatchObject({
      inputCost: 367_500,
      outputCost: 1_344_000,
      reasoningCost: 896_000,
      readableCost: 896_000,
      summaryCost: 0,
      noTextCost: 0,
      totalCost: 1_711_500,
      costSource: 'computed',
    });
    expect(stored.calls[0]?.reasoningCost).toBe(896_000);
    expect(stored.price).toMatchObject({ matchedModel: 'gpt-5.2', outputRate: 14_000_000_000 });
  });

  it('says what was asked, and has the microseconds of its start', () => {
    expect(stored.trace.asked).toBe('Is A7 in stock?');
    expect(stored.span.startedAt).toBe('2026-09-21T14:13:20.000001Z');
  });

  it('reads the same again to the last id', () => expect(store(spanOf(GENERATION))).toEqual(stored));
});

describe('an embedding', () => {
  const EMBEDDING = {
    'gen_ai.operation.name': 'embeddings',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'text-embedding-3-small',
    'gen_ai.usage.input_tokens': 1000,
  };

  it('costs what went in: nothing comes out of it', () => {
    const { span, price } = store(spanOf(EMBEDDING));
    expect(span).toMatchObject({ kind: 'embedding', outputTokens: 0, inputCost: 20_000, outputCost: 0 });
    expect(span).toMatchObject({ totalCost: 20_000, costSource: 'computed' });
    expect(price).toMatchObject({ matchedModel: 'text-embedding-3-small', outputRate: 0 });
  });

  it('without token counts has an unknown cost', () => {
    const { 'gen_ai.usage.input_tokens': _, ...uncounted } = EMBEDDING;
    expect(store(spanOf(uncounted)).span).toMatchObject({ inputTokens: null, outputTokens: null, totalCost: null });
  });

  it('is no reason to price a call without its output', () => {
    const { 'gen_ai.usage.output_tokens': _, ...uncounted } = GENERATION;
    expect(store(spanOf(uncounted)).span).toMatchObject({ inputTokens: 210, outputTokens: null, totalCost: null });
    const { span } = store(spanOf({ ...EMBEDDING, 'gen_ai.operation.name': 'chat' }));
    expect(span).toMatchObject({ kind: 'generation', outputTokens: null, totalCost: null });
  });
});

describe('what a span does not say', () => {
  it('is unknown, not zero', () => {
    const { span, price } = store(
      spanOf({ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'nobody-knows-it' }),
    );
    expect(span).toMatchObject({
      inputTokens: null,
      reasoningTokens: null,
      totalCost: null,
      thinkingState: 'unreported',
    });
    expect(price).toBeNull();
  });

  it('is unknown when the figure is absurd', () => {
    const { span } = store(spanOf({ ...GENERATION, 'gen_ai.usage.output_tokens': 9e15 }));
    expect(span).toMatchObject({ inputTokens: 210, outputTokens: null, totalCost: null });
  });
});

describe('a tool span of another instrumentation', () => {
  const TOOL = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'get_stock',
    'gen_ai.tool.call.id': 'call_1',
  };

  it('describes the execution: arguments, result, duration, and how it ended', () => {
    const stored = store(
      spanOf({ ...TOOL, 'gen_ai.tool.call.arguments': '{"sku":"A7"}', 'gen_ai.tool.call.result': '3' }),
    );
    expect(stored.span).toMatchObject({ kind: 'tool', callId: 'call_1', toolName: 'get_stock' });
    expect(stored.calls).toEqual([
      expect.objectContaining({
        describedBy: 'execution',
        status: 'ok',
        durationNs: 1_499_998_500,
        resultPreview: '3',
      }),
    ]);
  });

  it('failed when its span failed', () => {
    expect(store(spanOf(TOOL, { status: { code: 2, message: 'no such sku' } })).calls[0]?.status).toBe('error');
  });
});

it('keeps a span that no convention recognizes, as a span with all it carries', () => {
  const stored = store(spanOf({ 'http.method': 'GET', ['__proto__']: 'only a key' }));
  expect(stored.span).toMatchObject({ kind: 'span', convention: 'other' });
  expect(stored.calls).toEqual([]);
  expect(Object.entries(JSON.parse(stored.body).attributes)).toContainEqual(['http.method', 'GET']);
  expect(stored.body).toContain('"__proto__":"only a key"');
});

describe('text from outside', () => {
  it('becomes storable with marks instead of NUL and half characters', () => {
    expect(storable('a\0b\ud83d')).toBe('a␀b\ufffd');
    expect(preview(`${'x'.repeat(158)}🦊🦊`)?.isWellFormed()).toBe(true);
  });

  it('is cut at the same place in a preview wherever its blanks are', () => {
    for (let length = 155; length <= 165; length += 1) {
      const text = `${'x'.repeat(length)} ${'y'.repeat(40)}`;
      expect(preview(text)).toBe(`${text.slice(0, 159)}…`);
      expect(preview(`${'x'.repeat(length)} `)).toBe(length <= 160 ? 'x'.repeat(length) : `${'x'.repeat(159)}…`);
      expect(preview(`${'x'.repeat(length)} \n`)).toBe(length <= 160 ? 'x'.repeat(length) : `${'x'.repeat(159)}…`);
    }
  });

  it('is one line in a preview, and nothing when blank', () => {
    expect(preview(' a\n\n b ')).toBe('a b');
    expect(preview(' \n')).toBeNull();
    expect(preview('y'.repeat(1000))).toHaveLength(160);
  });

  it('is cut in the payload, too, attribute by attribute', () => {
    const { body } = store(spanOf({ long: 'z'.repeat(3_000_000), short: 'kept' }));
    const { attributes } = JSON.parse(body) as { attributes: Record<string, string> };
    expect(attributes.long).toMatch(/^z{1000000}\n… \[cut: 1000000 of 3000000 characters kept\]$/);
    expect(attributes.short).toBe('kept');
  });

  it('is cut in the payload where it is the name of an attribute, and no value is lost', () => {
    const name = 'n'.repeat(3_000_000);
    const { body } = store(spanOf({ [`${name}1`]: 'first', [`${name}2`]: 'second', short: 'kept' }));
    const { attributes } = JSON.parse(body) as { attributes: Record<string, string> };
    const [long, other, short] = Object.keys(attributes);
    expect(long).toMatch(/^n{1000000}\n… \[cut: 1000000 of 3000001 characters kept\]$/);
    expect(other).toMatch(/^n{1000000}\n… \[cut: 1000000 of 3000001 characters kept\] 1$/);
    expect([short, ...Object.values(attributes)]).toEqual(['short', 'first', 'second', 'kept']);
  });

  it('says how much of it was cut', () => {
    expect(whole('z'.repeat(1_000_001))).toMatch(/… \[cut: 1000000 of 1000001 characters kept\]$/);
  });
});

it('has no negative durations and no lost microseconds', () => {
  expect(durationNanos(5n, 3n)).toBe(0);
  expect(isoMicros(1_790_000_000_123_456_789n)).toBe('2026-09-21T14:13:20.123456Z');
});

it('names span and trace by what the template was filled with, and keeps the template in the payload', () => {
  const sent = spanOf({ 'logfire.msg': "Agent run: 'shop'" }, { name: 'Agent run: {name!r}' });
  const stored = store({ ...sent, scope: { ...sent.scope, name: 'logfire.openai_agents' } });
  expect([stored.span.name, stored.trace.name]).toEqual(["Agent run: 'shop'", "Agent run: 'shop'"]);
  expect(JSON.parse(stored.body)).toMatchObject({ name: 'Agent run: {name!r}' });
});

it('leaves the duration of a span without an end open, and its end out of what is kept of it', () => {
  const { span, trace, body } = store(spanOf({}, { endTimeUnixNano: '0' }));
  expect([span.durationNs, trace.endedAt]).toEqual([null, span.startedAt]);
  expect(JSON.parse(body)).not.toHaveProperty('endTimeUnixNano');
  expect(spanOfPayload(body).endTimeUnixNano).toBe(0n);
  const ended = store(spanOf({}, {}));
  expect(ended.span.durationNs).toBe(1_499_998_500);
  expect(JSON.parse(ended.body)).toMatchObject({ endTimeUnixNano: '1790000001500000000' });
});

it('says nothing of how long and how well a tool ran whose span has no end', () => {
  const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'get_stock' };
  const callOf = (more: object) => store(spanOf(tool, { ...more })).calls[0];
  expect(callOf({ endTimeUnixNano: '0' })).toMatchObject({ durationNs: null, status: 'unset' });
  expect(callOf({})).toMatchObject({ durationNs: 1_499_998_500, status: 'ok' });
});

describe('a generation in progress', () => {
  const OPEN = { endTimeUnixNano: '0' };
  const { 'gen_ai.output.messages': output, 'gen_ai.request.model': model } = GENERATION;
  const reported = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model, 'gen_ai.output.messages': output };
  const snapshotOf = (value: object, more: object = OPEN) =>
    store(spanOf(reported, { ...more, attributes: [{ key: 'subtext.snapshot', value }] })).span.snapshot;

  it('is stored with its snapshot version and its partial answer, without token counts', () => {
    const { span, calls } = store(spanOf({ ...reported, 'subtext.snapshot': 3 }, OPEN));
    expect(span).toMatchObject({ snapshot: 3, durationNs: null, outputTokens: null, totalCost: null, status: 'unset' });
    expect(calls.map(({ toolName }) => toolName)).toEqual(['get_stock', 'get_price']);
    expect(calls[0]).toMatchObject({ texts: { thoughts: ['Need stock first.'], preamble: 'Let me check the stock.' } });
  });

  it('is the same when it is read again from what is stored of it', () => {
    const stored = store(spanOf({ ...reported, 'subtext.snapshot': 3 }, OPEN));
    expect(store(spanOfPayload(stored.body))).toEqual(stored);
  });

  it('has no number where none was meant', () => {
    const odd = ['-1', '0', '9007199254740992', '9223372036854775807', '2147483648'].map((intValue) => ({ intValue }));
    const values = [
      ...odd,
      ...[{ doubleValue: 1.5 }, { doubleValue: 'NaN' }, { doubleValue: 1e300 }, { doubleValue: 'Infinity' }],
      ...[{ stringValue: '3' }, { boolValue: true }, { arrayValue: { values: [{ intValue: '3' }] } }, {}],
    ];
    expect(values.map((value) => snapshotOf(value))).toEqual(values.map(() => null));
    expect(snapshotOf({ intValue: '2147483647' })).toBe(2_147_483_647);
  });

  it('has no number once it has an end', () => {
    expect(snapshotOf({ intValue: '3' }, {})).toBeNull();
  });
});

describe('an input that no model call reports', () => {
  const run = spanOf({ 'mastra.span.type': 'agent_run', 'mastra.agent_run.input': 'Is A7 in stock?' });

  it('is that of the trace, and stands in no row of a span', () => {
    const { span, trace } = store(run);
    expect([trace.asked, span.inputPreview]).toEqual(['Is A7 in stock?', null]);
  });

  it('is held like any other where words are held', () => {
    const words = (text: string) => `[${text.length} characters]`;
    expect(toStorable({ projectId: PROJECT, listedText: words }, normalise(run)).trace.asked).toBe('[15 characters]');
    const { trace } = toStorable({ projectId: PROJECT, listedText: () => undefined }, normalise(run));
    expect(trace.asked).toBeNull();
  });
});
