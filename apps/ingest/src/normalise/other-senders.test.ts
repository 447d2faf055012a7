/** What senders write in ways of their own, that no row of the table shows. */
import { describe, expect, test } from 'vitest';
import { emptyLogRecord, type AttributeValue } from '../otlp/wire.ts';
import { spanSent, type SentFields } from '../testing/sent.ts';
import { normalise } from './index.ts';
import { normaliseLog } from './log-records.ts';

const read = (sent: SentFields) => normalise(spanSent(sent));

const CHAT = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'some-model' };

describe('values of the conventions', () => {
  const chat = (attributes: Record<string, AttributeValue>) =>
    read({ attributes: { ...CHAT, ...attributes } }).generation!;

  test('tags of .NET and Java hold no lists and no booleans: they are text', () => {
    const reported = chat({ 'gen_ai.response.finish_reasons': '["stop"]', 'gen_ai.request.stream': 'true' });
    expect(reported).toMatchObject({ finishReason: 'stop', streaming: true });
    expect(chat({ 'gen_ai.request.stream': 'false' }).streaming).toBe(false);
  });

  test('a placeholder name counts as missing', () => {
    const reported = chat({
      'gen_ai.request.model': 'none',
      'gen_ai.response.model': 'unknown',
      'gen_ai.provider.name': 'UNKNOWN',
    });
    expect([reported.requestModel, reported.responseModel, reported.provider]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each([
    ['OpenAI', 'openai'],
    ['OPEN_AI', 'openai'],
    ['GOOGLE_AI_GEMINI', 'gcp.gemini'],
  ])('the provider %s is %s', (said, provider) => {
    expect(chat({ 'gen_ai.provider.name': said }).provider).toBe(provider);
  });

  test('figures may have no more than their own names, as text', () => {
    expect(chat({ input_tokens: '12', output_tokens: '33' }).usage).toEqual({ input: 12, output: 33 });
  });

  test('older names of details count, those of the conventions first', () => {
    const older = {
      'gen_ai.usage.input_tokens': 210,
      'gen_ai.usage.output_tokens': 96,
      'gen_ai.usage.cache_read_input_tokens': 100,
      'gen_ai.usage.reasoning_tokens': 64,
    };
    expect(chat(older).usage).toMatchObject({ input: 210, cacheRead: 100, output: 96, reasoning: 64 });
    expect(chat({ ...older, 'gen_ai.usage.reasoning.output_tokens': 60 }).usage?.reasoning).toBe(60);
    expect(chat({ ...older, 'gen_ai.usage.reasoning_tokens': 0 }).usage?.reasoning).toBeUndefined();
  });

  test('cached tokens are in the input, but where the sum of all or their number says otherwise', () => {
    const figures = { 'gen_ai.usage.input_tokens': 110, 'gen_ai.usage.output_tokens': 20 };
    const inputOf = (cached: number, total?: number) =>
      chat({
        ...figures,
        'gen_ai.usage.cache_read_input_tokens': cached,
        ...(total !== undefined && { 'gen_ai.usage.total_tokens': total }),
      }).usage?.input;
    expect(inputOf(100)).toBe(110);
    expect(inputOf(100, 130)).toBe(110);
    expect(inputOf(100, 230)).toBe(210);
    expect(inputOf(500)).toBe(610);
  });

  test('an answer may stand in attributes of its own, as those of Sentry, and a session be a thread', () => {
    const calls = [{ id: 'call_1', function: { name: 'get_stock', arguments: '{"sku":"A7"}' } }];
    const sent = {
      ...CHAT,
      'gen_ai.request.messages': JSON.stringify([{ role: 'user', content: 'Is A7 in stock?' }]),
      'gen_ai.response.text': 'Let me look.',
      'gen_ai.response.tool_calls': JSON.stringify(calls),
      'gen_ai.thread.id': 'thread_1',
    };
    const reported = read({ attributes: sent });
    expect([reported.generation?.asked, reported.context.sessionId]).toEqual(['Is A7 in stock?', 'thread_1']);
    expect(reported.generation?.response.calls).toMatchObject([{ id: 'call_1', preamble: 'Let me look.' }]);
  });

  test('all that was asked and answered in one attribute is read where there are no messages', () => {
    const reported = chat({ 'gen_ai.prompt': 'Is A7 in stock?', 'gen_ai.completion': 'Three in stock.' });
    expect([reported.asked, reported.answered]).toEqual(['Is A7 in stock?', 'Three in stock.']);
  });
});

describe('Logfire', () => {
  const REQUEST = JSON.stringify({ model: 'some-model' });

  test('events of Google’s client have no names', () => {
    const events = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Is A7 in stock?' },
      { index: 0, finish_reason: 'STOP', message: { role: 'assistant', content: ['Three ', 'in stock.'] } },
    ];
    const attributes = { ...CHAT, 'logfire.msg': 'generate_content', events: JSON.stringify(events) };
    const reported = read({ scope: 'opentelemetry.instrumentation.google_genai', attributes }).generation;
    expect([reported?.asked, reported?.answered]).toEqual(['Is A7 in stock?', 'Three in stock.']);
  });

  const span = (name: string, more: Record<string, AttributeValue> = {}, failed = false) =>
    read({
      scope: 'logfire.openai',
      name,
      status: failed ? 2 : 0,
      attributes: { 'logfire.span_type': 'span', request_data: REQUEST, ...CHAT, ...more },
    }).kind;

  test('in the newest format the start of a stream has no answer, and is not a generation', () => {
    const name = 'Chat Completion with {request_data[model]!r}';
    expect(span(name)).toBe('span');
    expect(span(name, { 'gen_ai.response.id': 'c_1' })).toBe('generation');
    expect(span(name, { 'logfire.span_type': 'log' })).toBe('generation');
    expect(span(name, {}, true)).toBe('generation');
  });

  test('of the steps of Claude’s Agent SDK only what went in is counted', () => {
    const attributes = {
      ...CHAT,
      'gen_ai.usage.partial.input_tokens': 210,
      'gen_ai.usage.partial.cache_read.input_tokens': 100,
      'gen_ai.usage.partial.output_tokens': 1,
    };
    const { usage } = read({ scope: 'logfire.claude_agent_sdk', attributes }).generation!;
    expect(usage).toEqual({ input: 210, cacheRead: 100 });
    expect(read({ scope: 'logfire.claude_agent_sdk', attributes: CHAT }).generation?.usage).toBeUndefined();
  });

  test('embeddings are embeddings, and calls of other methods are no answers', () => {
    const embeddings = { 'gen_ai.operation.name': 'embeddings' };
    expect(span('Embedding Creation with {request_data[model]!r}', embeddings)).toBe('embedding');
    expect(span('OpenAI API call to {url!r}')).toBe('span');
  });

  const agents = (attributes: Record<string, AttributeValue>, name = 'OpenAI Agents trace: {name}') =>
    read({ scope: 'logfire.openai_agents', name, attributes });

  test('a default group is not a session', () => {
    expect(agents({ group_id: 'null' }).context.sessionId).toBeUndefined();
    expect(agents({ group_id: '456' }).context.sessionId).toBe('456');
  });

  test('of Chat Completions of the Agents SDK the request has the answer, too', () => {
    const messages = [
      { role: 'user', content: 'Is A7 in stock?' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', function: { name: 'get_stock' } }] },
      { role: 'tool', tool_call_id: 'call_1', content: '3' },
    ];
    const answer = { role: 'assistant', content: 'Three.' };
    const attributes = {
      'gen_ai.request.model': 'some-model',
      'gen_ai.usage.input_tokens': 11,
      request_data: JSON.stringify({ model: 'some-model', messages: [...messages, answer] }),
      output: JSON.stringify([answer]),
    };
    const reported = agents(attributes, 'Chat completion with {gen_ai.request.model!r}').generation;
    expect([reported?.asked, reported?.answered]).toEqual(['Is A7 in stock?', 'Three.']);
    expect(reported?.results.map(({ callId }) => callId)).toEqual(['call_1']);
  });
});

test('for OpenInference, too, the total shows whether cached tokens are in the input', () => {
  const inputOf = (total: number) =>
    read({
      attributes: {
        'openinference.span.kind': 'LLM',
        'llm.token_count.prompt': 110,
        'llm.token_count.completion': 20,
        'llm.token_count.prompt_details.cache_read': 100,
        'llm.token_count.total': total,
      },
    }).generation?.usage?.input;
  expect([inputOf(130), inputOf(230)]).toEqual([110, 210]);
});

describe('Vercel AI SDK 6', () => {
  const inner = (operation: string, more: Record<string, AttributeValue>) =>
    read({
      scope: 'ai',
      name: operation,
      attributes: { 'ai.operationId': operation, 'ai.model.id': 'some-model', ...more },
    });

  test('embeddings have one figure', () => {
    expect(inner('ai.embed.doEmbed', { 'ai.usage.tokens': 10 }).generation?.usage).toEqual({ input: 10 });
  });

  test('a structured answer is the object, and its name means a stream', () => {
    const reported = inner('ai.streamObject.doStream', { 'ai.response.object': '{"units":3}' }).generation;
    expect(reported).toMatchObject({ answered: '{"units":3}', streaming: true });
    expect(inner('ai.generateText.doGenerate', {}).generation?.streaming).toBeUndefined();
  });
});

describe('LiteLLM', () => {
  const request = (more: Record<string, AttributeValue>) =>
    read({
      scope: 'litellm',
      name: 'litellm_request',
      attributes: { 'gen_ai.request.model': 'some-model', 'gen_ai.usage.input_tokens': 412, ...more },
    });

  test('calls of an answer are numbered attributes, and those of the history beside the parts', () => {
    const text = (content: string) => [{ type: 'text', content }];
    const calls = [{ id: 'call_1', function: { name: 'get_stock', arguments: '{"sku":"A7"}' } }];
    const reported = request({
      'llm.request.type': 'acompletion',
      'llm.is_streaming': 'True',
      'gen_ai.input.messages': JSON.stringify([
        { role: 'user', parts: text('Is A7 in stock?') },
        { role: 'assistant', parts: text(''), tool_calls: calls },
        { role: 'tool', parts: text('3'), tool_call_id: 'call_1' },
      ]),
      'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: [], finish_reason: 'tool_calls' }]),
      'gen_ai.completion.0.function_call.name': 'get_price',
      'gen_ai.completion.0.function_call.arguments': '{"sku":"A7"}',
      'gen_ai.completion.1.function_call.name': 'get_size',
      'gen_ai.response.finish_reasons': '["tool_calls"]',
      'gen_ai.cost.total_cost': 0.0000588,
    });
    expect(reported.convention).toBe('litellm');
    expect(reported.generation).toMatchObject({
      asked: 'Is A7 in stock?',
      finishReason: 'tool_calls',
      streaming: true,
      usage: { input: 412, providerCostUsd: 0.0000588 },
      results: [{ callId: 'call_1', result: '3' }],
    });
    expect(reported.generation?.response.calls).toMatchObject([
      { name: 'get_price', arguments: { sku: 'A7' } },
      { name: 'get_size' },
    ]);
  });

  test('its methods are the operations', () => {
    expect(request({ 'llm.request.type': 'aembedding' }).kind).toBe('embedding');
    expect(request({ 'llm.request.type': 'arerank' }).kind).toBe('span');
    expect(request({}).kind).toBe('generation');
  });
});

test('what Google ADK puts around calls made at once is no call', () => {
  const named = (name: string) => ({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name });
  const kindOf = (tool: string) =>
    read({ scope: 'gcp.vertex.agent', name: `execute_tool ${tool}`, attributes: named(tool) }).kind;
  expect(kindOf('(merged tools)')).toBe('chain');
  expect(kindOf('get_stock')).toBe('tool');
});

test('a LiveKit tool reports that it failed', () => {
  const attributes = { 'lk.function_tool.name': 'get_stock', 'lk.function_tool.is_error': true };
  expect(read({ scope: 'livekit-agents', name: 'function_tool', attributes }).execution?.status).toBe('error');
});

test('Gemini CLI cuts long texts, and what is left is read', () => {
  const whole = JSON.stringify([{ role: 'model', parts: [{ text: 'Three in stock, and more to come' }] }]);
  const cut = `${whole.slice(0, 50)}...[TRUNCATED: original length ${whole.length}]`;
  const attributes = { ...CHAT, 'gen_ai.operation.name': 'llm_call', 'gen_ai.output.messages': cut };
  const reported = read({ scope: 'gemini-cli', name: 'llm_call', attributes }).generation;
  expect(reported?.answered).toMatch(/^Three in/);
  expect(reported?.answered).not.toContain('TRUNCATED');
});

describe('Gemini CLI without traces', () => {
  const logged = (name: string, attributes: Record<string, AttributeValue>) => {
    const empty = emptyLogRecord({ attributes: new Map() }, { name: 'gemini-cli', version: '', attributes: new Map() });
    const all = { 'event.name': name, 'session.id': 's', prompt_id: 's########0', ...attributes };
    const record = { ...empty, timeUnixNano: 5_000_000_000n, attributes: new Map(Object.entries(all)) };
    return normaliseLog(record, 'project')!;
  };

  test('a response is a model call that began before, thinking beside its output', () => {
    const body = { candidates: [{ content: { role: 'model', parts: [{ text: 'Three.' }] } }] };
    const reported = logged('gemini_cli.api_response', {
      model: 'gemini-3-pro',
      duration_ms: 1_000,
      input_token_count: 210,
      cached_content_token_count: 100,
      output_token_count: 32,
      thoughts_token_count: 64,
      response_text: JSON.stringify([body]),
    });
    expect(reported).toMatchObject({ kind: 'generation', context: { sessionId: 's', agentName: 'Gemini CLI' } });
    expect(reported.generation).toMatchObject({
      requestModel: 'gemini-3-pro',
      answered: 'Three.',
      usage: { input: 210, cacheRead: 100, output: 96, reasoning: 64 },
    });
    expect(reported.span.startTimeUnixNano).toBe(4_000_000_000n);
  });

  test('tools, errors and prompts of one turn are in one trace', () => {
    const tool = logged('gemini_cli.tool_call', { function_name: 'ls', function_args: '{"path":"/"}', duration_ms: 5 });
    const failed = logged('gemini_cli.api_error', { model: 'gemini-3-pro', error: 'overloaded', duration_ms: 5 });
    const asked = logged('gemini_cli.user_prompt', { prompt: 'List the files.' });
    expect(tool.execution).toMatchObject({ name: 'ls', arguments: { path: '/' } });
    expect(failed).toMatchObject({ kind: 'generation', span: { statusCode: 2, statusMessage: 'overloaded' } });
    expect(asked.log?.asked).toBe('List the files.');
    const traces = [tool, failed, asked].map(({ span }) => Buffer.from(span.traceId).toString('hex'));
    expect(new Set(traces).size).toBe(1);
  });
});

test('for Genkit, the total shows whether thinking is in the output', () => {
  const usageOf = (usage: object) =>
    read({
      scope: 'genkit-tracer',
      attributes: {
        'genkit:metadata:subtype': 'model',
        'genkit:name': 'openai/some-model',
        'genkit:output': JSON.stringify({ usage }),
      },
    }).generation?.usage?.output;
  expect(usageOf({ inputTokens: 10, outputTokens: 20, thoughtsTokens: 5, totalTokens: 35 })).toBe(25);
  expect(usageOf({ inputTokens: 10, outputTokens: 20, thoughtsTokens: 5, totalTokens: 30 })).toBe(20);
});
