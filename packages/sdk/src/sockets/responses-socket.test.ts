/** The Responses API over WebSockets, with the real clients: the same spans as over HTTP, and nothing else changes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import OpenAI from 'openai';
import { ResponsesWS } from 'openai/resources/responses/ws';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket as WsSocket } from 'ws';
import { beginFork } from '../fork/forking.ts';
import { forkOfEnvironment } from '../fork/open-fork.ts';
import { observe, type ObserveOptions } from '../observe/observe.ts';
import { trace } from '../observe/run.ts';
import { troubles } from '../platform/report.ts';
import { WEATHER } from '../testing/callers.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import { eventsOf, startSocketServer, type SocketServer, type SocketStep } from '../testing/socket-server.ts';
import { collectSpans, named } from '../testing/spans.ts';
import * as wire from '../testing/wire.ts';

const spans = collectSpans();
const opened: { close(): void }[] = [];
let server: SocketServer;
let http: ReplayServer;

beforeAll(async () => {
  [server, http] = await Promise.all([startSocketServer(), startReplayServer()]);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const socket of opened.splice(0)) socket.close();
  server.reset();
  http.reset();
  await spans.clear();
});
afterAll(() => Promise.all([server.close(), http.close()]));

const model = 'gpt-5';
const ASKING = { model, input: 'What is the weather in Oslo?', instructions: 'Be brief.' };
const CALLING = eventsOf(wire.responsesStream({ id: 'resp_1', summary: 'They ask about Oslo.', tools: [WEATHER] }));
const ANSWERING = eventsOf(wire.responsesStream({ id: 'resp_2', summary: 'It rains there.', text: 'Rain.' }));
const RESULT = {
  model,
  previous_response_id: 'resp_1',
  input: [{ type: 'function_call_output' as const, call_id: WEATHER.id, output: 'Rain' }],
};

function createClient(baseURL = server.url): OpenAI {
  return new OpenAI({ apiKey: 'sk-proj-4kXw9QzT7mB2', baseURL, maxRetries: 0 });
}

const observed = (options?: ObserveOptions) => observe(createClient(), options);

function openSocket(client: OpenAI): ResponsesWS {
  const socket = new ResponsesWS(client);
  opened.push(socket);
  return socket;
}

const LAST = new Set(['response.completed', 'response.failed', 'response.incomplete', 'error']);

/** Sends the events, each when the response before it has ended, and returns what the application saw. */
async function talk(socket: ResponsesWS, ...requests: object[]): Promise<unknown[]> {
  const seen: unknown[] = [];
  const send = () => {
    const request = requests.shift();
    if (request) socket.send({ type: 'response.create', ...request } as Parameters<ResponsesWS['send']>[0]);
    return request !== undefined;
  };
  send();
  for await (const event of socket) {
    seen.push(event);
    if (event.type === 'error' || (event.type === 'message' && LAST.has(event.message.type) && !send())) break;
  }
  return seen;
}

const OF_ONE_SENDING = new Set(['server.port', 'gen_ai.response.time_to_first_chunk']);

/** The attributes that do not depend on the transport. */
function comparable(span: ReadableSpan): unknown {
  const same = Object.entries(span.attributes).filter(([name]) => !OF_ONE_SENDING.has(name));
  const attributes = Object.fromEntries(same);
  return { name: span.name, kind: span.kind, status: span.status, attributes };
}

const byStart = async () => named(await spans.all(), '').map(comparable);

describe('ResponsesWS with an observed client', () => {
  it('gives the spans that the same answers over HTTP give', async () => {
    server.next(CALLING, ANSWERING);
    await talk(openSocket(observed()), ASKING, RESULT);
    const overSocket = await byStart();
    await spans.clear();
    http.route(({ body }) => ({
      headers: { 'content-type': 'text/event-stream' },
      body: (body.includes('resp_1') ? ANSWERING : CALLING).map((text) => `data: ${text}\n\n`).join(''),
    }));
    const client = observe(createClient(`${http.url}/v1`));
    for (const request of [ASKING, RESULT]) {
      for await (const _event of await client.responses.create({ ...request, stream: true })) void _event;
    }
    expect(overSocket).toEqual(await byStart());
    expect(overSocket).toMatchObject([
      { name: 'chat gpt-5' },
      { name: 'execute_tool get_weather', attributes: { 'subtext.reasoning': ['They ask about Oslo.'] } },
      { name: 'chat gpt-5', attributes: { 'gen_ai.response.id': 'resp_2' } },
    ]);
  });

  it('changes nothing of what is sent, of what arrives, or of its order', async () => {
    const run = async (client: OpenAI) => {
      server.reset();
      server.next(CALLING, ANSWERING);
      const seen = await talk(openSocket(client), ASKING, RESULT);
      const [{ 'sec-websocket-key': _key, host: _host, ...headers } = {}] = server.handshakes;
      return { seen, headers, messages: [...server.messages] };
    };
    const bare = await run(createClient());
    expect(await spans.all()).toEqual([]);
    expect(await run(observed())).toEqual(bare);
    expect(bare.messages).toHaveLength(2);
    expect([...troubles()]).toEqual([]);
  });

  it('is one trace, in which the call belongs to the response that asked for it', async () => {
    server.next(CALLING, ANSWERING);
    await talk(openSocket(observed()), ASKING, RESULT);
    const all = await spans.all();
    expect(new Set(all.map((span) => span.spanContext().traceId)).size).toBe(1);
  });

  it('belongs to the run in which the request is sent, not to that in which the socket was opened', async () => {
    server.next(CALLING);
    const socket = await trace('first', async () => {
      const opening = openSocket(observed());
      await new Promise<void>((resolve) => opening.socket.on('open', resolve));
      return opening;
    });
    await trace('second', () => talk(socket, ASKING));
    const all = await spans.all();
    const second = all.find(({ name }) => name === 'invoke_agent second');
    expect(named(all, 'chat')[0]?.parentSpanContext?.spanId).toBe(second?.spanContext().spanId);
  });

  it('keeps lanes apart that answer at the same time', async () => {
    const inLane = (events: string[], lane: string) =>
      events.map((text) => JSON.stringify({ ...(JSON.parse(text) as object), stream_id: lane }));
    const [left, right] = [inLane(CALLING, 'left'), inLane(ANSWERING, 'right')];
    const mixed = Array.from({ length: Math.max(left.length, right.length) }, (_, at) => [left[at], right[at]]);
    server.next(
      [],
      mixed.flat().filter((text) => text !== undefined),
    );
    const socket = openSocket(observed());
    const isDone = new Promise<void>((resolve) => {
      let ended = 0;
      socket.on('response.completed', () => (ended += 1) === 2 && resolve());
    });
    socket.send({ type: 'response.create', ...ASKING, stream_id: 'left' });
    socket.send({ type: 'response.create', ...ASKING, input: 'And Rome?', stream_id: 'right' });
    await isDone;
    const answers = named(await spans.all(), 'chat').map(({ attributes }) => attributes['gen_ai.response.id']);
    expect(answers.toSorted()).toEqual(['resp_1', 'resp_2']);
    expect(named(await spans.all(), 'execute_tool')).toHaveLength(1);
  });

  it('records a refused request as failed, with the status and the message of the provider', async () => {
    const message = 'Previous response with id resp_9 not found.';
    server.next([{ type: 'error', status: 400, error: { code: 'previous_response_not_found', message } }]);
    await talk(openSocket(observed()), { ...ASKING, previous_response_id: 'resp_9' });
    const [generation] = named(await spans.all(), 'chat');
    expect(generation?.attributes['error.type']).toBe('400');
    expect(generation?.status).toEqual({ code: SpanStatusCode.ERROR, message });
  });

  it('ends a response that has begun with an error, and takes the next request', async () => {
    const error = { type: 'server_error', code: 'server_error', message: 'Try again.' };
    server.next([...CALLING.slice(0, 3), { type: 'error', error }], ANSWERING);
    const socket = openSocket(observed());
    await talk(socket, ASKING);
    await talk(socket, ASKING);
    const [first, second] = named(await spans.all(), 'chat');
    expect(first?.attributes).toMatchObject({ 'gen_ai.response.id': 'resp_1', 'error.type': 'server_error' });
    expect(second?.attributes['gen_ai.response.id']).toBe('resp_2');
  });

  it('records what had arrived when the connection breaks, and the end that was not seen', async () => {
    server.next([...ANSWERING.slice(0, -3), { close: 1011 }]);
    await talk(openSocket(observed()), ASKING).catch(() => undefined);
    await expect.poll(async () => named(await spans.now(), 'chat')).toHaveLength(1);
    const [generation] = named(await spans.all(), 'chat');
    expect(generation?.attributes).toMatchObject({
      'gen_ai.response.id': 'resp_2',
      'subtext.incomplete.reason': 'cut',
    });
  });

  it('records that the application closed the socket in the middle of an answer', async () => {
    server.next(ANSWERING.slice(0, 3));
    const socket = openSocket(observed());
    const hasBegun = new Promise((resolve) => socket.once('response.created', resolve));
    socket.send({ type: 'response.create', ...ASKING });
    await hasBegun;
    socket.close();
    await expect.poll(async () => named(await spans.now(), 'chat')).toHaveLength(1);
    expect(named(await spans.all(), 'chat')[0]?.attributes['subtext.incomplete.reason']).toBe('abort');
  });

  it('gives the response that steering starts a generation of its own, with the input that steered', async () => {
    const [created = '', ...rest] = ANSWERING;
    const steered = {
      type: 'response.incomplete',
      response: { id: 'resp_1', object: 'response', status: 'incomplete' },
    };
    const successor = created.replace('"object"', '"previous_response_id":"resp_1","object"');
    server.next([...CALLING.slice(0, 3)], []);
    const socket = openSocket(observed());
    const hasBegun = new Promise((resolve) => socket.once('response.created', resolve));
    const isDone = new Promise((resolve) => socket.once('response.completed', resolve));
    socket.send({ type: 'response.create', ...ASKING });
    await hasBegun;
    socket.send({ type: 'response.steer', previous_response_id: 'resp_1', input: 'In Celsius.' });
    await server.arrival('In Celsius.');
    server.push(steered, successor, ...rest);
    await isDone;
    const [first, second] = named(await spans.all(), 'chat');
    expect(first?.attributes['gen_ai.response.id']).toBe('resp_1');
    expect(second?.attributes['gen_ai.response.id']).toBe('resp_2');
    expect(second?.attributes['gen_ai.input.messages']).toContain('In Celsius.');
    expect(second?.spanContext().traceId).toBe(first?.spanContext().traceId);
  });

  it('skips a message that is no JSON, and takes the rest', async () => {
    server.next(['{"type":"response.created"', ...ANSWERING]);
    await talk(openSocket(observed()), ASKING);
    expect(named(await spans.all(), 'chat')).toHaveLength(1);
  });

  it('never writes the key of the handshake', async () => {
    const leaking: SocketStep = { type: 'error', status: 401, error: { message: 'Bad key sk-proj-4kXw9QzT7mB2.' } };
    server.next([leaking]);
    await talk(openSocket(observed()), ASKING);
    expect(JSON.stringify((await spans.all()).map(comparable))).not.toContain('sk-proj-4kXw9QzT7mB2');
  });

  it('has the settings of the observation that it was opened with', async () => {
    server.next(ANSWERING, ANSWERING);
    const [first, second] = [observed({ session: 'first' }), observed({ session: 'second' })];
    await talk(openSocket(first), ASKING);
    await talk(openSocket(second), ASKING);
    const sessions = named(await spans.all(), 'chat').map(({ attributes }) => attributes['session.id']);
    expect(sessions).toEqual(['first', 'second']);
  });
});

describe('the snippets of docs/sending.md', () => {
  it('need nothing but an observed client', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-proj-4kXw9QzT7mB2');
    vi.stubEnv('OPENAI_BASE_URL', server.url);
    server.next(ANSWERING);
    // <snippet>
    const client = observe(new OpenAI());
    const socket = new ResponsesWS(client);
    socket.send({ type: 'response.create', model: 'gpt-5', input: 'What is the weather in Oslo?' });
    // </snippet>
    opened.push(socket);
    await new Promise((resolve) => socket.once('response.completed', resolve));
    expect(named(await spans.all(), 'chat')).toHaveLength(1);
  });

  it('stand there as they are here', async () => {
    const [source, document] = await Promise.all(
      [import.meta.filename, join(import.meta.dirname, '../../../../docs/sending.md')].map((file) =>
        readFile(file, 'utf8'),
      ),
    );
    const snippets = [...(source ?? '').matchAll(/\/\/ <snippet>\n([^]*?) *\/\/ <\/snippet>/g)];
    expect(snippets).toHaveLength(2);
    for (const [, snippet = ''] of snippets) expect(document).toContain(snippet.replace(/^ {4}/gm, ''));
  });
});

describe('other WebSockets', () => {
  const ask = (socket: WebSocket) => {
    opened.push(socket);
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'response.create', ...ASKING })));
    return new Promise<void>((resolve) => {
      socket.addEventListener('message', ({ data }) => String(data).includes('response.completed') && resolve());
    });
  };
  const address = () => `${server.url.replace('http', 'ws')}/responses`;
  const headers = { Authorization: 'Bearer sk-proj-4kXw9QzT7mB2' };

  it('are recorded when the global WebSocket is opened with the key of an observed client', async () => {
    observed();
    server.next(ANSWERING);
    const socket = new WebSocket(address(), { headers });
    await ask(socket);
    expect(named(await spans.all(), 'chat')[0]?.attributes['gen_ai.response.id']).toBe('resp_2');
  });

  it('are left alone when they have another key', async () => {
    observed();
    server.next(ANSWERING);
    const socket = new WebSocket(address(), { headers: { Authorization: 'Bearer sk-of-another-client' } });
    await ask(socket);
    expect(await spans.all()).toEqual([]);
  });

  it('are recorded when observe() is given the socket', async () => {
    server.next(ANSWERING);
    const { url, headers } = { url: address(), headers: { Authorization: 'Bearer other' } };
    // <snippet>
    const socket = observe(new WebSocket(url, { headers }));
    // </snippet>
    await ask(socket);
    const generations = named(await spans.all(), 'chat');
    expect(generations.map(({ attributes }) => attributes['gen_ai.response.id'])).toEqual(['resp_2']);
  });

  it('are recorded when observe() is given one of the package ws', async () => {
    server.next(ANSWERING);
    const socket = observe(new WsSocket(address(), { headers: { Authorization: 'Bearer other' } }), { session: 's' });
    await ask(socket as unknown as WebSocket);
    expect(named(await spans.all(), 'chat')[0]?.attributes['session.id']).toBe('s');
  });

  it('are recorded once when observe() is given the object of a client that is observed, too', async () => {
    server.next(ANSWERING);
    await talk(observe(openSocket(observed())), ASKING);
    expect(named(await spans.all(), 'chat')).toHaveLength(1);
  });
});

it('fails in a fork instead of being sent, because no recording can answer it', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  beginFork(forkOfEnvironment({ SUBTEXT_FORK: 'wrong' }));
  try {
    expect(await talk(openSocket(observed()), ASKING)).toMatchObject([
      { type: 'connecting' },
      {
        type: 'error',
        error: { cause: { message: expect.stringContaining('answers calls of fetch and of observed clients only') } },
      },
    ]);
    expect(server.messages).toEqual([]);
    expect(warned.mock.calls.flat().filter((line) => String(line).includes('of observed clients only'))).toHaveLength(
      1,
    );
  } finally {
    beginFork(null);
    vi.restoreAllMocks();
  }
});
