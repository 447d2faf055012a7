/** The generation span of one model call, however the call ends. */
import Anthropic from '@anthropic-ai/sdk';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { observe, observeFetch } from '../observe/observe.ts';
import { CHAT, CLAUDE_THOUGHT, MESSAGE, THOUGHT, WEATHER } from '../testing/callers.ts';
import { startReplayServer, type Reply, type ReplayServer } from '../testing/replay-server.ts';
import { collectSpans, named } from '../testing/spans.ts';
import * as wire from '../testing/wire.ts';

const spans = collectSpans();
let server: ReplayServer;
let openai: OpenAI;
let anthropic: Anthropic;

beforeAll(async () => {
  server = await startReplayServer();
  openai = observe(new OpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1` }));
  anthropic = observe(new Anthropic({ apiKey: 'sk-test', baseURL: server.url }));
});
afterEach(async () => {
  server.reset();
  await spans.clear();
});
afterAll(() => server.close());

const busy = (status: number): Reply =>
  wire.json(
    { error: { message: 'Slow down, please.' } },
    { status, headers: { 'retry-after-ms': '1', 'content-type': 'application/json' } },
  );

async function onlyGeneration(): Promise<ReadableSpan> {
  const generations = named(await spans.now(), 'chat');
  expect(generations).toHaveLength(1);
  return generations[0]!;
}

function json(span: ReadableSpan, name: string): unknown {
  return JSON.parse(String(span.attributes[name]));
}

describe('a generation', () => {
  it('carries request, response, usage and the whole ordered output', async () => {
    server.next(wire.chat(THOUGHT));
    await openai.chat.completions.create({ ...CHAT, temperature: 0, max_tokens: 7, reasoning_effort: 'low' });
    const span = await onlyGeneration();
    expect(span.name).toBe('chat test-model');
    expect(span.kind).toBe(SpanKind.CLIENT);
    expect(span.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'test-model',
      'gen_ai.request.temperature': 0,
      'gen_ai.request.max_tokens': 7,
      'gen_ai.request.reasoning.level': 'low',
      'gen_ai.response.model': 'test-model-1',
      'gen_ai.response.id': 'chatcmpl-test',
      'gen_ai.response.finish_reasons': ['tool_calls'],
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 50,
      'gen_ai.usage.reasoning.output_tokens': 30,
      'subtext.api': 'openai.chat',
      'subtext.thinking.state': 'readable',
      'server.address': '127.0.0.1',
    });
    expect(json(span, 'gen_ai.input.messages')).toMatchObject([
      { role: 'user', parts: [{ content: CHAT.messages[0]?.content }] },
    ]);
    expect(json(span, 'gen_ai.output.messages')).toMatchObject([
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', content: THOUGHT.reasoning },
          { type: 'text', content: THOUGHT.text },
          { type: 'tool_call', id: 'call_1', name: 'get_weather', arguments: { city: 'Oslo' } },
        ],
      },
    ]);
  });

  it('is the same for a streamed and a complete answer', async () => {
    const reportedGeneration = async (): Promise<unknown> => {
      const { attributes } = await onlyGeneration();
      await spans.clear();
      return Object.fromEntries(Object.entries(attributes).filter(([name]) => !/stream|first_chunk/.test(name)));
    };
    server.next(wire.anthropic(CLAUDE_THOUGHT), wire.anthropicStream(CLAUDE_THOUGHT));
    await anthropic.messages.create(MESSAGE);
    const whole = await reportedGeneration();
    await anthropic.messages.stream(MESSAGE).finalMessage();
    expect(await reportedGeneration()).toEqual(whole);
  });

  it('has the time to the first chunk of a stream', async () => {
    server.next(wire.chatStream(THOUGHT));
    for await (const chunk of await openai.chat.completions.create({ ...CHAT, stream: true })) void chunk;
    const { attributes, duration } = await onlyGeneration();
    const first = Number(attributes['gen_ai.response.time_to_first_chunk']);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(duration[0] + duration[1] / 1e9);
    expect(attributes['gen_ai.request.stream']).toBe(true);
  });

  it('of n choices carries every choice', async () => {
    const choice = (index: number, content: string) => ({
      index,
      message: { role: 'assistant', content },
      finish_reason: 'stop',
    });
    server.next(
      wire.json({ id: 'c', object: 'chat.completion', model: 'm', choices: [choice(0, 'one'), choice(1, 'two')] }),
    );
    await openai.chat.completions.create({ ...CHAT, n: 2 });
    expect(json(await onlyGeneration(), 'gen_ai.output.messages')).toHaveLength(2);
  });

  it('of n choices has the finish reason of each, and is incomplete when one reached the limit', async () => {
    const choice = (index: number, finish_reason: string) => ({
      index,
      message: { role: 'assistant', content: 'x' },
      finish_reason,
    });
    const choices = [choice(0, 'stop'), choice(1, 'length')];
    server.next(wire.json({ id: 'c', object: 'chat.completion', model: 'm', choices }));
    await openai.chat.completions.create({ ...CHAT, n: 2 });
    const generation = await onlyGeneration();
    expect(generation.attributes).toMatchObject({
      'gen_ai.response.finish_reasons': ['stop', 'length'],
      'subtext.incomplete.reason': 'length',
    });
    const messages = json(generation, 'gen_ai.output.messages');
    expect(messages).toMatchObject([{ finish_reason: 'stop' }, { finish_reason: 'length' }]);
  });

  it('of a body too large to keep reports the cut, and the caller gets the whole body', async () => {
    server.next(wire.chat({ text: 'x'.repeat(17 * 1024 * 1024) }, { chunkSize: 1024 * 1024 }));
    const completion = await openai.chat.completions.create(CHAT);
    expect(completion.choices[0]?.message.content).toHaveLength(17 * 1024 * 1024);
    const { attributes } = await onlyGeneration();
    expect(attributes['subtext.truncated']).toContainEqual(expect.stringMatching(/^response\.body:\d+:\d+$/));
    expect(String(attributes['gen_ai.output.messages']).length).toBeLessThan(1_100_000);
  });

  it('of an answer in an unknown shape has no parts, and is not an error', async () => {
    server.next(wire.json({ value: 'Hello' }));
    expect(await openai.chat.completions.create(CHAT)).toEqual({ value: 'Hello' });
    const { attributes, status } = await onlyGeneration();
    expect(attributes).toMatchObject({ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': CHAT.model });
    expect(attributes).not.toHaveProperty('gen_ai.output.messages');
    expect(status.code).toBe(SpanStatusCode.UNSET);
  });

  it('is not created for a chat with something other than a model', async () => {
    const { messages } = CHAT;
    const ask = async (path: string, body: object, answer: Parameters<typeof server.next>[0]) => {
      server.next(answer);
      await (await observeFetch()(server.url + path, { method: 'POST', body: JSON.stringify(body) })).text();
    };
    await ask('/api/conversation', CHAT, wire.json({ value: 'Hello' }));
    await ask('/rooms/1/messages/search', CHAT, wire.json({ value: 'Hello' }));
    await ask('/rooms/1/messages', { messages }, wire.json({ message_ids: ['m1'] }));
    await ask('/check', { messages }, wire.json({ result: { text: 'ok', flagged: false } }));
    await ask('/room', { messages }, wire.events([{ text: 'somebody is typing' }]));
    await ask('/api/chat', CHAT, wire.events([{ type: 'text', delta: 'Hello' }]));
    expect(await spans.now()).toEqual([]);
  });

  it('is not created for other output', async () => {
    server.next(wire.json({ input_tokens: 3 }));
    await anthropic.messages.countTokens({ model: 'm', messages: CHAT.messages });
    expect(await spans.now()).toEqual([]);
  });
});

describe('a call that did not end well', () => {
  it('by an early break is incomplete, with what had arrived', async () => {
    server.next(wire.chatStream({ ...THOUGHT, tools: undefined }, { ending: 'hang', done: false }));
    for await (const chunk of await openai.chat.completions.create({ ...CHAT, stream: true })) {
      if (chunk.choices[0]?.delta.content === 'Let ') break;
    }
    const span = await onlyGeneration();
    expect(span.attributes).toMatchObject({ 'subtext.incomplete': true, 'subtext.incomplete.reason': 'abort' });
    expect(json(span, 'gen_ai.output.messages')).toMatchObject([
      { parts: [{ content: THOUGHT.reasoning }, { type: 'text' }] },
    ]);
  });

  it('by an abort is incomplete, even when the caller stops reading', async () => {
    server.next(wire.anthropicStream(CLAUDE_THOUGHT, { ending: 'hang' }));
    const controller = new AbortController();
    const response = await anthropic.messages
      .create({ ...MESSAGE, stream: true }, { signal: controller.signal })
      .asResponse();
    await response.body?.getReader().read();
    controller.abort();
    await new Promise((resolve) => setImmediate(resolve));
    expect((await onlyGeneration()).attributes['subtext.incomplete.reason']).toBe('abort');
  });

  it('by a timeout is reported as a timeout', async () => {
    server.next({ ending: 'silent' });
    await openai.chat.completions.create(CHAT, { timeout: 30, maxRetries: 0 }).catch(() => undefined);
    const [span] = named(await spans.all(), 'chat');
    expect(span?.attributes).toMatchObject({ 'subtext.incomplete.reason': 'timeout', 'error.type': 'timeout' });
    expect(span?.status.code).toBe(SpanStatusCode.ERROR);
  });

  it('by a broken connection keeps what had arrived', async () => {
    const whole = wire.chatStream(THOUGHT);
    const begun = String(whole.body).split('"finish_reason":"tool_calls"')[0] ?? '';
    server.next({ ...whole, body: begun, ending: 'cut' });
    const stream = await openai.chat.completions.create({ ...CHAT, stream: true });
    await (async () => {
      for await (const chunk of stream) void chunk;
    })().catch(() => undefined);
    const span = await onlyGeneration();
    expect(String(span.attributes['gen_ai.output.messages'])).toContain(WEATHER.id);
    expect(span.attributes).toMatchObject({ 'subtext.incomplete': true, 'subtext.incomplete.reason': 'error' });
  });

  it('by an error event in the stream carries that error', async () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    const begun = String(wire.anthropicStream({ text: 'It' }).body).split('event: message_delta')[0] ?? '';
    server.next({ headers: { 'content-type': 'text/event-stream' }, body: begun + String(wire.events([error]).body) });
    await anthropic.messages
      .stream(MESSAGE)
      .finalMessage()
      .catch(() => undefined);
    const span = await onlyGeneration();
    expect(span.attributes).toMatchObject({ 'error.type': 'overloaded_error', 'subtext.incomplete.reason': 'error' });
    expect(span.status).toEqual({ code: SpanStatusCode.ERROR, message: 'Overloaded' });
    expect(String(span.attributes['gen_ai.output.messages'])).toContain('It');
  });

  it('by an error before the first word of a stream carries that error', async () => {
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    const body = `event: error\ndata: ${JSON.stringify(overloaded)}\n\n`;
    server.next({ headers: { 'content-type': 'text/event-stream' }, body });
    await anthropic.messages
      .create({ ...MESSAGE, stream: true })
      .then(async (stream) => {
        for await (const event of stream) void event;
      })
      .catch(() => undefined);
    const span = await onlyGeneration();
    expect(span.status).toMatchObject({ code: SpanStatusCode.ERROR, message: 'Overloaded' });
    expect(span.attributes).toMatchObject({ 'error.type': 'overloaded_error', 'gen_ai.request.model': MESSAGE.model });
  });

  it('by a refused request carries status and the provider’s words, once', async () => {
    server.next(wire.json({ error: { message: 'no such model' } }, { status: 404 }));
    await openai.chat.completions.create(CHAT).catch(() => undefined);
    const span = await onlyGeneration();
    expect(span.attributes).toMatchObject({ 'error.type': '404', 'gen_ai.request.model': 'test-model' });
    expect(span.status.message).toBe('no such model');
    expect(span.attributes['gen_ai.usage.input_tokens']).toBeUndefined();
  });
});

describe('retries', () => {
  it.each([429, 500])('after %i are events on the one generation', async (status) => {
    server.next(busy(status), busy(status), wire.chat(THOUGHT));
    await openai.chat.completions.create(CHAT);
    const span = await onlyGeneration();
    expect(span.attributes['subtext.attempts']).toBe(3);
    expect(span.attributes['error.type']).toBeUndefined();
    const numbers = span.events.map((event) => [
      event.name,
      event.attributes?.['subtext.attempt.number'],
      event.attributes?.['http.response.status_code'],
    ]);
    expect(numbers).toEqual([
      ['subtext.attempt', 1, status],
      ['subtext.attempt', 2, status],
    ]);
  });

  it('after a lost connection are events, too', async () => {
    let first = true;
    const flaky: typeof fetch = (input, init) => {
      if (!first) return fetch(input, init);
      first = false;
      return Promise.reject(new TypeError('fetch failed'));
    };
    server.next(wire.anthropic(CLAUDE_THOUGHT));
    const client = observe(new Anthropic({ apiKey: 'k', baseURL: server.url, fetch: flaky }));
    await client.messages.create(MESSAGE);
    const span = await onlyGeneration();
    expect(span.events.map((event) => event.attributes?.['error.type'])).toEqual(['error']);
  });

  it('that all fail are one failed generation', async () => {
    server.next(busy(500), busy(500), busy(500));
    await openai.chat.completions.create(CHAT).catch(() => undefined);
    const generations = named(await spans.all(), 'chat');
    expect(generations).toHaveLength(1);
    expect(generations[0]?.attributes).toMatchObject({ 'error.type': '500', 'subtext.attempts': 3 });
    expect(generations[0]?.events).toHaveLength(2);
  });

  it('of two equal calls at once stay apart', async () => {
    server.next(busy(429), busy(429), wire.chat(THOUGHT), wire.chat(THOUGHT));
    await Promise.all([openai.chat.completions.create(CHAT), openai.chat.completions.create(CHAT)]);
    const generations = named(await spans.now(), 'chat');
    expect(generations.map((span) => span.events.length)).toEqual([1, 1]);
  });
});

describe('observeFetch', () => {
  it('sees a call made with fetch, a Request object or bytes', async () => {
    const fetch = observeFetch();
    const url = `${server.url}/v1/chat/completions`;
    const body = JSON.stringify(CHAT);
    const headers = { 'content-type': 'application/json' };
    server.next(wire.chat(THOUGHT), wire.chat(THOUGHT), wire.chat(THOUGHT));
    await (await fetch(url, { method: 'POST', body, headers })).json();
    await (await fetch(new Request(url, { method: 'POST', body, headers }))).json();
    await (await fetch(new URL(url), { method: 'POST', body: new TextEncoder().encode(body), headers })).json();
    const generations = named(await spans.now(), 'chat');
    expect(generations.map((span) => span.attributes['gen_ai.request.model'])).toEqual([
      'test-model',
      'test-model',
      'test-model',
    ]);
    expect(server.requests.map((request) => request.body)).toEqual([body, body, body]);
  });

  it('counts a call once, however often it is observed', async () => {
    server.next(wire.chat(THOUGHT), wire.chat(THOUGHT));
    const twice = observe(observe(new OpenAI({ apiKey: 'k', baseURL: `${server.url}/v1` })));
    await twice.chat.completions.create(CHAT);
    const below = observeFetch();
    const above = observeFetch((input, init) => below(input, init));
    await (await above(`${server.url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(CHAT) })).text();
    expect(named(await spans.now(), 'chat')).toHaveLength(2);
  });

  it('passes speech, images and pages on unchanged', async () => {
    server.next({ body: 'RIFF', headers: { 'content-type': 'audio/wav' } });
    const bare = new Response('RIFF', { headers: { 'content-type': 'audio/wav' } });
    const fetch = observeFetch(() => Promise.resolve(bare));
    expect(await fetch(`${server.url}/v1/audio/speech`, { method: 'POST', body: '{"model":"tts"}' })).toBe(bare);
    expect(await spans.all()).toEqual([]);
  });

  it('records a call whose response cannot be tapped, as cut', async () => {
    const foreign = { status: 200, headers: new Headers(), body: { pipe: () => undefined } } as unknown as Response;
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const fetch = observeFetch(() => Promise.resolve(foreign));
    expect(await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(CHAT) })).toBe(
      foreign,
    );
    expect((await onlyGeneration()).attributes['subtext.incomplete.reason']).toBe('cut');
    expect(warn.mock.calls[0]?.[0]).toContain('Use the fetch of Node');
    warn.mockRestore();
  });

  it('passes everything else on unchanged', async () => {
    const fetch = observeFetch();
    server.next({ body: 'plain', headers: { 'content-type': 'text/plain' } }, { status: 204 }, { status: 304 });
    const response = await fetch(`${server.url}/page?x=1`);
    expect([response.url, await response.text()]).toEqual([`${server.url}/page?x=1`, 'plain']);
    const empty = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      body: '{"model":"m","messages":[]}',
    });
    expect([empty.status, empty.body]).toEqual([204, null]);
    expect((await fetch(server.url, { method: 'HEAD' })).status).toBe(304);
    await expect(fetch('http://127.0.0.1:1/v1/responses', { method: 'POST', body: '{}' })).rejects.toThrow(
      'fetch failed',
    );
    expect(await spans.all()).toEqual([]);
  });
});
