/** The Realtime API, with the real client against a scripted session. */
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import type { RealtimeClientEvent } from 'openai/resources/realtime/realtime';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { observe, type ObserveOptions } from '../observe/observe.ts';
import { troubles } from '../platform/report.ts';
import { WEATHER } from '../testing/callers.ts';
import * as wire from '../testing/realtime-wire.ts';
import { startSocketServer, type SocketServer, type SocketStep } from '../testing/socket-server.ts';
import { collectSpans, named } from '../testing/spans.ts';

const spans = collectSpans();
const opened: OpenAIRealtimeWS[] = [];
let server: SocketServer;

beforeAll(async () => {
  server = await startSocketServer();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const socket of opened.splice(0)) socket.close();
  server.reset();
  await spans.clear();
});
afterAll(() => server.close());

function createClient(): OpenAI {
  return new OpenAI({ apiKey: 'sk-proj-4kXw9QzT7mB2', baseURL: server.url.replace('http', 'https') });
}

const observed = (options?: ObserveOptions) => observe(createClient(), options);

/** The client speaks only TLS; the test's server is behind the plain end of such a connection. */
function openSession(client: OpenAI): OpenAIRealtimeWS {
  const { port, hostname: host } = new URL(server.url);
  const options = { createConnection: () => connect(Number(port), host) };
  const session = new OpenAIRealtimeWS({ model: 'gpt-realtime', options } as never, client);
  opened.push(session);
  return session;
}

const ASK = { type: 'response.create', event_id: 'event_ask' } as const;

/** Sends the events once the session is open, and returns what arrived up to the given number of responses. */
async function talk(session: OpenAIRealtimeWS, events: readonly object[], responses = 1): Promise<unknown[]> {
  const seen: unknown[] = [];
  session.on('error', () => undefined);
  const isDone = new Promise<void>((resolve) => {
    let ended = 0;
    session.on('event', (event) => {
      seen.push(event);
      if (event.type === 'response.done') ended += 1;
      if (event.type === 'error' || (event.type === 'rate_limits.updated' && ended === responses)) resolve();
    });
  });
  const send = () => {
    for (const event of events) session.send(event as RealtimeClientEvent);
  };
  session.socket.once('open', send);
  await isDone;
  return seen;
}

const messages = (value: unknown): unknown => JSON.parse(String(value)) as unknown;
const generations = async () => named(await spans.all(), 'chat');

it('needs what docs/sending.md says', async () => {
  const document = await readFile(join(import.meta.dirname, '../../../../docs/sending.md'), 'utf8');
  vi.stubEnv('OPENAI_API_KEY', 'sk-proj-4kXw9QzT7mB2');
  vi.stubEnv('OPENAI_BASE_URL', server.url.replace('http', 'https'));
  server.greet(wire.session(), ...wire.response({ id: 'resp_1', transcript: 'Hello.' }));
  const client = observe(new OpenAI());
  await talk(openSession(client), []);
  expect(await generations()).toHaveLength(1);
  expect(document).toContain(`const client = observe(new OpenAI());
const session = new OpenAIRealtimeWS({ model: 'gpt-realtime' }, client);`);
});

it('is recorded over the global WebSocket', async () => {
  observe(new OpenAI({ apiKey: 'sk-proj-4kXw9QzT7mB2', baseURL: server.url }));
  server.greet(wire.session(), ...wire.response({ id: 'resp_1', transcript: 'Hello.' }));
  const address = `${server.url.replace('http', 'ws')}/realtime?model=gpt-realtime`;
  // Browsers cannot set headers, so the key is in a subprotocol.
  const socket = new WebSocket(address, ['realtime', 'openai-insecure-api-key.sk-proj-4kXw9QzT7mB2']);
  await new Promise<void>((resolve) => {
    socket.addEventListener('message', ({ data }) => String(data).includes('rate_limits') && resolve());
  });
  socket.close();
  expect(await generations()).toHaveLength(1);
});

describe('a Realtime session', () => {
  it('has a generation with the question, the transcript, the length of the audio, and the tokens of each kind', async () => {
    server.greet(wire.session());
    server.next([wire.userText('item_1', 'Hello?'), ...wire.response({ id: 'resp_1', transcript: 'Hello there.' })]);
    await talk(openSession(observed()), [ASK]);
    const [generation] = await generations();
    expect(generation?.name).toBe('chat gpt-realtime');
    expect(messages(generation?.attributes['gen_ai.input.messages'])).toMatchObject([
      { role: 'user', parts: [{ type: 'text', content: 'Hello?' }] },
    ]);
    expect(messages(generation?.attributes['gen_ai.output.messages'])).toMatchObject([
      {
        role: 'assistant',
        parts: [
          { type: 'text', content: 'Hello there.' },
          { type: 'output_audio', duration_ms: 1_000 },
        ],
      },
    ]);
    expect(generation?.attributes).toMatchObject({
      'gen_ai.response.id': 'resp_1',
      'gen_ai.system_instructions': expect.stringContaining('You help with the weather.'),
      'gen_ai.usage.input_tokens': 132,
      'gen_ai.usage.cache_read.input_tokens': 64,
      'gen_ai.usage.audio.input_tokens': 13,
      'gen_ai.usage.output_tokens': 121,
      'gen_ai.usage.audio.output_tokens': 91,
      'gen_ai.tool.definitions': expect.stringContaining('get_weather'),
    });
    expect(generation?.attributes).not.toHaveProperty('subtext.incomplete');
  });

  it('has a response for what the user said, which nothing but the end of the speech asked for', async () => {
    server.greet(
      wire.session(),
      ...wire.speech('item_1', 1_240),
      ...wire.response({ id: 'resp_1', transcript: 'It rains.' }).slice(0, -2),
      wire.transcribed('item_1', 'Does it rain?'),
      ...wire.response({ id: 'resp_1', transcript: 'It rains.' }).slice(-2),
    );
    await talk(openSession(observed()), []);
    const [generation] = await generations();
    expect(messages(generation?.attributes['gen_ai.input.messages'])).toMatchObject([
      {
        role: 'user',
        parts: [
          { type: 'text', content: 'Does it rain?' },
          { type: 'input_audio', duration_ms: 1_240 },
        ],
      },
    ]);
  });

  it('measures audio that the application commits itself, and keeps none of it', async () => {
    const audio = Buffer.alloc(48 * 750, 3).toString('base64');
    server.greet(wire.session({ ...wire.AUDIO_SESSION, audio: { input: { transcription: null } } }));
    server.next([...wire.committed('item_1'), ...wire.response({ id: 'resp_1', transcript: 'Yes.' })]);
    const append = { type: 'input_audio_buffer.append', audio };
    await talk(openSession(observed()), [append, { type: 'input_audio_buffer.commit' }, ASK]);
    const [generation] = await generations();
    expect(messages(generation?.attributes['gen_ai.input.messages'])).toMatchObject([
      { role: 'user', parts: [{ type: 'input_audio', duration_ms: 750 }] },
    ]);
    expect(JSON.stringify(generation?.attributes)).not.toContain(audio.slice(0, 40));
  });

  it('is one trace, with the call, its result and the answer to it', async () => {
    server.greet(wire.session());
    server.next(
      [wire.userText('item_1', 'Weather in Oslo?'), ...wire.response({ id: 'resp_1', tool: WEATHER })],
      [wire.toolOutput(WEATHER.id, 'Rain'), ...wire.response({ id: 'resp_2', transcript: 'It rains.' })],
    );
    const session = openSession(observed());
    const first = talk(session, [ASK], 2);
    session.once('response.done', () => session.send(ASK));
    await first;
    const all = await spans.all();
    expect(new Set(all.map((span) => span.spanContext().traceId)).size).toBe(1);
    expect(named(all, 'execute_tool').map(({ attributes }) => attributes)).toMatchObject([
      { 'gen_ai.tool.call.id': WEATHER.id, 'gen_ai.tool.call.result': expect.stringContaining('Rain') },
    ]);
    const [, second] = named(all, 'chat');
    expect(second?.attributes['gen_ai.request.previous_response.id']).toBe('resp_1');
    expect(messages(second?.attributes['gen_ai.input.messages'])).toMatchObject([{ role: 'tool' }]);
  });

  it('has the part that was spoken when the user interrupts, and says that it was cancelled', async () => {
    server.greet(wire.session());
    server.next(wire.response({ id: 'resp_1', transcript: 'It rains and', status: 'cancelled' }));
    await talk(openSession(observed()), [ASK]);
    const [generation] = await generations();
    expect(generation?.attributes).toMatchObject({
      'subtext.incomplete.reason': 'abort',
      'gen_ai.response.finish_reasons': ['turn_detected'],
      'gen_ai.output.messages': expect.stringContaining('It rains and'),
    });
  });

  it('has what had arrived when the connection ends', async () => {
    const begun = wire.response({ id: 'resp_1', transcript: 'It rains.' }).slice(0, 5);
    server.greet(wire.session());
    server.next([...begun, { close: 1011 }]);
    const session = openSession(observed());
    void talk(session, [ASK]);
    await expect.poll(async () => named(await spans.now(), 'chat')).toHaveLength(1);
    const [generation] = await generations();
    expect(generation?.attributes).toMatchObject({
      'subtext.incomplete.reason': 'cut',
      'gen_ai.output.messages': expect.stringContaining('It r'),
    });
  });

  it('has a refused request as failed', async () => {
    const error = { type: 'invalid_request_error', code: 'invalid_value', message: 'No.', event_id: ASK.event_id };
    server.greet(wire.session());
    server.next([{ type: 'error', event_id: 'event_9', error }]);
    await talk(openSession(observed()), [ASK]);
    const [generation] = await generations();
    expect(generation?.attributes['error.type']).toBe('400');
    expect(generation?.status.message).toBe('No.');
  });

  it('has settings that the application changes on the way, and those of one response only for it', async () => {
    server.greet(wire.session());
    server.next(
      wire.response({ id: 'resp_1', transcript: 'Hei.' }),
      wire.response({ id: 'resp_2', transcript: 'Ahoy.' }),
    );
    const update = { type: 'session.update', session: { type: 'realtime', instructions: 'Speak Norwegian.' } };
    const pirate = { ...ASK, response: { instructions: 'Speak like a pirate.' } };
    await talk(openSession(observed()), [update, ASK, pirate], 2);
    const instructions = (await generations()).map(({ attributes }) => attributes['gen_ai.system_instructions']);
    expect(instructions).toEqual([
      expect.stringContaining('Speak Norwegian.'),
      expect.stringContaining('Speak like a pirate.'),
    ]);
  });

  it('changes nothing of what is sent, of what arrives, or of its order', async () => {
    const steps: SocketStep[] = [wire.userText('item_1', 'Hello?'), ...wire.response({ id: 'r', transcript: 'Hi.' })];
    const run = async (client: OpenAI) => {
      server.reset();
      server.greet(wire.session());
      server.next(steps);
      const seen = await talk(openSession(client), [{ type: 'input_audio_buffer.append', audio: 'AAAA' }, ASK]);
      return { seen: seen.slice(1), messages: [...server.messages] };
    };
    const bare = await run(createClient());
    expect(await spans.all()).toEqual([]);
    expect(await run(observed())).toEqual(bare);
    expect(bare.seen.length).toBeGreaterThan(10);
    expect([...troubles()]).toEqual([]);
  });
});
