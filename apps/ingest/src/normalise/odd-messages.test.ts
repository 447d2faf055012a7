/** Messages in the places and forms that only some senders use. */
import { conventionsOf, sentInput } from '@subtext/conventions';
import { HIDDEN_BY_SENDER } from '@subtext/reasoning';
import { describe, expect, test } from 'vitest';
import { spanSent, type SentFields } from '../testing/sent.ts';
import { normalise } from './index.ts';
import { readerOf } from './span-reader.ts';

const generationOf = (sent: SentFields) => normalise(spanSent(sent)).generation!;

describe('OpenInference', () => {
  const LLM = { 'openinference.span.kind': 'LLM' };

  test('has results of tools as lists of contents, too', () => {
    const message = 'llm.input_messages.0.message';
    const text = (index: number, said: string) => ({
      [`${message}.contents.${index}.message_content.type`]: 'text',
      [`${message}.contents.${index}.message_content.text`]: said,
    });
    const named = { ...LLM, [`${message}.role`]: 'tool', [`${message}.tool_call_id`]: 'call_1' };
    const results = (more: object) => generationOf({ attributes: { ...named, ...more } }).results;
    expect(results(text(0, 'Three in stock.'))).toMatchObject([{ callId: 'call_1', result: 'Three in stock.' }]);
    expect(results({ ...text(0, 'Three'), ...text(1, 'four') })).toMatchObject([{ result: ['Three', 'four'] }]);
  });

  test('has images as URLs, and as data URIs', () => {
    const image = (index: number, url: string) => ({
      [`message.contents.${index}.message_content.type`]: 'image',
      [`message.contents.${index}.message_content.image.image.url`]: url,
    });
    const link = 'https://example.com/cat.png';
    const images = { ...image(0, link), ...image(1, 'data:image/gif;base64,R0lGODlhKAAYAIAAAExpcRR4biH5') };
    const attributes = Object.fromEntries(
      Object.entries(images).map(([name, value]) => [`llm.input_messages.0.${name}`, value]),
    );
    const sent = { attributes: { ...LLM, 'llm.input_messages.0.message.role': 'user', ...attributes } };
    const reader = readerOf(spanSent(sent));
    expect(sentInput(reader, conventionsOf(reader))[0]?.parts).toEqual([
      { kind: 'other', providerType: 'image', media: { kind: 'image', url: link } },
      { kind: 'other', providerType: 'image', media: expect.objectContaining({ width: 40, height: 24, bytes: 21 }) },
    ]);
  });

  test('has prompts and completions of models that know no messages', () => {
    const attributes = {
      ...LLM,
      'llm.prompts.0.prompt.text': 'Once upon',
      'llm.choices.0.completion.text': 'a time',
    };
    expect(generationOf({ attributes })).toMatchObject({ asked: 'Once upon', answered: 'a time' });
  });

  test('a thought that its sender hid is not readable', () => {
    const message = 'llm.output_messages.0.message';
    const call = `${message}.tool_calls.0.tool_call`;
    const attributes = {
      ...LLM,
      'output.value': '__REDACTED__',
      'llm.token_count.completion': 96,
      'llm.token_count.completion_details.reasoning': 64,
      [`${message}.contents.0.message_content.type`]: 'reasoning',
      [`${message}.contents.0.message_content.text`]: '__REDACTED__',
      [`${call}.id`]: 'call_1',
      [`${call}.function.name`]: 'get_stock',
    };
    const { response } = generationOf({ attributes });
    expect(response).toMatchObject({ state: 'withheld', calls: [{ id: 'call_1', state: 'withheld', reasoning: [] }] });
  });

  test.each(['GUARDRAIL', 'EVALUATOR', 'PROMPT'])('%s is a span with its name', (kind) => {
    const { kind: readAs, span } = normalise(
      spanSent({ name: 'check', attributes: { 'openinference.span.kind': kind } }),
    );
    expect([readAs, span.name]).toEqual(['span', 'check']);
  });

  test('everything else that its sender hid is withheld: inputs, answers, arguments, results', () => {
    const [asked, answered] = ['llm.input_messages.0.message', 'llm.output_messages.0.message'];
    const result = 'llm.input_messages.1.message';
    const call = `${answered}.tool_calls.0.tool_call`;
    const generation = generationOf({
      attributes: {
        ...LLM,
        'input.value': '__REDACTED__',
        'output.value': '__REDACTED__',
        ...{ [`${asked}.role`]: 'user', [`${asked}.content`]: '__REDACTED__' },
        ...{ [`${result}.role`]: 'tool', [`${result}.tool_call_id`]: 'call_0', [`${result}.content`]: '__REDACTED__' },
        ...{ [`${answered}.role`]: 'assistant', [`${answered}.content`]: '__REDACTED__' },
        ...{ [`${call}.id`]: 'call_1', [`${call}.function.name`]: 'get_stock' },
        [`${call}.function.arguments`]: '__REDACTED__',
      },
    });
    expect(generation.asked).toBe(HIDDEN_BY_SENDER);
    expect(generation.results).toMatchObject([{ callId: 'call_0', result: HIDDEN_BY_SENDER }]);
    expect(generation.response.calls).toMatchObject([
      { id: 'call_1', preamble: HIDDEN_BY_SENDER, arguments: HIDDEN_BY_SENDER },
    ]);
    const { execution } = normalise(
      spanSent({
        attributes: {
          'openinference.span.kind': 'TOOL',
          'tool.name': 'get_stock',
          'input.value': '__REDACTED__',
          'output.value': '__REDACTED__',
        },
      }),
    );
    expect(execution).toMatchObject({ arguments: HIDDEN_BY_SENDER, result: HIDDEN_BY_SENDER });
  });

  test('is the only one for whom that word says so', () => {
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'redact',
      'gen_ai.tool.call.result': '__REDACTED__',
    };
    expect(normalise(spanSent({ attributes })).execution).toMatchObject({ result: '__REDACTED__' });
  });
});

test('OpenLLMetry reports a refusal beside the content', () => {
  const attributes = {
    'llm.request.type': 'chat',
    'gen_ai.completion.0.role': 'assistant',
    'gen_ai.completion.0.refusal': 'I cannot help with that.',
  };
  const { response, answered } = generationOf({ attributes });
  expect([answered, response.calls[0]?.refusal]).toEqual(['I cannot help with that.', true]);
});

test('Pydantic AI of old had its messages as events in an attribute', () => {
  const calls = [{ id: 'call_1', type: 'function', function: { name: 'get_stock', arguments: '{"sku":"A7"}' } }];
  const events = [
    { 'event.name': 'gen_ai.user.message', role: 'user', content: 'Is A7 in stock?' },
    { 'event.name': 'gen_ai.choice', index: 0, message: { role: 'assistant', tool_calls: calls } },
  ];
  const attributes = { 'gen_ai.operation.name': 'chat', events: JSON.stringify(events) };
  const { asked, response } = generationOf({ scope: 'pydantic-ai', attributes });
  expect([asked, response.calls]).toMatchObject(['Is A7 in stock?', [{ id: 'call_1', arguments: { sku: 'A7' } }]]);
});

test('calls of the AI SDK in a list that a length limit cut are read as far as it goes', () => {
  const list = '[{"toolCallId":"call_1","toolName":"get_stock","input":{"sku":"A7"}},{"toolCallId":"ca';
  const attributes = { 'ai.operationId': 'ai.generateText.doGenerate', 'ai.response.toolCalls': list };
  const { calls } = generationOf({ scope: 'ai', attributes }).response;
  expect(calls[0]).toMatchObject({ id: 'call_1', name: 'get_stock', arguments: { sku: 'A7' } });
});

test('a tool of the provider has its arguments beside its type, and its result so, too', () => {
  const output = [
    {
      role: 'assistant',
      parts: [
        { type: 'server_tool_call', id: 's_1', name: 'search', server_tool_call: { type: 'web_search', query: 'A7' } },
        { type: 'server_tool_call_response', id: 's_1', server_tool_call_response: { type: 'web_search', found: 1 } },
      ],
    },
  ];
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': JSON.stringify(output) };
  const [call] = generationOf({ attributes }).response.calls;
  expect(call).toMatchObject({ name: 'search', type: 'server', arguments: { query: 'A7' } });
  expect(call?.result).toEqual({ type: 'web_search', found: 1 });
});
