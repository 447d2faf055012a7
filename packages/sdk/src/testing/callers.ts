/** What callers do with the real clients, one scenario each: the answers the server gives, the use, and all the caller gets to see. */
import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import OpenAI from 'openai';
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import type { ReplayServer, Reply } from './replay-server.ts';
import * as wire from './wire.ts';

export interface Scenario<Client> {
  name: string;
  replies: () => Reply[];
  /** What it resolves to is compared; so is what it throws. */
  use(client: Client, server: ReplayServer): Promise<unknown>;
}

const QUESTION = [{ role: 'user' as const, content: 'What is the weather in Oslo?' }];
export const CHAT = { model: 'test-model', messages: QUESTION };
export const MESSAGE = { model: 'claude-opus-4-8', max_tokens: 100, messages: QUESTION };
export const WEATHER = { id: 'call_1', name: 'get_weather', arguments: { city: 'Oslo' } };
export const THOUGHT = { reasoning: 'The user wants the weather.', text: 'Let me look.', tools: [WEATHER] };
export const CLAUDE_THOUGHT = { thinking: 'The user wants the weather.', text: 'Let me look.', tools: [WEATHER] };
const CITY = z.object({ city: z.string() });
const BUSY = (status: number) =>
  wire.json(
    { error: { message: 'try again' } },
    { status, headers: { 'retry-after-ms': '1', 'content-type': 'application/json' } },
  );

async function collected(stream: AsyncIterable<unknown>, until = Infinity): Promise<unknown[]> {
  const seen: unknown[] = [];
  for await (const event of stream) {
    seen.push(event);
    if (seen.length >= until) break;
  }
  return seen;
}

async function described(response: Response): Promise<unknown> {
  const { status, statusText, url, type, redirected, ok } = response;
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  const isResponse = response instanceof Response;
  return {
    status,
    statusText,
    path: new URL(url).pathname,
    type,
    redirected,
    ok,
    headers,
    isResponse,
    text: await response.text(),
  };
}

const weatherTool = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    description: 'Weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
    parse: (text: string) => JSON.parse(text) as { city: string },
    function: ({ city }: { city: string }) => `Rain in ${city}`,
  },
};

export const OPENAI: Scenario<OpenAI>[] = [
  { name: 'chat create', replies: () => [wire.chat(THOUGHT)], use: (client) => client.chat.completions.create(CHAT) },
  {
    name: 'chat create, streamed',
    replies: () => [wire.chatStream(THOUGHT)],
    use: async (client) => collected(await client.chat.completions.create({ ...CHAT, stream: true })),
  },
  {
    name: 'chat .stream()',
    replies: () => [wire.chatStream(THOUGHT)],
    use: async (client) => {
      const deltas: string[] = [];
      const stream = client.chat.completions.stream(CHAT).on('content', (delta) => deltas.push(delta));
      return [await stream.finalChatCompletion(), deltas];
    },
  },
  {
    name: 'chat .parse()',
    replies: () => [wire.chat({ text: '{"city":"Oslo"}' })],
    use: (client) => client.chat.completions.parse({ ...CHAT, response_format: zodResponseFormat(CITY, 'city') }),
  },
  {
    name: 'chat .runTools()',
    replies: () => [wire.chat(THOUGHT), wire.chat({ text: 'It rains.' })],
    use: (client) => client.chat.completions.runTools({ ...CHAT, tools: [weatherTool] }).finalContent(),
  },
  {
    name: 'chat .runTools(), streamed',
    replies: () => [wire.chatStream(THOUGHT), wire.chatStream({ text: 'It rains.' })],
    use: (client) => client.chat.completions.runTools({ ...CHAT, stream: true, tools: [weatherTool] }).finalContent(),
  },
  {
    name: '.withResponse()',
    replies: () => [wire.chat(THOUGHT)],
    use: async (client) => {
      const { data, response, request_id } = await client.chat.completions.create(CHAT).withResponse();
      return [
        data,
        request_id,
        new URL(response.url).pathname,
        response.bodyUsed,
        response.headers.get('x-request-id'),
      ];
    },
  },
  {
    name: '.asResponse()',
    replies: () => [wire.chat(THOUGHT)],
    use: async (client) => described(await client.chat.completions.create(CHAT).asResponse()),
  },
  {
    name: '.asResponse().clone()',
    replies: () => [wire.chat(THOUGHT)],
    use: async (client) => {
      const response = await client.chat.completions.create(CHAT).asResponse();
      return [await described(response.clone()), await described(response)];
    },
  },
  {
    name: 'responses create',
    replies: () => [wire.responses({ id: 'resp_1', summary: 'Weather.', tools: [WEATHER] })],
    use: (client) => client.responses.create({ model: 'gpt-5', input: 'Weather?' }),
  },
  {
    name: 'responses .parse()',
    replies: () => [wire.responses({ id: 'resp_1', text: '{"city":"Oslo"}' })],
    use: (client) =>
      client.responses.parse({ model: 'gpt-5', input: 'City?', text: { format: zodTextFormat(CITY, 'city') } }),
  },
  {
    name: 'responses .stream()',
    replies: () => [wire.responsesStream({ id: 'resp_1', summary: 'Weather.', text: 'It rains.' })],
    use: async (client) => {
      const stream = client.responses.stream({ model: 'gpt-5', input: 'Weather?' });
      return [await collected(stream), await stream.finalResponse()];
    },
  },
  {
    name: 'early break',
    replies: () => [wire.chatStream(THOUGHT)],
    use: async (client) => collected(await client.chat.completions.create({ ...CHAT, stream: true }), 3),
  },
  {
    name: 'abort in the middle of a stream',
    replies: () => [wire.chatStream(THOUGHT, { ending: 'hang', done: false })],
    use: async (client) => {
      const stream = await client.chat.completions.create({ ...CHAT, stream: true });
      const seen: unknown[] = [];
      for await (const chunk of stream) {
        seen.push(chunk);
        if (seen.length === 3) stream.controller.abort();
      }
      return seen.length;
    },
  },
  {
    name: 'abort before the answer',
    replies: () => [{ ending: 'silent' }],
    use: async (client, server) => {
      const controller = new AbortController();
      void server.arrival().then(() => controller.abort());
      return client.chat.completions.create(CHAT, { signal: controller.signal });
    },
  },
  {
    name: 'timeout',
    replies: () => [{ ending: 'silent' }],
    use: (client) => client.chat.completions.create(CHAT, { timeout: 30, maxRetries: 0 }),
  },
  {
    name: '429, then an answer',
    replies: () => [BUSY(429), wire.chat(THOUGHT)],
    use: (client) => client.chat.completions.create(CHAT),
  },
  {
    name: '500 twice, then an answer',
    replies: () => [BUSY(500), BUSY(500), wire.chatStream(THOUGHT)],
    use: async (client) => collected(await client.chat.completions.create({ ...CHAT, stream: true })),
  },
  {
    name: '500 to the end',
    replies: () => [BUSY(500), BUSY(500), BUSY(500)],
    use: (client) => client.chat.completions.create(CHAT),
  },
  {
    name: '400',
    replies: () => [wire.json({ error: { message: 'no such model', code: 'model_not_found' } }, { status: 400 })],
    use: (client) => client.chat.completions.create(CHAT),
  },
  {
    name: 'an error event in the stream',
    replies: () => [
      wire.events([
        { id: 'c', object: 'chat.completion.chunk', choices: [] },
        { error: { message: 'overloaded', type: 'server_error' } },
      ]),
    ],
    use: async (client) => collected(await client.chat.completions.create({ ...CHAT, stream: true })),
  },
  {
    name: 'a connection that breaks in the middle of a stream',
    replies: () => [wire.chatStream(THOUGHT, { ending: 'cut', done: false })],
    use: async (client) => collected(await client.chat.completions.create({ ...CHAT, stream: true })),
  },
  {
    name: 'embeddings, which are no model output',
    replies: () => [
      wire.json({ object: 'list', data: [{ object: 'embedding', index: 0, embedding: [0.5] }], model: 'e', usage: {} }),
    ],
    use: (client) => client.embeddings.create({ model: 'e', input: 'text', encoding_format: 'float' }),
  },
  {
    name: 'an image edit, whose upload asks what kind of fetch it has',
    replies: () => [wire.json({ created: 0, data: [{ b64_json: 'aW1hZ2U=' }] })],
    use: (client) =>
      client.images.edit({
        model: 'gpt-image-1',
        prompt: 'brighter',
        image: new File(['x'], 'a.png', { type: 'image/png' }),
      }),
  },
  {
    name: 'speech, a body of bytes',
    replies: () => [{ headers: { 'content-type': 'audio/mpeg' }, body: Buffer.from([1, 2, 3, 255]) }],
    use: async (client) => {
      const response = await client.audio.speech.create({ model: 'tts', voice: 'alloy', input: 'Hello' });
      return [...new Uint8Array(await response.arrayBuffer())];
    },
  },
  {
    name: 'a list of models, page by page',
    replies: () => [wire.json({ object: 'list', data: [{ id: 'a', object: 'model' }] })],
    use: async (client) => collected(client.models.list()),
  },
  {
    name: 'responses create, streamed raw',
    replies: () => [wire.responsesStream({ id: 'resp_1', summary: 'Weather.', tools: [WEATHER] })],
    use: async (client) =>
      collected(await client.responses.create({ model: 'gpt-5', input: 'Weather?', stream: true })),
  },
  {
    name: 'responses retrieve, cancel and delete',
    replies: () => [
      wire.responses({ id: 'resp_1', text: 'It rains.' }),
      wire.responses({ id: 'resp_1' }),
      { status: 204 },
    ],
    use: async (client) => [
      await client.responses.retrieve('resp_1'),
      await client.responses.cancel('resp_1'),
      (await client.responses.delete('resp_1')) ?? null,
    ],
  },
  {
    name: 'a stream that goes on where it broke off',
    replies: () => [wire.responsesStream({ id: 'resp_1', summary: 'Weather.', text: 'It rains.' })],
    use: async (client) => collected(await client.responses.retrieve('resp_1', { stream: true, starting_after: 2 })),
  },
  {
    name: 'beta responses create',
    replies: () => [wire.responses({ id: 'resp_1', summary: 'Weather.', tools: [WEATHER] })],
    use: (client) => client.beta.responses.create({ model: 'gpt-5', input: 'Weather?' }),
  },
  {
    name: 'chat .stream() as a readable stream and back',
    replies: () => [wire.chatStream(THOUGHT)],
    use: async (client) => {
      const stream = client.chat.completions.stream(CHAT);
      return new Response(stream.toReadableStream() as ReadableStream<Uint8Array>).text();
    },
  },
  {
    name: 'a stream split by tee()',
    replies: () => [wire.chatStream(THOUGHT)],
    use: async (client) => {
      const [left, right] = (await client.chat.completions.create({ ...CHAT, stream: true })).tee();
      return [await collected(left), await collected(right)];
    },
  },
  {
    name: 'the raw body of a stream, read by a reader',
    replies: () => [wire.chatStream(THOUGHT, { chunkSize: 40 })],
    use: async (client) => {
      const response = await client.chat.completions.create({ ...CHAT, stream: true }).asResponse();
      const reader = response.body!.getReader();
      const bytes: number[] = [];
      for (let read = await reader.read(); !read.done; read = await reader.read()) bytes.push(...read.value);
      return [Buffer.from(bytes).toString(), response.bodyUsed, response.body!.locked];
    },
  },
  {
    name: 'a body read twice',
    replies: () => [wire.chat(THOUGHT)],
    use: async (client) => {
      const response = await client.chat.completions.create(CHAT).asResponse();
      await response.json();
      return response.text();
    },
  },
  {
    name: 'a client made from the client',
    replies: () => [wire.chat(THOUGHT)],
    use: (client) => client.withOptions({ defaultHeaders: { 'x-team': 'b' } }).chat.completions.create(CHAT),
  },
  {
    name: 'two calls at once',
    replies: () => [wire.chat(THOUGHT), wire.chat(THOUGHT)],
    use: (client) => Promise.all([client.chat.completions.create(CHAT), client.chat.completions.create(CHAT)]),
  },
  {
    name: 'an empty body',
    replies: () => [{ status: 200, headers: { 'content-type': 'application/json' } }],
    use: (client) => client.chat.completions.create(CHAT),
  },
  {
    name: 'a body that is no JSON',
    replies: () => [{ status: 200, headers: { 'content-type': 'application/json' }, body: '<html>proxy</html>' }],
    use: (client) => client.chat.completions.create(CHAT),
  },
];

const claudeTool = () =>
  betaZodTool({ name: 'get_weather', description: 'Weather', inputSchema: CITY, run: ({ city }) => `Rain in ${city}` });

export const ANTHROPIC: Scenario<Anthropic>[] = [
  {
    name: 'messages create',
    replies: () => [wire.anthropic(CLAUDE_THOUGHT)],
    use: (client) => client.messages.create(MESSAGE),
  },
  {
    name: 'messages create, streamed',
    replies: () => [wire.anthropicStream(CLAUDE_THOUGHT)],
    use: async (client) => collected(await client.messages.create({ ...MESSAGE, stream: true })),
  },
  {
    name: 'messages .stream()',
    replies: () => [wire.anthropicStream(CLAUDE_THOUGHT)],
    use: async (client) => {
      const deltas: string[] = [];
      const stream = client.messages.stream(MESSAGE).on('text', (delta) => deltas.push(delta));
      return [await stream.finalMessage(), deltas];
    },
  },
  {
    name: 'messages .parse()',
    replies: () => [wire.anthropic({ text: '{"city":"Oslo"}' })],
    use: (client) => client.messages.parse({ ...MESSAGE, output_config: { format: zodOutputFormat(CITY) } }),
  },
  {
    name: 'beta .toolRunner()',
    replies: () => [wire.anthropic(CLAUDE_THOUGHT), wire.anthropic({ text: 'It rains.' })],
    use: async (client) => client.beta.messages.toolRunner({ ...MESSAGE, tools: [claudeTool()] }),
  },
  {
    name: 'beta .toolRunner(), streamed',
    replies: () => [wire.anthropicStream(CLAUDE_THOUGHT), wire.anthropicStream({ text: 'It rains.' })],
    use: async (client) => {
      const turns: unknown[] = [];
      for await (const stream of client.beta.messages.toolRunner({ ...MESSAGE, stream: true, tools: [claudeTool()] })) {
        turns.push(await stream.finalMessage());
      }
      return turns;
    },
  },
  {
    name: '.withResponse()',
    replies: () => [wire.anthropic(CLAUDE_THOUGHT)],
    use: async (client) => {
      const { data, response } = await client.messages.create(MESSAGE).withResponse();
      return [data, response.status, new URL(response.url).pathname];
    },
  },
  {
    name: '.asResponse()',
    replies: () => [wire.anthropicStream(CLAUDE_THOUGHT)],
    use: async (client) => described(await client.messages.create({ ...MESSAGE, stream: true }).asResponse()),
  },
  {
    name: 'early break',
    replies: () => [wire.anthropicStream(CLAUDE_THOUGHT)],
    use: async (client) => collected(await client.messages.create({ ...MESSAGE, stream: true }), 3),
  },
  {
    name: 'abort of .stream()',
    replies: () => [wire.anthropicStream(CLAUDE_THOUGHT, { ending: 'hang' })],
    use: async (client) => {
      const stream = client.messages.stream(MESSAGE);
      stream.on('text', () => stream.abort());
      return stream.finalMessage();
    },
  },
  {
    name: 'timeout',
    replies: () => [{ ending: 'silent' }],
    use: (client) => client.messages.create(MESSAGE, { timeout: 30, maxRetries: 0 }),
  },
  {
    name: '429, then an answer',
    replies: () => [BUSY(429), wire.anthropic(CLAUDE_THOUGHT)],
    use: (client) => client.messages.create(MESSAGE),
  },
  {
    name: '500, then an answer',
    replies: () => [BUSY(500), wire.anthropic(CLAUDE_THOUGHT)],
    use: (client) => client.messages.create(MESSAGE),
  },
  {
    name: 'an error event in the stream',
    replies: () => [wire.events([{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }])],
    use: async (client) => collected(await client.messages.create({ ...MESSAGE, stream: true })),
  },
  {
    name: 'count tokens',
    replies: () => [wire.json({ input_tokens: 12 })],
    use: (client) => client.messages.countTokens({ model: 'm', messages: QUESTION }),
  },
  {
    name: 'messages of the beta, created and streamed',
    replies: () => [wire.anthropic(CLAUDE_THOUGHT), wire.anthropicStream(CLAUDE_THOUGHT)],
    use: async (client) => [
      await client.beta.messages.create(MESSAGE),
      await client.beta.messages.stream(MESSAGE).finalMessage(),
    ],
  },
  {
    name: 'beta .parse()',
    replies: () => [wire.anthropic({ text: '{"city":"Oslo"}' })],
    use: (client) => client.beta.messages.parse({ ...MESSAGE, output_config: { format: zodOutputFormat(CITY) } }),
  },
  {
    name: 'a batch, and its results line by line',
    replies: () => [
      wire.json({ id: 'b_1', type: 'message_batch', results_url: null, processing_status: 'in_progress' }),
    ],
    use: (client) => client.messages.batches.create({ requests: [{ custom_id: 'a', params: MESSAGE }] }),
  },
  {
    name: 'a stream as a readable stream',
    replies: () => [wire.anthropicStream(CLAUDE_THOUGHT)],
    use: async (client) =>
      new Response(client.messages.stream(MESSAGE).toReadableStream() as ReadableStream<Uint8Array>).text(),
  },
  {
    name: 'a connection that breaks in the middle of a stream',
    replies: () => [wire.anthropicStream(CLAUDE_THOUGHT, { ending: 'cut' })],
    use: async (client) => collected(await client.messages.create({ ...MESSAGE, stream: true })),
  },
  {
    name: 'abort before the answer',
    replies: () => [{ ending: 'silent' }],
    use: async (client, server) => {
      const controller = new AbortController();
      void server.arrival().then(() => controller.abort());
      return client.messages.create(MESSAGE, { signal: controller.signal });
    },
  },
  {
    name: '400',
    replies: () => [
      wire.json({ type: 'error', error: { type: 'invalid_request_error', message: 'no' } }, { status: 400 }),
    ],
    use: (client) => client.messages.create(MESSAGE),
  },
  {
    name: 'a list of models, page by page',
    replies: () => [wire.json({ data: [{ id: 'a', type: 'model' }], has_more: false, first_id: 'a', last_id: 'a' })],
    use: async (client) => collected(client.models.list()),
  },
  {
    name: 'the events of .stream()',
    replies: () => [wire.anthropicStream(CLAUDE_THOUGHT)],
    use: async (client) => {
      const seen: unknown[] = [];
      const stream = client.messages.stream(MESSAGE);
      for (const name of [
        'connect',
        'thinking',
        'signature',
        'contentBlock',
        'message',
        'finalMessage',
        'end',
      ] as const) {
        stream.on(name, (...args: unknown[]) => seen.push([name, JSON.stringify(args[0] ?? null)]));
      }
      await stream.done();
      return seen;
    },
  },
];
