/** An agent loop with only `observe(client)`: its spans and how they are connected. */
import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { trace as otel } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withContext } from '../exchange/context.ts';
import { observe } from '../observe/observe.ts';
import { trace } from '../observe/run.ts';
import { CHAT, CLAUDE_THOUGHT, MESSAGE, THOUGHT, WEATHER } from '../testing/callers.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import { collectSpans, named } from '../testing/spans.ts';
import * as wire from '../testing/wire.ts';
import { tool } from '../observe/tool.ts';

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
  server.route(() => undefined);
  server.reset();
  await spans.clear();
});
afterAll(() => server.close());

type Messages = OpenAI.Chat.ChatCompletionMessageParam[];

const asked = (id: string, args: object = WEATHER.arguments): Messages[number] => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'get_weather', arguments: JSON.stringify(args) } }],
});
const answered = (id: string, content = 'Rain'): Messages[number] => ({ role: 'tool', tool_call_id: id, content });
const ask = (messages: Messages) => openai.chat.completions.create({ model: 'test-model', messages });
const traceOf = (span: ReadableSpan | undefined) => span?.spanContext().traceId;
const parentOf = (span: ReadableSpan | undefined) => span?.parentSpanContext?.spanId;

describe('a tool call', () => {
  it('is a span from the end of the generation that requested it to the request with its result', async () => {
    server.next(wire.chat(THOUGHT), wire.chat({ text: 'It rains.' }));
    await ask(CHAT.messages);
    expect(named(await spans.now(), 'execute_tool')).toEqual([]);
    await ask([...CHAT.messages, asked('call_1'), answered('call_1')]);
    const [first, second] = named(await spans.now(), 'chat');
    const [call] = named(await spans.now(), 'execute_tool');
    expect(call?.name).toBe('execute_tool get_weather');
    expect(call?.startTime).toEqual(first?.endTime);
    expect(call?.endTime).toEqual(second?.startTime);
    expect(call?.attributes).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'get_weather',
      'gen_ai.tool.call.id': 'call_1',
      'gen_ai.tool.call.arguments': '{"city":"Oslo"}',
      'gen_ai.tool.call.result': '"Rain"',
      'subtext.tool.status': 'unknown',
      'subtext.tool.duration_inferred': true,
      'subtext.reasoning': [THOUGHT.reasoning],
      'subtext.preamble': THOUGHT.text,
      'subtext.reasoning_tokens': 30,
      'subtext.thinking.state': 'readable',
    });
  });

  it('that failed has an error status', async () => {
    server.next(wire.anthropic(CLAUDE_THOUGHT), wire.anthropic({ text: 'Sorry.' }));
    await anthropic.messages.create(MESSAGE);
    const history: Anthropic.MessageParam[] = [
      ...MESSAGE.messages,
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'call_1', name: 'get_weather', input: { city: 'Oslo' } }],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'no network', is_error: true }],
      },
    ];
    await anthropic.messages.create({ ...MESSAGE, messages: history });
    const [call] = named(await spans.now(), 'execute_tool');
    expect(call?.attributes['subtext.tool.status']).toBe('error');
    expect(call?.status.message).toBe('tool_error');
    expect(call?.attributes['gen_ai.tool.call.result']).toContain('no network');
  });

  it('without an answer is recorded at the flush, without a result and without a duration', async () => {
    server.next(wire.chat(THOUGHT));
    await ask(CHAT.messages);
    const [call] = named(await spans.all(), 'execute_tool');
    expect(call?.attributes).toMatchObject({ 'subtext.tool.status': 'no_result' });
    expect(Object.keys(call?.attributes ?? {})).not.toContain('gen_ai.tool.call.result');
    expect(Object.keys(call?.attributes ?? {})).not.toContain('subtext.tool.duration_inferred');
    expect(call?.endTime).toEqual(call?.startTime);
  });

  it('of the provider lies within its generation', async () => {
    const search = { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'Oslo' } };
    const found = { type: 'web_search_tool_result', tool_use_id: 'srv_1', content: [] };
    const body = JSON.parse(String(wire.anthropic({ text: 'It rains.' }).body)) as { content: object[] };
    server.next(wire.json({ ...body, content: [search, found, ...body.content] }));
    await anthropic.messages.create(MESSAGE);
    const [generation] = named(await spans.now(), 'chat');
    const [call] = named(await spans.now(), 'execute_tool web_search');
    expect(parentOf(call)).toBe(generation?.spanContext().spanId);
    expect([call?.startTime, call?.endTime]).toEqual([generation?.startTime, generation?.endTime]);
  });
});

describe('a loop without a name', () => {
  const runner = () => ({
    type: 'function' as const,
    function: { name: 'get_weather', description: '', parameters: {}, function: () => 'Rain' },
  });

  it('is one trace: its first generation, with tools and generations as children', async () => {
    server.next(
      wire.chatStream(THOUGHT),
      wire.chatStream({ ...THOUGHT, tools: [{ ...WEATHER, id: 'call_2' }] }),
      wire.chatStream({ text: 'Rain.' }),
    );
    await openai.chat.completions.runTools({ ...CHAT, stream: true, tools: [runner()] }).finalContent();
    const all = named(await spans.now(), '');
    expect(all.map((span) => span.name.split(' ')[0])).toEqual([
      'chat',
      'execute_tool',
      'chat',
      'execute_tool',
      'chat',
    ]);
    expect(new Set(all.map(traceOf)).size).toBe(1);
    const root = all[0]?.spanContext().spanId;
    expect(all.map(parentOf)).toEqual([undefined, root, root, root, root]);
  });

  it('of the Anthropic tool runner, which sends only the new messages of a thread, is one trace, too', async () => {
    const tools = [
      betaZodTool({
        name: 'get_weather',
        description: '',
        inputSchema: z.object({ city: z.string() }),
        run: () => 'Rain',
      }),
    ];
    server.next(wire.anthropic(CLAUDE_THOUGHT), wire.anthropic({ text: 'Rain.' }));
    await anthropic.beta.messages.toolRunner({ ...MESSAGE, tools });
    const all = await spans.now();
    expect(named(all, '').map((span) => span.name.split(' ')[0])).toEqual(['chat', 'execute_tool', 'chat']);
    expect(new Set(all.map(traceOf)).size).toBe(1);
  });

  it('of stored responses follows previous_response_id', async () => {
    server.next(
      wire.responses({ id: 'resp_1', summary: 'Look.', tools: [WEATHER] }),
      wire.responses({ id: 'resp_2', text: 'Rain.' }),
    );
    await openai.responses.create({ model: 'gpt-5', input: 'Weather?' });
    const output = { type: 'function_call_output' as const, call_id: 'call_1', output: 'Rain' };
    await openai.responses.create({ model: 'gpt-5', previous_response_id: 'resp_1', input: [output] });
    const all = await spans.now();
    expect(all).toHaveLength(3);
    expect(new Set(all.map(traceOf)).size).toBe(1);
    expect(named(all, 'execute_tool')[0]?.attributes['gen_ai.tool.call.result']).toBe('"Rain"');
  });

  it('refers from a call without thoughts to the call whose thoughts it shares, until a user message', async () => {
    const second = { ...WEATHER, id: 'call_2', arguments: { city: 'Bergen' } };
    const third = { ...WEATHER, id: 'call_3', arguments: { city: 'Tromsø' } };
    server.next(wire.chat(THOUGHT), wire.chat({ tools: [second] }), wire.chat({ tools: [third] }));
    const history: Messages = [...CHAT.messages, asked('call_1'), answered('call_1')];
    await ask(CHAT.messages);
    await ask(history);
    await ask([
      ...history,
      asked('call_2', second.arguments),
      answered('call_2'),
      { role: 'user', content: 'And Tromsø?' },
    ]);
    const all = await spans.all();
    for (const spansOfOneKind of [named(all, 'execute_tool'), named(all, 'chat')]) {
      const refs = spansOfOneKind.map((span) => span.attributes['subtext.reasoning_ref']);
      expect(refs).toEqual([undefined, 'call_1', undefined]);
    }
  });
});

describe('two agents in one process', () => {
  it('never mix, even with the same call ids, names and arguments', async () => {
    server.route(({ body }) => {
      const turns = body.split('"tool_call_id"').length - 1;
      const next = { ...WEATHER, id: `call_${turns}` };
      return turns === 3 ? wire.chat({ text: 'Done.' }) : wire.chatStream({ ...THOUGHT, tools: [next] });
    });
    const agent = async (question: string) => {
      const messages: Messages = [{ role: 'user', content: question }];
      for (let turn = 0; turn < 3; turn += 1) {
        const stream = await openai.chat.completions.create({ model: question, messages, stream: true });
        for await (const chunk of stream) void chunk;
        messages.push(asked(`call_${turn}`), answered(`call_${turn}`, question));
      }
      await openai.chat.completions.create({ model: question, messages });
    };
    await Promise.all([agent('Oslo'), agent('Bergen')]);
    const all = await spans.now();
    const traces = Map.groupBy(all, traceOf);
    expect(traces.size).toBe(2);
    for (const members of traces.values()) {
      const [question, ...others] = new Set(
        named(members, 'chat').map((span) => span.attributes['gen_ai.request.model']),
      );
      expect(others).toEqual([]);
      const results = named(members, 'execute_tool').map((call) => call.attributes['gen_ai.tool.call.result']);
      expect(results).toEqual([1, 2, 3].map(() => JSON.stringify(question)));
    }
  });

  it('never mix in named runs, even with the same conversation', async () => {
    server.route(({ body }) =>
      body.includes('"tool_call_id"')
        ? wire.chat({ text: 'Done.' })
        : wire.chatStream({ ...THOUGHT, tools: [WEATHER] }),
    );
    const agent = (name: string) =>
      trace(name, async () => {
        for await (const chunk of await openai.chat.completions.create({ ...CHAT, stream: true })) void chunk;
        await ask([...CHAT.messages, asked('call_1'), answered('call_1', name)]);
      });
    await Promise.all(['one', 'two', 'three'].map(agent));
    const traces = Map.groupBy(await spans.now(), traceOf);
    const results = [...traces.values()].map((members) => [
      named(members, 'invoke_agent')[0]?.name,
      ...named(members, 'execute_tool').map((call) => call.attributes['gen_ai.tool.call.result']),
    ]);
    expect(results.sort()).toEqual(
      ['one', 'three', 'two'].map((name) => [`invoke_agent ${name}`, JSON.stringify(name)]),
    );
  });
});

describe('trace()', () => {
  it('names the agent of the calls inside, the inner run before the outer one', async () => {
    server.next(wire.chat({ text: 'a' }), wire.chat({ text: 'b' }), wire.chat({ text: 'c' }));
    await trace('outer', async () => {
      await ask(CHAT.messages);
      await trace('inner', () => ask(CHAT.messages));
    });
    await trace('run 7', () => ask(CHAT.messages), { agent: 'planner' });
    const agents = named(await spans.now(), 'chat').map(({ attributes }) => attributes['gen_ai.agent.name']);
    expect(agents).toEqual(['outer', 'inner', 'planner']);
  });

  it('is the parent of everything inside, and returns the result of the run', async () => {
    server.next(wire.chat(THOUGHT), wire.chat({ text: 'Rain.' }));
    const text = await trace('weather', async () => {
      await ask(CHAT.messages);
      const { choices } = await ask([...CHAT.messages, asked('call_1'), answered('call_1')]);
      return choices[0]?.message.content;
    });
    expect(text).toBe('Rain.');
    const all = await spans.now();
    const [run] = named(all, 'invoke_agent weather');
    expect(run?.attributes).toMatchObject({ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'weather' });
    const inside = all.filter((span) => span !== run);
    expect(inside).toHaveLength(3);
    expect(inside.map(parentOf)).toEqual([1, 2, 3].map(() => run?.spanContext().spanId));
  });

  it('throws what the run throws, and reports it on its span', async () => {
    const failure = new RangeError('too far');
    await expect(trace('failing', () => Promise.reject(failure))).rejects.toBe(failure);
    const [run] = named(await spans.now(), 'invoke_agent');
    expect(run?.attributes['error.type']).toBe('RangeError');
  });

  it('carries session, user, tags, metadata, environment and release to every span inside', async () => {
    server.next(wire.chat(THOUGHT));
    const context = {
      session: 's1',
      user: 'u1',
      tags: ['a'],
      metadata: { plan: 'pro' },
      environment: 'test',
      release: '1.2.3',
    };
    await trace('told', () => withContext({ tags: ['b'], metadata: { seat: '4' } }, () => ask(CHAT.messages)), context);
    const all = await spans.all();
    expect(all).toHaveLength(3);
    for (const span of named(all, 'chat').concat(named(all, 'execute_tool'))) {
      expect(span.attributes).toMatchObject({
        'session.id': 's1',
        'gen_ai.conversation.id': 's1',
        'user.id': 'u1',
        'subtext.tags': ['a', 'b'],
        'subtext.metadata.plan': 'pro',
        'subtext.metadata.seat': '4',
        'deployment.environment.name': 'test',
        'service.version': '1.2.3',
      });
    }
  });

  it('is a child of an active span of the application', async () => {
    server.next(wire.chat({ text: 'Rain.' }));
    const parent = await otel.getTracer('app').startActiveSpan('request', async (span) => {
      await ask(CHAT.messages);
      span.end();
      return span.spanContext().spanId;
    });
    expect(parentOf(named(await spans.now(), 'chat')[0])).toBe(parent);
  });
});

describe('tool()', () => {
  it('is the span of the call that the model requested, and the parent of everything inside', async () => {
    server.next(wire.chat(THOUGHT), wire.chat({ text: 'inner' }), wire.chat({ text: 'Rain.' }));
    const getWeather = tool('get_weather', async ({ city }: { city: string }) => {
      await ask([{ role: 'user', content: `inner ${city}` }]);
      return { city, sky: 'rain' };
    });
    await ask(CHAT.messages);
    expect(await getWeather({ city: 'Oslo' })).toEqual({ city: 'Oslo', sky: 'rain' });
    await ask([...CHAT.messages, asked('call_1'), answered('call_1')]);
    const all = await spans.all();
    const calls = named(all, 'execute_tool');
    expect(calls).toHaveLength(1);
    expect(calls[0]?.attributes).toMatchObject({
      'gen_ai.tool.call.id': 'call_1',
      'gen_ai.tool.call.result': '{"city":"Oslo","sky":"rain"}',
      'subtext.reasoning': [THOUGHT.reasoning],
    });
    const inner = named(all, 'chat')[1];
    expect(parentOf(inner)).toBe(calls[0]?.spanContext().spanId);
    expect(new Set(all.map(traceOf)).size).toBe(1);
  });

  it('finds its call by an id among its arguments when two calls have the same arguments', async () => {
    const tools = [WEATHER, { ...WEATHER, id: 'call_2' }];
    server.next(wire.chat({ ...THOUGHT, tools }));
    await ask(CHAT.messages);
    const getWeather = tool('get_weather', (_: object, context: { toolCallId: string }) => context.toolCallId);
    getWeather({ city: 'Oslo' }, { toolCallId: 'call_2' });
    expect(named(await spans.now(), 'execute_tool').map((call) => call.attributes['gen_ai.tool.call.id'])).toEqual([
      'call_2',
    ]);
  });

  it('keeps values, errors, `this` and rejections as they are', async () => {
    const failure = new Error('no');
    const counter = {
      count: 2,
      add: tool('add', function (this: { count: number }, by: number) {
        return this.count + by;
      }),
    };
    expect(counter.add(3)).toBe(5);
    expect(() =>
      tool('fail', () => {
        throw failure;
      })(),
    ).toThrow(failure);
    await expect(tool('reject', () => Promise.reject(failure))()).rejects.toBe(failure);
    const [add, fail, reject] = named(await spans.now(), 'execute_tool');
    expect(add?.attributes).toMatchObject({ 'gen_ai.tool.call.arguments': '3', 'gen_ai.tool.call.result': '5' });
    expect([fail?.attributes['error.type'], reject?.attributes['error.type']]).toEqual(['Error', 'Error']);
  });
});
