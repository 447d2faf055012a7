/** How a call ended, in the spans of an agent loop with only `observe(client)`. */
import Anthropic from '@anthropic-ai/sdk';
import { SpanStatusCode } from '@opentelemetry/api';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { observe } from '../observe/observe.ts';
import { tool } from '../observe/tool.ts';
import { CHAT, CLAUDE_THOUGHT, MESSAGE, THOUGHT, WEATHER } from '../testing/callers.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
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

type Messages = OpenAI.Chat.ChatCompletionMessageParam[];

const asked = (id: string): Messages[number] => ({
  role: 'assistant',
  content: null,
  tool_calls: [
    { id, type: 'function', function: { name: 'get_weather', arguments: JSON.stringify(WEATHER.arguments) } },
  ],
});
const answered = (id: string, content: string): Messages[number] => ({ role: 'tool', tool_call_id: id, content });
const ask = (messages: Messages) => openai.chat.completions.create({ model: 'test-model', messages });

describe('a tool call', () => {
  it('without the flag of a failure succeeded, on a wire that has one', async () => {
    server.next(wire.anthropic(CLAUDE_THOUGHT), wire.anthropic({ text: 'It rains.' }));
    await anthropic.messages.create(MESSAGE);
    const call = { type: 'tool_use' as const, id: 'call_1', name: 'get_weather', input: { city: 'Oslo' } };
    const result = { type: 'tool_result' as const, tool_use_id: 'call_1', content: 'Rain' };
    const history: Anthropic.MessageParam[] = [
      ...MESSAGE.messages,
      { role: 'assistant', content: [call] },
      { role: 'user', content: [result] },
    ];
    await anthropic.messages.create({ ...MESSAGE, messages: history });
    const [span] = named(await spans.now(), 'execute_tool');
    expect(span?.attributes['subtext.tool.status']).toBe('ok');
  });

  it('whose result reads like the error of a framework probably failed, and its span claims neither', async () => {
    server.next(wire.chat(THOUGHT), wire.chat({ text: 'Sorry.' }));
    await ask(CHAT.messages);
    await ask([...CHAT.messages, asked('call_1'), answered('call_1', 'Error: no network\n Please fix your mistakes.')]);
    const [call] = named(await spans.now(), 'execute_tool');
    expect(call?.attributes['subtext.tool.status']).toBe('probable_error');
    expect(call?.status.code).toBe(SpanStatusCode.UNSET);
  });

  it.each([
    ['Rain', 'unknown'],
    ['An error occurred while running the tool. Please try again. Error: Error: no network', 'probable_error'],
    ['{"error":"no network"}', 'probable_error'],
  ])('with the result %s on a wire without a flag is %s', async (result, status) => {
    server.next(wire.chat(THOUGHT), wire.chat({ text: 'Done.' }));
    await ask(CHAT.messages);
    await ask([...CHAT.messages, asked('call_1'), answered('call_1', result)]);
    const [call] = named(await spans.now(), 'execute_tool');
    expect(call?.attributes).toMatchObject({ 'subtext.tool.status': status, 'subtext.tool.duration_inferred': true });
    expect(Object.keys(call?.attributes ?? {})).not.toContain('subtext.tool.is_error');
  });

  it('has exact times, and a returned error probably is a failure', async () => {
    server.next(wire.chat(THOUGHT));
    const getWeather = tool('get_weather', (_: object) => ({ error: 'no network' }));
    await ask(CHAT.messages);
    getWeather(WEATHER.arguments);
    const [call] = named(await spans.now(), 'execute_tool');
    expect(call?.attributes).toMatchObject({
      'gen_ai.tool.call.id': 'call_1',
      'subtext.tool.status': 'probable_error',
    });
    expect(Object.keys(call?.attributes ?? {})).not.toContain('subtext.tool.duration_inferred');
  });
});
