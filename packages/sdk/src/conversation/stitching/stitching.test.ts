/**
 * Which loop a request belongs to, and which call a result answers, when ids are missing or ambiguous. One case each,
 * on the wire.
 */
import Anthropic from '@anthropic-ai/sdk';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { observe, observeFetch, type ObserveOptions } from '../../observe/observe.ts';
import { startReplayServer, type ReplayServer } from '../../testing/replay-server.ts';
import { collectSpans, named } from '../../testing/spans.ts';
import * as wire from '../../testing/wire.ts';
import { tool } from '../../observe/tool.ts';

const spans = collectSpans();
let server: ReplayServer;

beforeAll(async () => {
  server = await startReplayServer();
});
afterEach(async () => {
  server.reset();
  await spans.clear();
});
afterAll(() => server.close());

/** Sends one request to that path; the server answers with this body. */
async function ask(path: string, request: object, response: object): Promise<void> {
  await send(observeFetch(), { path, request, response });
}

async function send(
  observed: typeof fetch,
  { path, request, response }: Record<'request' | 'response', object> & { path: string },
) {
  server.next(wire.json(response));
  await (await observed(server.url + path, { method: 'POST', body: JSON.stringify(request) })).text();
}

interface Call {
  id: string;
  name?: string;
  arguments?: object;
}

const wireCalls = (calls: Call[]) =>
  calls.map(({ id, name = 'look', arguments: given = {} }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  }));
const user = (content: string) => ({ role: 'user', content });
const asks = (...calls: Call[]) => ({ role: 'assistant', content: null, tool_calls: wireCalls(calls) });
const gives = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });
const answer = (...calls: Call[]) => ({
  object: 'chat.completion',
  choices: [{ index: 0, message: calls.length > 0 ? asks(...calls) : { role: 'assistant', content: 'Done.' } }],
});
const chat = (messages: object[], response: object, options: ObserveOptions = {}) =>
  send(observeFetch(fetch, options), {
    path: '/v1/chat/completions',
    request: { model: 'test-model', messages },
    response,
  });

const traceOf = (span: ReadableSpan) => span.spanContext().traceId;
const tracesOf = (all: readonly ReadableSpan[]) => new Set(all.map(traceOf)).size;
/** `name(arguments) = result`, in the order of the requests. */
const toolCalls = (all: readonly ReadableSpan[]) =>
  named(all, 'execute_tool').map(({ attributes }) => {
    const {
      'gen_ai.tool.name': name,
      'gen_ai.tool.call.arguments': given,
      'gen_ai.tool.call.result': result,
    } = attributes;
    return `${String(name)}(${String(given)}) = ${String(result)}`;
  });

describe('ids', () => {
  it('that repeat in every response belong to the latest one', async () => {
    const history: object[] = [user('Weather?')];
    for (const result of ['first', 'second', 'third']) {
      await chat(history, answer({ id: 'call_0' }));
      history.push(asks({ id: 'call_0' }), gives('call_0', result));
    }
    await chat(history, answer());
    const all = await spans.now();
    expect(tracesOf(all)).toBe(1);
    expect(toolCalls(all)).toEqual(['look({}) = "first"', 'look({}) = "second"', 'look({}) = "third"']);
  });

  it('that occur twice in one response belong to its calls in order', async () => {
    await chat(
      [user('Weather?')],
      answer({ id: 'call_0', arguments: { at: 1 } }, { id: 'call_0', arguments: { at: 2 } }),
    );
    const calls = asks({ id: 'call_0', arguments: { at: 1 } }, { id: 'call_0', arguments: { at: 2 } });
    await chat([user('Weather?'), calls, gives('call_0', 'one'), gives('call_0', 'two')], answer());
    expect(toolCalls(await spans.now())).toEqual(['look({"at":1}) = "one"', 'look({"at":2}) = "two"']);
  });

  it('of another process do not match a loop here that counts the same way', async () => {
    await chat([user('Weather?')], answer({ id: 'call_0' }));
    await chat([user('News?'), asks({ id: 'call_0' }), gives('call_0', 'none')], answer());
    const all = await spans.all();
    expect(tracesOf(all)).toBe(2);
    expect(toolCalls(all)).toEqual(['look({}) = undefined']);
  });

  it('of another process start a trace that takes its earlier calls from the history', async () => {
    await chat([user('Weather?'), asks({ id: 'call_elsewhere9X' }), gives('call_elsewhere9X', 'Rain')], answer());
    const [generation, ...others] = await spans.all();
    expect(others).toEqual([]);
    expect(generation?.attributes['gen_ai.input.messages']).toContain('"id":"call_elsewhere9X"');
  });

  it('that a client made unique match the counted ids of the response', async () => {
    await chat([user('Weather?')], answer({ id: 'call_0' }));
    await chat([user('Weather?'), asks({ id: 'resp_9aB3:call_0' }), gives('resp_9aB3:call_0', 'Rain')], answer());
    const all = await spans.now();
    expect([tracesOf(all), ...toolCalls(all)]).toEqual([1, 'look({}) = "Rain"']);
  });
});

describe('calls without ids', () => {
  const model = '/v1beta/models/gemini-test:generateContent';
  const part = (name: string, args: object) => ({ functionCall: { name, args } });
  const gift = (name: string, result: string) => ({ functionResponse: { name, response: { result } } });
  const candidate = (...parts: object[]) => ({
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
  });
  const question = { role: 'user', parts: [{ text: 'Weather?' }] };

  it('are matched by name, and in order among those of one name', async () => {
    const calls = [part('look', { at: 1 }), part('find', {}), part('look', { at: 2 })];
    await ask(model, { contents: [question] }, candidate(...calls));
    const results = [gift('find', 'found'), gift('look', 'one'), gift('look', 'two')];
    const contents = [question, { role: 'model', parts: calls }, { role: 'user', parts: results }];
    await ask(model, { contents }, candidate({ text: 'Done.' }));
    const all = await spans.now();
    expect(tracesOf(all)).toBe(1);
    expect(toolCalls(all).sort()).toEqual([
      'find({}) = {"result":"found"}',
      'look({"at":1}) = {"result":"one"}',
      'look({"at":2}) = {"result":"two"}',
    ]);
  });

  it('are matched by their arguments where a history repeats only some of them', async () => {
    await ask(model, { contents: [question] }, candidate(part('look', { at: 1 }), part('look', { at: 2 })));
    const kept = { role: 'model', parts: [part('look', { at: 2 })] };
    const contents = [question, kept, { role: 'user', parts: [gift('look', 'two')] }];
    await ask(model, { contents }, candidate({ text: 'Done.' }));
    const all = await spans.all();
    expect(toolCalls(all).sort()).toEqual(['look({"at":1}) = undefined', 'look({"at":2}) = {"result":"two"}']);
    expect(tracesOf(all)).toBe(1);
  });

  it('continue a cut answer when the same question is sent with the token', async () => {
    const thought = { text: 'First I look, ', thought: true };
    await ask(
      model,
      { contents: [question] },
      { candidates: [{ index: 0, content: { role: 'model', parts: [thought] }, continuationToken: 'tok_1' }] },
    );
    const rest = candidate({ text: 'then I say.', thought: true }, part('look', {}));
    await ask(model, { contents: [question], continuationToken: 'tok_1' }, rest);
    const all = await spans.all();
    expect(tracesOf(all)).toBe(1);
    expect(named(all, 'execute_tool')[0]?.attributes['subtext.reasoning']).toEqual(['First I look, then I say.']);
  });
});

describe('results', () => {
  const calls = [{ id: 'call_aX7' }, { id: 'call_bX7' }];

  it('of parallel calls may come in any order', async () => {
    await chat(
      [user('Weather?')],
      answer({ id: 'call_aX7', arguments: { at: 1 } }, { id: 'call_bX7', arguments: { at: 2 } }),
    );
    const asked = asks({ id: 'call_aX7', arguments: { at: 1 } }, { id: 'call_bX7', arguments: { at: 2 } });
    await chat([user('Weather?'), asked, gives('call_bX7', 'two'), gives('call_aX7', 'one')], answer());
    expect(toolCalls(await spans.now()).sort()).toEqual(['look({"at":1}) = "one"', 'look({"at":2}) = "two"']);
  });

  it('of parallel calls may come in several requests', async () => {
    const history: object[] = [user('Weather?')];
    await chat(history, answer(...calls));
    history.push(asks(...calls), gives('call_aX7', 'one'));
    await chat(history, answer({ id: 'call_cX7' }));
    history.push(gives('call_bX7', 'two'), asks({ id: 'call_cX7' }), gives('call_cX7', 'three'));
    await chat(history, answer());
    const all = await spans.now();
    expect(tracesOf(all)).toBe(1);
    expect(toolCalls(all)).toEqual(['look({}) = "one"', 'look({}) = "two"', 'look({}) = "three"']);
  });

  it('may be sent together with the next user message', async () => {
    await chat([user('Weather?')], answer(calls[0]!));
    await chat([user('Weather?'), asks(calls[0]!), gives('call_aX7', 'Rain'), user('And tomorrow?')], answer());
    const all = await spans.now();
    expect([tracesOf(all), ...toolCalls(all)]).toEqual([1, 'look({}) = "Rain"']);
  });

  it('find their loop when everything before was summarized', async () => {
    await chat([user('Weather?')], answer({ id: 'call_0' }));
    const history = [user('Weather?'), asks({ id: 'call_0' }), gives('call_0', 'Rain')];
    await chat(history, answer({ id: 'call_0', arguments: { again: true } }));
    const last = { id: 'call_0', arguments: { again: true } };
    await chat([user('In short: it rained.'), asks(last), gives('call_0', 'Sun')], answer());
    const all = await spans.now();
    expect(tracesOf(all)).toBe(1);
    expect(toolCalls(all)).toEqual(['look({}) = "Rain"', 'look({"again":true}) = "Sun"']);
  });

  it('follow the policy and the mask of the client that sends them, too', async () => {
    await chat([user('Weather?')], answer(...calls), { mask: (value) => value.replace('Rain', 'Wet') });
    const history = [user('Weather?'), asks(...calls), gives('call_aX7', 'Rain'), gives('call_bX7', 'Sun')];
    await chat(history, answer(), { mask: (value) => value.replace('Wet', '•').replace('Sun', '•') });
    expect(toolCalls(await spans.now())).toEqual(['look({}) = "•"', 'look({}) = "•"']);
  });
});

it('identical messages of different users are two conversations', async () => {
  const history = [user('Weather?'), asks({ id: 'call_0' }), gives('call_0', 'Rain')];
  await chat(history.slice(0, 1), answer({ id: 'call_0' }), { user: 'ann' });
  await chat(history, answer(), { user: 'ben' });
  const all = await spans.all();
  expect([tracesOf(all), ...toolCalls(all)]).toEqual([2, 'look({}) = undefined']);
});

it('an unambiguous id joins requests of different sessions', async () => {
  await chat([user('Weather?')], answer({ id: 'call_9aXyZ' }), { session: 'one' });
  const history = [user('Weather?'), asks({ id: 'call_9aXyZ' }), gives('call_9aXyZ', 'Rain')];
  await chat(history, answer(), { session: 'two' });
  const all = await spans.now();
  expect([tracesOf(all), ...toolCalls(all)]).toEqual([1, 'look({}) = "Rain"']);
});

describe('a turn that was paused', () => {
  it('continues in the next response, with its thoughts and the result of its tool', async () => {
    const client = observe(new Anthropic({ apiKey: 'sk-test', baseURL: server.url }));
    const thinking = (text: string) => ({ type: 'thinking', thinking: text, signature: 'c2ln' });
    const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'Oslo' } };
    const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };
    const message = (stop_reason: string, content: object[]) =>
      wire.json({ ...(JSON.parse(String(wire.anthropic({}).body)) as object), stop_reason, content });
    const paused = [thinking('Search first.'), search, thinking('Then look.')];
    const use = { type: 'tool_use', id: 'toolu_9Xy', name: 'look', input: {} };
    server.next(message('pause_turn', paused), message('tool_use', [found, use]));
    const request = { model: 'claude-test', max_tokens: 100 };
    const question = user('Weather?');
    await client.messages.create({ ...request, messages: [question] } as never);
    await client.messages.create({ ...request, messages: [question, { role: 'assistant', content: paused }] } as never);
    const all = await spans.all();
    expect(tracesOf(all)).toBe(1);
    expect(named(all, 'execute_tool web_search')[0]?.attributes).toMatchObject({
      'subtext.reasoning': ['Search first.'],
      'gen_ai.tool.call.result': '[]',
    });
    expect(named(all, 'execute_tool look')[0]?.attributes['subtext.reasoning']).toEqual(['Then look.']);
  });
});

describe('a request that is sent again after an error', () => {
  it('continues the turn of its first attempt, although another loop is identical', async () => {
    const history = [user('Weather?'), asks({ id: 'call_0' }), gives('call_0', 'Rain')];
    await chat(history.slice(0, 1), answer({ id: 'call_0' }));
    await chat(history.slice(0, 1), answer({ id: 'call_0' }));
    const attempt = async (number: number, reply: Parameters<ReplayServer['next']>[0]) => {
      server.next(reply);
      const init = { method: 'POST', body: JSON.stringify({ model: 'test-model', messages: history }) };
      const headers = { 'x-stainless-retry-count': String(number) };
      await (await observeFetch()(`${server.url}/v1/chat/completions`, { ...init, headers })).text();
      await spans.now();
    };
    await attempt(0, wire.json({ error: { message: 'busy' } }, { status: 500 }));
    await attempt(1, wire.json(answer()));
    const all = await spans.all();
    const [later, ...others] = named(all, 'chat').filter(({ attributes }) => attributes['subtext.attempts'] === 2);
    expect(others).toEqual([]);
    const answered = named(all, 'execute_tool').filter(({ attributes }) => 'gen_ai.tool.call.result' in attributes);
    expect(answered.map(traceOf)).toEqual([later && traceOf(later)]);
  });
});

describe('tool()', () => {
  it('in identical loops belongs to the loop that sends its result', async () => {
    let count = 0;
    const look = tool('look', () => ({ drawn: (count += 1) }));
    const histories = [[user('Draw.')], [user('Draw.')]] as object[][];
    for (const history of histories) await chat(history, answer({ id: 'call_0' }));
    for (const history of histories) history.push(asks({ id: 'call_0' }), gives('call_0', JSON.stringify(look())));
    for (const history of histories.toReversed()) await chat(history, answer());
    const all = await spans.now();
    expect(named(all, 'execute_tool')).toHaveLength(2);
    for (const members of Map.groupBy(all, traceOf).values()) {
      const [call] = named(members, 'execute_tool');
      const later = members.find(({ attributes }) => String(attributes['gen_ai.input.messages']).includes('drawn'));
      const result = JSON.stringify(call?.attributes['gen_ai.tool.call.result']);
      expect(String(later?.attributes['gen_ai.input.messages'])).toContain(result);
    }
  });
});
