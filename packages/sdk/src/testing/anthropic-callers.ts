/** Every way to call the `@anthropic-ai/sdk` client, one scenario each. */
import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import { BUSY, CITY, CLAUDE_THOUGHT, collected, described, MESSAGE, QUESTION, type Scenario } from './callers.ts';
import * as wire from './wire.ts';

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
