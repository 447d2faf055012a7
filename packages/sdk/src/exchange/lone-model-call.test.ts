/** An application with an instrumentation that describes its model calls beside the SDK. */
import { trace } from '@opentelemetry/api';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { loadTracer } from '../emit/tracing.ts';
import { observe } from '../observe/observe.ts';
import { CHAT, THOUGHT } from '../testing/callers.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import { collectSpans, named } from '../testing/spans.ts';
import * as wire from '../testing/wire.ts';

const spans = collectSpans();
let server: ReplayServer;
let openai: OpenAI;

beforeAll(async () => {
  // Registers a context manager, which the application of this test lacks.
  await loadTracer();
  server = await startReplayServer();
  openai = observe(new OpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1` }));
});
afterEach(() => spans.clear());
afterAll(() => server.close());

type Messages = OpenAI.Chat.ChatCompletionMessageParam[];

const active = <T>(name: string, attributes: Record<string, string>, run: () => Promise<T>): Promise<T> =>
  trace.getTracer('instrumentation').startActiveSpan(name, { attributes }, (span) => run().finally(() => span.end()));

const described = (messages: Messages) =>
  active('description', { 'gen_ai.operation.name': 'chat' }, () =>
    openai.chat.completions.create({ model: 'test-model', messages }),
  );

it('has an agent loop in one trace, although each call is described in a trace of its own', async () => {
  server.next(wire.chat(THOUGHT), wire.chat({ text: 'It rains.' }));
  const { message } = (await described(CHAT.messages)).choices[0]!;
  await described([...CHAT.messages, message, { role: 'tool', tool_call_id: 'call_1', content: 'Rain' }]);
  const all = await spans.all();
  const tracesOf = (...names: string[]) =>
    new Set(names.flatMap((name) => named(all, name)).map((span) => span.spanContext().traceId));
  expect(named(all, 'execute_tool')).toHaveLength(1);
  expect(tracesOf('description').size).toBe(2);
  expect(tracesOf('chat', 'execute_tool').size).toBe(1);
});

it('has a call under its description, when that is a part of something of the application', async () => {
  server.next(wire.chat({ text: 'Rain.' }));
  await active('request', {}, () => described(CHAT.messages));
  const all = await spans.all();
  const [call, description] = [named(all, 'chat')[0], named(all, 'description')[0]];
  expect(call?.parentSpanContext?.spanId).toBe(description?.spanContext().spanId);
});
