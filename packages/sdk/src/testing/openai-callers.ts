/** Every way to call the `openai` client, one scenario each. */
import OpenAI from 'openai';
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod';
import { BUSY, CHAT, CITY, collected, described, THOUGHT, WEATHER, type Scenario } from './callers.ts';
import * as wire from './wire.ts';

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
    name: 'embeddings',
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
