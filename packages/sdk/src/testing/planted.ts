/** A secret in every field that can contain one, and agent loops of the real clients that send all of them. */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { withContext } from '../exchange/context.ts';
import { observe, type ObserveOptions } from '../observe/observe.ts';
import { trace } from '../observe/run.ts';
import { tool } from '../observe/tool.ts';
import type { ReplayServer, Reply } from './replay-server.ts';
import * as wire from './wire.ts';

/** The prefix of all secrets. */
export const PLANTED = 'planted-';

/**
 * The secrets by what withholds them: a kind of the policy, `any` kind, `mask` only, or `never`: those are never sent.
 */
export const SECRETS = {
  reasoning: [
    'thought',
    'old-thought',
    'signature',
    'encrypted',
    'redacted',
    'item-id',
    'detail',
    'summary',
    'call-proof',
  ],
  text: [
    'system',
    'question',
    'old-preamble',
    'preamble',
    'answer',
    'definition',
    'definition-key',
    'refusal',
    'citation',
    'developer',
  ],
  arguments: ['argument', 'argument-key', 'number-4111222233334444', 'unasked-argument', 'search'],
  results: ['result', 'result-key', 'unasked-result', 'bare-result'],
  any: ['error-body', 'stream-error', 'page-error'],
  /** Clients do not read the body of an answer that makes them retry, so the SDK does not either. */
  unread: ['retry-body'],
  mask: [
    ...[
      'model',
      'answered-model',
      'tool-name',
      'agent',
      'author',
      'finish',
      'item-type',
      'block-type',
      'error-type',
      'effort',
    ],
    ...['response-id', 'previous-id', 'conversation', 'call-id'],
    ...['session', 'user', 'tag', 'metadata', 'metadata-key', 'environment', 'release'],
  ],
  never: [
    ...[
      'api-key-7hQ2zK9x',
      'claude-key-m4Wd8Rb6',
      'header',
      'query',
      'query-key',
      'path',
      'userinfo',
      'password',
      'organization',
    ],
    ...['mcp-token', 'mcp-header', 'mcp-query', 'context-token', 'exception', 'rejection'],
    ...['stop', 'end-user', 'body-metadata', 'schema', 'image', 'fingerprint', 'response-header'],
  ],
} as const;

export type SecretName = keyof typeof SECRETS;

/** A secret by its name in the table above. The suffix distinguishes it from names with the same beginning. */
export function plant(name: (typeof SECRETS)[SecretName][number]): string {
  return `${PLANTED}${name}~`;
}

const plantedContext = () => ({
  session: plant('session'),
  user: plant('user'),
  tags: [plant('tag')],
  metadata: { [plant('metadata-key')]: plant('metadata') },
  environment: plant('environment'),
  release: plant('release'),
});

const CALL = {
  id: plant('call-id'),
  name: plant('tool-name'),
  arguments: {
    value: plant('argument'),
    [plant('argument-key')]: 1,
    nested: [{ card: plant('number-4111222233334444') }],
    card: 4111222233334444,
    quoted: 'a "planted"\nsecret',
  },
};

/** Runs every loop with these options, and ignores the expected errors. */
export async function runPlanted(server: ReplayServer, options: ObserveOptions): Promise<void> {
  await withContext(plantedContext(), async () => {
    await trace(plant('agent'), () => chatLoop(server, options));
    await claudeLoop(server, options);
    await troubles(server, options);
  });
  // A session would replace the conversation.
  await responsesLoop(server, options);
}

async function quietly(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch {
    // as planned
  }
}

function openaiOf(server: ReplayServer, options: ObserveOptions): OpenAI {
  return observe(
    new OpenAI({
      apiKey: plant('api-key-7hQ2zK9x'),
      organization: plant('organization'),
      baseURL: `${server.url}/${plant('path')}/v1`,
      defaultHeaders: { 'x-custom': plant('header') },
      defaultQuery: { note: plant('query'), key: plant('query-key') },
    }),
    options,
  );
}

const failing = (status: number, message: string): Reply =>
  wire.json(
    { error: { message: `${message} for key ${plant('api-key-7hQ2zK9x')}`, type: plant('error-type') } },
    {
      status,
      headers: { 'retry-after-ms': '1', 'content-type': 'application/json', 'x-echo': plant('response-header') },
    },
  );

const chatAnswer = () => ({
  id: plant('response-id'),
  object: 'chat.completion',
  model: plant('answered-model'),
  system_fingerprint: plant('fingerprint'),
  choices: [
    {
      index: 0,
      finish_reason: plant('finish'),
      message: {
        role: 'assistant',
        content: plant('preamble'),
        reasoning_details: [
          {
            type: 'reasoning.text',
            text: plant('thought'),
            signature: plant('signature'),
            id: plant('item-id'),
            index: 0,
          },
          { type: 'reasoning.encrypted', data: plant('encrypted'), format: plant('detail'), index: 1 },
        ],
        tool_calls: [
          {
            id: CALL.id,
            type: 'function',
            function: { name: CALL.name, arguments: JSON.stringify(CALL.arguments) },
            extra_content: { google: { thought_signature: plant('call-proof') } },
          },
        ],
      },
    },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

async function chatLoop(server: ReplayServer, options: ObserveOptions): Promise<void> {
  const client = openaiOf(server, options);
  const messages: unknown[] = [
    { role: 'system', content: plant('system') },
    { role: 'developer', content: plant('developer') },
    {
      role: 'user',
      name: plant('author'),
      content: [
        { type: 'text', text: plant('question') },
        { type: plant('block-type'), image_url: { url: `data:image/png;base64,${plant('image')}` } },
      ],
    },
  ];
  const ask = () =>
    client.chat.completions.create({
      model: plant('model'),
      messages,
      tools: [definition(CALL.name)],
      stop: [plant('stop')],
      user: plant('end-user'),
      metadata: { note: plant('body-metadata') },
      reasoning_effort: plant('effort'),
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { title: plant('schema') } } },
    } as never);
  server.next(failing(500, plant('retry-body')), wire.json(chatAnswer()), failing(400, plant('error-body')));
  await ask();
  const run = tool(CALL.name, (_input: object) => ({
    [plant('result-key')]: plant('result'),
    key: plant('api-key-7hQ2zK9x'),
  }));
  const result = run(CALL.arguments);
  messages.push(
    {
      role: 'assistant',
      content: plant('old-preamble'),
      reasoning_content: plant('old-thought'),
      tool_calls: [
        { id: CALL.id, type: 'function', function: { name: CALL.name, arguments: JSON.stringify(CALL.arguments) } },
      ],
    },
    { role: 'tool', tool_call_id: CALL.id, content: JSON.stringify(result) },
  );
  await quietly(ask);
}

function definition(name: string): object {
  const properties = { [plant('definition-key')]: { type: 'string' } };
  return {
    type: 'function',
    function: { name, description: plant('definition'), parameters: { type: 'object', properties } },
  };
}

const mcpServer = () => ({
  type: 'mcp',
  server_label: 'files',
  server_url: `http://mcp.test/tools?note=${plant('mcp-query')}`,
  authorization: plant('mcp-token'),
  headers: { 'x-any': plant('mcp-header') },
});

async function responsesLoop(server: ReplayServer, options: ObserveOptions): Promise<void> {
  const client = openaiOf(server, options);
  const body = JSON.parse(String(wire.responses({ id: 'resp_1', summary: plant('summary') }).body)) as {
    output: object[];
  };
  const [thought] = body.output;
  const output = [
    { ...thought, id: plant('item-id'), encrypted_content: plant('encrypted') },
    { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: plant('search') } },
    { type: plant('item-type'), id: 'x_1' },
    {
      type: 'message',
      id: plant('item-id'),
      role: 'assistant',
      content: [{ type: 'refusal', refusal: plant('refusal') }],
    },
    { type: 'function_call', id: 'fc_1', call_id: 'call_bare', name: 'bare', arguments: '{}' },
  ];
  server.next(wire.json({ ...body, output }), wire.responses({ id: 'resp_2', text: plant('answer') }));
  const request = {
    model: 'gpt-5',
    conversation: plant('conversation'),
    tools: [mcpServer()],
    instructions: plant('system'),
  };
  await client.responses.create({ ...request, input: plant('question') } as never);
  const output2 = { type: 'function_call_output', call_id: 'call_bare', output: plant('bare-result') };
  await client.responses.create({
    model: 'gpt-5',
    previous_response_id: plant('previous-id'),
    input: [output2],
  } as never);
}

async function claudeLoop(server: ReplayServer, options: ObserveOptions): Promise<void> {
  const client = observe(
    new Anthropic({ apiKey: plant('claude-key-m4Wd8Rb6'), baseURL: server.url, maxRetries: 0 }),
    options,
  );
  const body = JSON.parse(String(wire.anthropic({}).body)) as object;
  const said = { type: 'text', text: plant('answer'), citations: [{ cited_text: plant('citation') }] };
  const thoughts = [
    { type: 'thinking', thinking: plant('thought'), signature: plant('signature') },
    { type: 'redacted_thinking', data: plant('redacted') },
    { type: 'tool_use', id: 'toolu_1', name: 'look', input: { value: plant('argument') } },
  ];
  const failure = { type: 'error', error: { type: plant('error-type'), message: plant('stream-error') } };
  const [start] = JSON.parse(
    `[${/data: (.*)/.exec(String(wire.anthropicStream({ text: 'x' }).body))?.[1]}]`,
  ) as object[];
  server.next(wire.json({ ...body, content: [said, ...thoughts] }), wire.events([start ?? {}, failure]));
  const messages: unknown[] = [{ role: 'user', content: plant('question') }];
  const request = {
    model: 'claude-opus-4-8',
    max_tokens: 9,
    system: plant('system'),
    metadata: { user_id: plant('end-user') },
  };
  await client.messages.create({ ...request, messages } as never);
  messages.push(
    { role: 'assistant', content: thoughts },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: plant('result') }] }],
    },
  );
  const streamed: Anthropic.MessageCreateParamsStreaming = { ...request, messages: messages as never, stream: true };
  await quietly(async () => {
    for await (const event of await client.messages.create(streamed)) void event;
  });
}

/** Errors in this process, which may quote anything. */
async function troubles(server: ReplayServer, options: ObserveOptions): Promise<void> {
  const unasked = tool('unasked', (_input: object, _connection: object) => plant('unasked-result'));
  unasked({ value: plant('unasked-argument') }, { headers: { authorization: `Bearer ${plant('context-token')}` } });
  await quietly(() => tool('throws', () => raise(plant('exception')))());
  await quietly(() => trace('throws', () => raise(plant('exception'))));
  await quietly(tool('rejects', async () => raise(plant('rejection'))));
  // fetch rejects such a URL and quotes it in the error.
  const address = server.url.replace('//', `//${plant('userinfo')}:${plant('password')}@`);
  const client = observe(
    new OpenAI({
      apiKey: plant('api-key-7hQ2zK9x'),
      baseURL: `${address}/v1`,
      defaultQuery: { note: plant('query') },
      maxRetries: 0,
    }),
    options,
  );
  await quietly(() => client.chat.completions.create({ model: 'm', messages: [] }));
  server.next({ status: 502, headers: { 'content-type': 'text/plain' }, body: plant('page-error') });
  const plain = observe(
    new OpenAI({ apiKey: plant('api-key-7hQ2zK9x'), baseURL: `${server.url}/v1`, maxRetries: 0 }),
    options,
  );
  await quietly(() => plain.chat.completions.create({ model: 'm', messages: [] }));
}

function raise(message: string): never {
  throw new RangeError(message);
}
