/** What a request says, in each of the three formats: the same conversation comes out as the same messages. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRequest } from './request.ts';

const anthropic = {
  model: 'claude-opus-4-7',
  max_tokens: 900,
  stream: true,
  system: [{ type: 'text', text: 'Be brief.' }],
  output_config: { effort: 'high' },
  tools: [{ name: 'f', input_schema: {} }],
  messages: [
    { role: 'user', content: 'Weather?' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'why', signature: 'Eq' },
        { type: 'tool_use', id: 'call_1', name: 'f', input: { city: 'Rome' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'call_1', content: [{ type: 'text', text: '40 C' }], is_error: true },
      ],
    },
  ],
};
const chat = {
  model: 'deepseek-v4-pro',
  max_completion_tokens: 900,
  stream: true,
  reasoning_effort: 'high',
  tools: [{ type: 'function', function: { name: 'f' } }],
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
    {
      role: 'assistant',
      content: null,
      reasoning_content: 'why',
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"city":"Rome"}' } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: '40 C' },
  ],
};
const responses = {
  model: 'gpt-5',
  max_output_tokens: 900,
  stream: true,
  instructions: 'Be brief.',
  reasoning: { effort: 'high' },
  tools: [{ type: 'function', name: 'f' }],
  input: [
    { role: 'user', content: 'Weather?' },
    { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'why' }] },
    { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{"city":"Rome"}' },
    { type: 'function_call_output', call_id: 'call_1', output: '40 C' },
  ],
};

describe.each([
  ['anthropic.messages', anthropic],
  ['openai.chat', chat],
  ['openai.responses', responses],
])('a request of %s', (api, body) => {
  const request = readRequest(body);

  it('is known by its shape, with its settings', () =>
    expect(request).toMatchObject({
      api,
      model: body.model,
      stream: true,
      maxTokens: 900,
      reasoningEffort: 'high',
      system: ['Be brief.'],
      toolDefinitions: body.tools,
    }));
  it('has the conversation in order', () => {
    const actual = request?.messages.map(({ role, parts }) => [
      role === 'tool' ? 'user' : role,
      parts.map((part) => ('text' in part ? part.text : part.kind)),
    ]);
    expect(actual).toEqual([
      ['user', ['Weather?']],
      ['assistant', ['why', 'tool_call']],
      ['user', ['tool_result']],
    ]);
  });
  it('has the response that it continues', () => {
    expect(request).toMatchObject({
      historyCallIds: ['call_1'],
      toolResults: [{ callId: 'call_1', result: '40 C' }],
      endsWithHumanMessage: false,
    });
    expect(request?.toolResults[0]?.isError).toBe(api === 'anthropic.messages' ? true : undefined);
  });
});

describe('continuations', () => {
  it('by response id or conversation', () =>
    expect(
      readRequest({
        model: 'm',
        previous_response_id: 'resp_1',
        conversation: { id: 'conv_1' },
        input: [{ type: 'function_call_output', call_id: 'c', output: 'r' }],
      }),
    ).toMatchObject({
      previousResponseId: 'resp_1',
      conversationId: 'conv_1',
      toolResults: [{ callId: 'c', result: 'r' }],
      endsWithHumanMessage: false,
    }));
  it('results of earlier turns are not new', () => {
    const later = {
      ...chat,
      messages: [...chat.messages, { role: 'assistant', content: 'Hot.' }, { role: 'user', content: 'And Oslo?' }],
    };
    expect(readRequest(later)).toMatchObject({
      historyCallIds: ['call_1'],
      toolResults: [],
      endsWithHumanMessage: true,
    });
  });
  it('a person who speaks beside a result speaks', () => {
    const both = {
      ...anthropic,
      messages: [
        ...anthropic.messages.slice(0, 2),
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call_1', content: 'x' },
            { type: 'text', text: 'Go on' },
          ],
        },
      ],
    };
    expect(readRequest(both)).toMatchObject({ toolResults: [{ callId: 'call_1' }], endsWithHumanMessage: true });
  });
});

it('instructions behind a message leave it the last word', () => {
  const messages = [
    ...anthropic.messages.slice(0, 2),
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'rain' }] },
    { role: 'system', content: 'Be brief.' },
  ];
  expect(readRequest({ ...anthropic, messages })?.endsWithHumanMessage).toBe(false);
  messages.splice(-1, 0, { role: 'user', content: 'And tomorrow?' });
  expect(readRequest({ ...anthropic, messages })?.endsWithHumanMessage).toBe(true);
});

describe('shapes that look alike', () => {
  const plain = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
  it('are distinguished by the path', () => {
    expect(readRequest(plain)?.api).toBe('openai.chat');
    expect(readRequest(plain, '/v1/messages')?.api).toBe('anthropic.messages');
  });
  it.each([null, 'text', [], {}, { model: 'm' }, { prompt: 'legacy' }])('%j is no request', (body) =>
    expect(readRequest(body)).toBeNull(),
  );
  it.each([
    ['/v1/completions', { prompt: 'Once upon' }, ['Once upon']],
    ['/v1/completions', { prompt: ['Once', 'Twice'] }, ['Once', 'Twice']],
    ['/v1/fim/completions', { prompt: 'def f', suffix: 'return a' }, ['def f', 'return a']],
  ])('%s goes on from a prompt', (path, said, texts) => {
    const request = readRequest({ model: 'm', ...said }, path);
    expect(request).toMatchObject({ api: 'openai.chat', model: 'm', endsWithHumanMessage: true });
    expect(request?.messages.flatMap(({ parts }) => parts)).toMatchObject(
      texts.map((text) => ({ kind: 'text', text })),
    );
  });
  it('tokens, and prompts of pictures, are no request', () => {
    expect(readRequest({ model: 'm', prompt: [1, 2] }, '/v1/completions')).toBeNull();
    expect(readRequest({ model: 'm', prompt: 'a cat' }, '/v1/images/generations')).toBeNull();
  });
  it('never throw', () => {
    const messages = fc.array(
      fc.oneof(
        fc.jsonValue(),
        fc.record({
          role: fc.constantFrom('user', 'assistant', 'tool'),
          content: fc.jsonValue(),
          tool_calls: fc.jsonValue(),
        }),
      ),
    );
    fc.assert(
      fc.property(
        messages,
        fc.jsonValue(),
        (list, value) =>
          void [
            readRequest({ messages: list, system: value }),
            readRequest({ messages: list }),
            readRequest({ input: list, tools: value }),
          ],
      ),
    );
  });
});

describe('a path of one format', () => {
  const messages = [{ role: 'user', content: 'Hi' }];
  it.each([
    ['/v1/chat/completions', { messages, context_management: {} }, 'openai.chat'],
    ['/v1/messages', { messages, random_seed: 1 }, 'anthropic.messages'],
    ['/v2/chat', { messages, keep_alive: 1, model: 'm' }, 'cohere.chat'],
    ['/api/chat', { messages, documents: [], model: 'm' }, 'ollama.chat'],
    ['/model/m/converse', { messages, system: 'typed' }, 'bedrock.converse'],
  ])('decides, for any body: %s', (path, body, api) => expect(readRequest(body, path)?.api).toBe(api));
  it('of none leaves it to the body', () =>
    expect(readRequest({ messages, context_management: {} }, '/proxy')?.api).toBe('anthropic.messages'));
});
