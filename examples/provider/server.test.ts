import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import type { ResponsesClientEvent, ResponsesServerEvent } from 'openai/resources/responses/responses';
import { ResponsesWS } from 'openai/resources/responses/ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Exchange } from './script.ts';
import { startScriptedProvider } from './server.ts';
import type { ScriptedProvider } from './server.ts';

const THOUGHTS = ['First, look it up – søk først.', 'Both questions are independent 🧭, so ask for both.'];
const EXCHANGES: readonly Exchange[] = [
  {
    asked: 'How is the weather?',
    turns: [
      {
        output: [
          { thought: THOUGHTS[0] ?? '' },
          { thought: THOUGHTS[1] ?? '' },
          { said: 'Let me look.\n\nOne moment.' },
          { call: 'get_weather', arguments: { city: 'Tromsø', days: [1, 2] } },
          { call: 'get_tides', arguments: {} },
        ],
        usage: { input: 300, cacheRead: 100, cacheWrite: 50, output: 90, thinking: 64 },
      },
      { output: [{ said: 'Cold, and the tide is low.' }], usage: { input: 400, output: 9, thinking: 0 } },
    ],
  },
  {
    asked: 'Search',
    turns: [
      {
        output: [
          { redacted: true },
          { search: 'tide tables', found: [{ title: 'Tides', url: 'https://tides.example', age: '1 day ago' }] },
          { thought: 'Found it.' },
          { said: 'Low at nine.' },
        ],
        usage: { input: 30, output: 40, thinking: 20 },
      },
    ],
  },
  { asked: 'No thinking', turns: [{ output: [{ said: 'Done.' }], usage: { input: 5, output: 2 } }] },
];

let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await startScriptedProvider({ pace: 0, exchanges: EXCHANGES });
});
afterAll(() => provider.close());

const anthropic = () => new Anthropic({ apiKey: 'none', authToken: null, baseURL: provider.url, maxRetries: 0 });
const openai = () => new OpenAI({ apiKey: 'none', baseURL: `${provider.url}/v1`, maxRetries: 0 });

/** Removes random fields of every answer, and fields that the streaming helpers add. */
const RANDOM = [
  'id',
  'call_id',
  'tool_use_id',
  'signature',
  'data',
  'encrypted_content',
  'thoughtSignature',
  'created_at',
  'completed_at',
];
const ADDED = ['parsed', 'parsed_arguments', 'output_parsed', 'parsed_output'];
function stable(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part: unknown) => ([...RANDOM, ...ADDED].includes(key) ? undefined : part)),
  );
}

describe('Anthropic Messages', () => {
  const ask = (content: string, model = 'claude-sonnet-4-6') => ({
    model,
    max_tokens: 100,
    messages: [{ role: 'user' as const, content }],
  });

  it.each(['How is the weather?', 'Search', 'No thinking'])(
    'streams what it answers unstreamed: %s',
    async (question) => {
      const whole = await anthropic().messages.create(ask(question));
      const streamed = await anthropic().messages.stream(ask(question)).finalMessage();
      expect(stable(streamed)).toEqual(stable(whole));
    },
  );

  it('sends thoughts, text and calls as blocks in order, and cached input outside the input', async () => {
    const message = await anthropic().messages.create(ask('How is the weather?'));
    expect(message.content.map((block) => block.type)).toEqual([
      'thinking',
      'thinking',
      'text',
      'tool_use',
      'tool_use',
    ]);
    expect(message.usage).toMatchObject({
      input_tokens: 150,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 50,
      output_tokens: 90,
    });
    expect(message.usage.output_tokens_details).toEqual({ thinking_tokens: 64 });
    expect(message.stop_reason).toBe('tool_use');
  });

  it('omits the text of thoughts where the model does by default, and sends it on request', async () => {
    const blank = await anthropic().messages.stream(ask('How is the weather?', 'claude-opus-4-7')).finalMessage();
    expect(blank.content[0]).toMatchObject({
      type: 'thinking',
      thinking: '',
      signature: expect.stringMatching(/.{100}/),
    });
    const thinking = { type: 'adaptive' as const, display: 'summarized' as const };
    const shown = await anthropic().messages.create({ ...ask('How is the weather?', 'claude-opus-4-7'), thinking });
    expect(shown.content[0]).toMatchObject({ thinking: THOUGHTS[0] });
  });

  it('continues when all results are in the history, and refuses when one is missing', async () => {
    const { messages, ...rest } = ask('How is the weather?');
    const first = await anthropic().messages.create({ messages, ...rest });
    const results = first.content
      .filter((block) => block.type === 'tool_use')
      .map((call) => ({ type: 'tool_result' as const, tool_use_id: call.id, content: 'ok' }));
    const reply = (content: typeof results) =>
      anthropic().messages.create({
        ...rest,
        messages: [...messages, { role: 'assistant', content: first.content }, { role: 'user', content }],
      });
    expect((await reply(results)).content).toMatchObject([{ type: 'text', text: 'Cold, and the tide is low.' }]);
    await expect(reply(results.slice(1))).rejects.toThrow(/No result was sent for the tool calls toolu_/);
  });

  it('stores the conversation of a thread', async () => {
    const run = () => 'ok';
    const tool = (name: string) => ({
      type: 'custom' as const,
      name,
      description: '',
      input_schema: { type: 'object' as const },
      run,
      parse: (input: unknown) => input,
    });
    const message = await anthropic().beta.messages.toolRunner({
      ...ask('How is the weather?'),
      tools: [tool('get_weather'), tool('get_tides')],
    });
    expect(message.content).toMatchObject([{ text: 'Cold, and the tide is low.' }]);
  });
});

describe('OpenAI Responses', () => {
  const ask = { model: 'gpt-5.4', input: 'How is the weather?', reasoning: { summary: 'auto' as const }, store: false };

  it.each([ask, { ...ask, input: 'No thinking' }])('streams what it answers unstreamed: $input', async (request) => {
    const whole = await openai().responses.create(request);
    const streamed = await openai().responses.stream(request).finalResponse();
    expect(stable(streamed)).toEqual(stable(whole));
  });

  it('sends summaries only on request and encrypted thinking only when included', async () => {
    const [asked] = (await openai().responses.create(ask)).output;
    expect(asked).toMatchObject({
      type: 'reasoning',
      summary: THOUGHTS.map((text) => ({ type: 'summary_text', text })),
    });
    expect(asked).not.toHaveProperty('encrypted_content');
    const include = ['reasoning.encrypted_content' as const];
    const [hidden] = (
      await openai()
        .responses.stream({ ...ask, reasoning: {}, include })
        .finalResponse()
    ).output;
    expect(hidden).toMatchObject({
      type: 'reasoning',
      summary: [],
      encrypted_content: expect.stringMatching(/.{100}/),
    });
  });

  it('sends over a WebSocket what it streams, and refuses in the same words', async () => {
    const events: ResponsesServerEvent[] = [];
    const socket = new ResponsesWS(openai());
    const send = (request: object) => socket.send({ type: 'response.create', ...request } as ResponsesClientEvent);
    socket.on('event', (event) => void events.push(event));
    const isDone = new Promise((resolve) => socket.once('response.completed', resolve));
    send(ask);
    await isDone;
    const streamed: ResponsesServerEvent[] = [];
    for await (const event of await openai().responses.create({ ...ask, stream: true })) streamed.push(event);
    expect(events.map(({ type }) => type)).toEqual(streamed.map(({ type }) => type));
    expect(stable(events.at(-1))).toEqual(stable(streamed.at(-1)));
    const refusal = new Promise<unknown>((resolve) => socket.once('error', ({ error }) => resolve(error)));
    send({ ...ask, previous_response_id: 'resp_gone', input: [] });
    expect(await refusal).toMatchObject({ status: 400, error: { message: expect.stringContaining('resp_gone') } });
    socket.close();
  });

  it('continues a stored response by its id, and refuses unknown ids', async () => {
    const first = await openai().responses.create({ ...ask, store: true });
    const calls = first.output.filter((item) => item.type === 'function_call');
    const input = calls.map((call) => ({ type: 'function_call_output' as const, call_id: call.call_id, output: 'ok' }));
    const next = await openai().responses.create({ ...ask, input, previous_response_id: first.id });
    expect(next.output_text).toBe('Cold, and the tide is low.');
    expect(next.output).toHaveLength(1);
    expect(next.usage?.output_tokens_details.reasoning_tokens).toBe(0);
    await expect(openai().responses.create({ ...ask, input, previous_response_id: 'resp_gone' })).rejects.toThrow(
      /resp_gone' not found/,
    );
  });

  it('continues from items in the request, round by round', async () => {
    const first = await openai().responses.create(ask);
    const calls = first.output.filter((item) => item.type === 'function_call');
    const outputs = calls.map((call) => ({
      type: 'function_call_output' as const,
      call_id: call.call_id,
      output: 'ok',
    }));
    const input = [
      { role: 'user' as const, content: ask.input },
      ...(first.output as OpenAI.Responses.ResponseInputItem[]),
      ...outputs,
    ];
    expect((await openai().responses.create({ ...ask, input })).output_text).toBe('Cold, and the tide is low.');
  });
});

describe('Chat Completions', () => {
  const ask = (content: string, model = 'deepseek-v4-pro') => ({
    model,
    messages: [{ role: 'user' as const, content }],
  });

  it.each([
    ['How is the weather?', 'deepseek-v4-pro'],
    ['No thinking', 'mistral-large-4'],
  ])('streams what it answers unstreamed: %s', async (question, model) => {
    const { choices, usage } = await openai().chat.completions.create(ask(question, model));
    const streamed = {
      role: 'assistant',
      content: '',
      reasoning_content: '',
      calls: [] as { name: string; arguments: string }[],
      usage: {},
    };
    for await (const chunk of await openai().chat.completions.create({ ...ask(question, model), stream: true })) {
      const delta = chunk.choices[0]?.delta as OpenAI.ChatCompletionChunk.Choice.Delta & {
        reasoning_content?: string | null;
      };
      streamed.reasoning_content += delta.reasoning_content ?? '';
      streamed.content += delta.content ?? '';
      for (const { index, function: part } of delta.tool_calls ?? []) {
        const call = (streamed.calls[index] ??= { name: part?.name ?? '', arguments: '' });
        call.arguments += part?.arguments ?? '';
      }
      streamed.usage = chunk.usage ?? {};
    }
    const message = choices[0]?.message as OpenAI.ChatCompletionMessage & { reasoning_content?: string };
    const calls = (message.tool_calls ?? []).map((call) => (call.type === 'function' ? call.function : {}));
    expect(streamed).toEqual({
      role: 'assistant',
      content: message.content,
      reasoning_content: message.reasoning_content ?? '',
      calls,
      usage,
    });
  });

  it('reports nothing about thinking where the host does not', async () => {
    const { choices, usage } = await openai().chat.completions.create(ask('No thinking', 'mistral-large-4'));
    expect(choices[0]?.message).not.toHaveProperty('reasoning_content');
    expect(usage).not.toHaveProperty('completion_tokens_details');
  });

  it('requires its thinking back with the results, as DeepSeek does', async () => {
    const first = await openai().chat.completions.create(ask('How is the weather?'));
    const message = first.choices[0]?.message;
    const results = (message?.tool_calls ?? []).map((call) => ({
      role: 'tool' as const,
      tool_call_id: call.id,
      content: 'ok',
    }));
    const history = (assistant: OpenAI.ChatCompletionMessageParam) => [
      ...ask('How is the weather?').messages,
      assistant,
      ...results,
    ];
    const whole = message as OpenAI.ChatCompletionMessageParam;
    const next = await openai().chat.completions.create({ model: 'deepseek-v4-pro', messages: history(whole) });
    expect(next.choices[0]?.message.content).toBe('Cold, and the tide is low.');
    const bare = { role: 'assistant' as const, content: '', tool_calls: message?.tool_calls };
    await expect(
      openai().chat.completions.create({ model: 'deepseek-v4-pro', messages: history(bare) }),
    ).rejects.toThrow(/reasoning_content/);
  });
});

describe('the server', () => {
  it('gives a function that chooses turns what a conversation says, in every format', async () => {
    const seen: object[] = [];
    const turn = { output: [{ said: 'Yes.' }], usage: { input: 1, output: 1 } };
    const own = await startScriptedProvider({
      pace: 0,
      choose: ({ instructions, asked, answered }) => {
        seen.push({ instructions, asked, answered });
        return turn;
      },
    });
    const call = { name: 'look', arguments: '{}' };
    const [system, human] = ['You are a shop.', 'Is it open?'];
    const bodies: [path: string, body: object][] = [
      [
        '/v1/messages',
        {
          system,
          messages: [
            { role: 'user', content: human },
            { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] },
            { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'yes' }] },
          ],
        },
      ],
      [
        '/v1/chat/completions',
        {
          model: 'm',
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: human },
            { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: call }] },
            { role: 'tool', tool_call_id: 'a', content: 'yes' },
          ],
        },
      ],
      [
        '/v1/responses',
        {
          instructions: system,
          input: [
            { role: 'user', content: human },
            { type: 'function_call', call_id: 'a', ...call },
            { type: 'function_call_output', call_id: 'a', output: 'yes' },
          ],
        },
      ],
      [
        '/v1beta/models/m:generateContent',
        {
          systemInstruction: { parts: [{ text: system }] },
          contents: [
            { role: 'user', parts: [{ text: human }] },
            { role: 'model', parts: [{ functionCall: { name: 'look', args: {} } }] },
            { role: 'user', parts: [{ functionResponse: { name: 'look', response: {} } }] },
          ],
        },
      ],
    ];
    for (const [path, body] of bodies) {
      const response = await fetch(own.url + path, { method: 'POST', body: JSON.stringify(body) });
      expect(response.status, await response.text()).toBe(200);
    }
    await own.close();
    const one = { instructions: expect.stringContaining(system), asked: human, answered: ['look'] };
    expect(seen).toEqual(bodies.map(() => one));
  });

  it('reports in a header that it is not a model', async () => {
    const { response } = await openai().responses.create({ model: 'gpt-5.4', input: 'No thinking' }).withResponse();
    expect(response.headers.get('x-scripted')).toMatch(/no model/);
  });

  it('refuses a question without a script in the format of the client', async () => {
    const unknown = /no script for .*What\?/;
    await expect(
      anthropic().messages.create({ model: 'claude', max_tokens: 9, messages: [{ role: 'user', content: 'What?' }] }),
    ).rejects.toThrow(unknown);
    await expect(openai().responses.create({ model: 'gpt', input: 'What?' })).rejects.toThrow(unknown);
    await expect(openai().models.list()).rejects.toThrow(/no GET/);
  });

  it('refuses a body that is not JSON', async () => {
    const response = await fetch(`${provider.url}/v1/messages`, { method: 'POST', body: '{' });
    expect(response.status).toBe(400);
  });
});
