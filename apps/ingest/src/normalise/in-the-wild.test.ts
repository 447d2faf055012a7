/** Shapes of spans that people were seen to send, of frameworks and versions that no table runs. */
import { describe, expect, test } from 'vitest';
import type { AttributeValue } from '../otlp/wire.ts';
import { spanSent, type SentFields } from '../testing/sent.ts';
import { normalise } from './index.ts';

const read = (sent: SentFields) => normalise(spanSent(sent));

describe('Laminar, Responses', () => {
  const THOUGHT = { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Stock first.' }] };
  const CALL = { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'get_stock', arguments: '{"sku":"A7"}' };
  const ASKED = { role: 'user', content: 'Is A7 in stock?' };
  const responses = (input: object[], output: object[]) =>
    read({
      scope: 'lmnr.sdk',
      name: 'openai.responses',
      attributes: {
        'lmnr.span.type': 'LLM',
        'gen_ai.system': 'openai',
        'gen_ai.request.model': 'gpt-5-nano',
        'gen_ai.response.id': 'resp_1',
        'gen_ai.input.messages': JSON.stringify(input),
        'gen_ai.output.messages': JSON.stringify(output),
      },
    }).generation!;

  test('the items of an output are one answer, its thought before its call', () => {
    const { response } = responses([ASKED], [THOUGHT, CALL]);
    expect(response.calls).toMatchObject([
      { id: 'call_1', name: 'get_stock', arguments: { sku: 'A7' }, reasoning: ['Stock first.'] },
    ]);
  });

  test('a tool without arguments of a schema is a call as well', () => {
    const { response } = responses(
      [ASKED],
      [{ id: 'ctc_1', type: 'custom_tool_call', call_id: 'call_2', name: 'run', input: 'print(7)' }],
    );
    expect(response.calls).toMatchObject([{ id: 'call_2', name: 'run' }]);
  });

  test('the items of an input hold the question and the result', () => {
    const result = { type: 'function_call_output', call_id: 'call_1', output: '3' };
    const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Three.' }] };
    const reported = responses([ASKED, THOUGHT, CALL, result], [said]);
    expect([reported.asked, reported.answered]).toEqual(['Is A7 in stock?', 'Three.']);
    expect(reported.results).toEqual([{ callId: 'call_1', result: '3' }]);
  });
});

describe('the Vercel AI SDK, its spans renamed on their way', () => {
  const span = (name: string, attributes: Record<string, AttributeValue>) => read({ scope: 'ai', name, attributes });

  test('the names of the conventions decide their kind: a model call, a tool', () => {
    const chat = span('text.generate', {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Is A7 in stock?"}]}]',
      'gen_ai.output.messages':
        '[{"role":"assistant","parts":[{"type":"tool_call","id":"call_1","name":"get_stock","arguments":{"sku":"A7"}}]}]',
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 5,
    });
    expect(chat).toMatchObject({ kind: 'generation', generation: { asked: 'Is A7 in stock?' } });
    expect(chat.generation?.response.calls).toMatchObject([{ id: 'call_1', name: 'get_stock' }]);

    const tool = span('get_stock.tool', {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'get_stock',
      'gen_ai.tool.call.id': 'call_1',
      'gen_ai.tool.call.arguments': '{"sku":"A7"}',
      'gen_ai.tool.call.result': '{"stock":3}',
    });
    expect(tool).toMatchObject({
      kind: 'tool',
      execution: { id: 'call_1', name: 'get_stock', arguments: { sku: 'A7' }, result: { stock: 3 } },
    });
  });

  test('the run around it stays one, also where it has all names of a model call', () => {
    const run = span('run.ai', { 'ai.operationId': 'ai.generateText', 'gen_ai.operation.name': 'chat' });
    expect(run.kind).toBe('chain');
  });
});

describe('Koog', () => {
  const CHAT = { 'gen_ai.operation.name': 'chat', 'gen_ai.system': 'openai', 'gen_ai.request.model': 'gpt-4o' };
  const call = (id: string, sku: string) => ({
    function: { name: 'get_stock', arguments: JSON.stringify({ sku }) },
    id,
    type: 'function',
  });

  test('the body of an event is JSON in one attribute, and what has one index is one answer', () => {
    const event = (name: string, body: object) => ({
      name,
      attributes: { 'gen_ai.system': 'openai', body: JSON.stringify(body) },
    });
    const { generation } = read({
      scope: 'ai.koog',
      name: 'llm.test-prompt',
      attributes: CHAT,
      events: [
        event('gen_ai.user.message', { content: 'Are A7 and B2 in stock?' }),
        event('gen_ai.choice', { index: 0, finish_reason: 'tool_calls', message: { content: 'Let me look.' } }),
        event('gen_ai.choice', { index: 0, tool_calls: [call('call_1', 'A7')] }),
        event('gen_ai.choice', { index: 0, tool_calls: [call('call_2', 'B2')] }),
      ],
    });
    expect(generation).toMatchObject({ asked: 'Are A7 and B2 in stock?', finishReason: 'tool_calls' });
    expect(generation?.response.calls).toMatchObject([
      { id: 'call_1', name: 'get_stock', arguments: { sku: 'A7' }, preamble: 'Let me look.' },
      { id: 'call_2', name: 'get_stock', arguments: { sku: 'B2' } },
    ]);
  });

  test('a tool has its arguments and its result in the names of OpenInference', () => {
    const { kind, execution } = read({
      scope: 'ai.koog',
      attributes: {
        'gen_ai.tool.name': 'get_stock',
        'gen_ai.tool.call.id': 'call_1',
        'input.value': '{"sku":"A7"}',
        'output.value': 'Three in stock.',
      },
    });
    expect(kind).toBe('tool');
    expect(execution).toMatchObject({ id: 'call_1', arguments: { sku: 'A7' }, result: 'Three in stock.' });
  });
});

describe('OpenInference', () => {
  const bedrock = (attributes: Record<string, AttributeValue>) =>
    read({ scope: 'openinference.instrumentation.bedrock', attributes });

  test('a Bedrock agent reports its call as a tool message: it belongs to the model', () => {
    const { generation } = bedrock({
      'openinference.span.kind': 'LLM',
      'llm.model_name': 'claude-3-5-sonnet-20240620',
      'llm.provider': 'aws',
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': 'Is A7 in stock?',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'Let me look.',
      'llm.output_messages.1.message.role': 'tool',
      'llm.output_messages.1.message.tool_call_id': 'toolu_bdrk_1',
      'llm.output_messages.1.message.tool_calls.0.tool_call.id': 'toolu_bdrk_1',
      'llm.output_messages.1.message.tool_calls.0.tool_call.function.name': 'get_stock',
      'llm.output_messages.1.message.tool_calls.0.tool_call.function.arguments': '{"sku":"A7"}',
    });
    expect(generation?.response.calls).toMatchObject([
      { id: 'toolu_bdrk_1', name: 'get_stock', arguments: { sku: 'A7' }, preamble: 'Let me look.' },
    ]);
  });

  test('its tool was called with a list of parameters, each with its name', () => {
    const { execution } = bedrock({
      'openinference.span.kind': 'TOOL',
      'tool.name': 'add',
      'llm.input_messages.0.message.role': 'tool',
      'llm.input_messages.0.message.tool_call_id': 'default',
      'llm.input_messages.0.message.tool_calls.0.tool_call.function.name': 'add',
      'llm.input_messages.0.message.tool_calls.0.tool_call.function.arguments':
        '[{"name":"left","type":"number","value":"3"},{"name":"right","type":"number","value":"4"}]',
      'output.value': 'Seven.',
    });
    expect(execution).toMatchObject({ name: 'add', arguments: { left: '3', right: '4' }, result: 'Seven.' });
  });

  test('a tool of Google ADK answers with what it returned, and was called without arguments', () => {
    const { execution } = read({
      scope: 'openinference.instrumentation.google_adk',
      name: 'execute_tool get_stock',
      attributes: {
        'openinference.span.kind': 'TOOL',
        'gen_ai.system': 'gcp.vertex.agent',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'get_stock',
        'gen_ai.tool.call.id': 'adk-1',
        'gcp.vertex.agent.tool_call_args': '{}',
        'tool.name': 'get_stock',
        'output.value': '{"id":"adk-1","name":"get_stock","response":{"stock":3}}',
      },
    });
    expect(execution).toMatchObject({ id: 'adk-1', arguments: {}, result: { stock: 3 } });
  });
});

describe.each(['@arizeai/openinference-instrumentation-beeai', 'openinference.instrumentation.beeai'])(
  'BeeAI, each event of its framework a span: %s',
  (SCOPE) => {
    const event = (kind: string, target: string, attributes: Record<string, AttributeValue> = {}) =>
      read({ scope: SCOPE, attributes: { 'openinference.span.kind': kind, target, ...attributes } });
    const MODEL = { 'llm.provider': 'openai', 'llm.model_name': 'gpt-4o-mini' };

    test('one model call is one, where it succeeds or fails', () => {
      const kinds = ['start', 'success', 'error', 'finish'].map(
        (name) => event('LLM', `backend.openai.chat.${name}`, MODEL).kind,
      );
      expect(kinds).toEqual(['span', 'generation', 'generation', 'span']);
      const run = { 'openinference.span.kind': 'LLM', 'beeai.version': '0.1.33', ...MODEL };
      expect(read({ scope: SCOPE, name: 'beeai-framework-main', attributes: run }).kind).toBe('chain');
      expect(event('AGENT', 'agent.react.update', { thought: 'Stock first.' }).kind).toBe('span');
    });

    test('the question stands on the event that begins the call, and on none that ends it', () => {
      const asked = {
        'llm.input_messages.0.message.role': 'system',
        'llm.input_messages.0.message.content': 'You help in a shop.',
        'llm.input_messages.1.message.role': 'user',
        'llm.input_messages.1.message.content': 'Is A7 in stock?',
      };
      expect(event('LLM', 'backend.openai.chat.start', { ...MODEL, ...asked }).asked).toBe('Is A7 in stock?');
      expect(event('LLM', 'backend.openai.chat.finish', MODEL).asked).toBeUndefined();
      expect(event('AGENT', 'agent.react.start', asked).asked).toBeUndefined();
    });

    test('the pieces of a stream are one answer', () => {
      const pieces = ['Three ', 'in ', 'stock.'].flatMap((text, index) => [
        [`llm.output_messages.${index}.message.role`, 'assistant'],
        [`llm.output_messages.${index}.message.content`, text],
      ]);
      const output = ['Three ', 'in ', 'stock.'].map((text) => ({
        role: 'assistant',
        content: [{ type: 'text', text }],
      }));
      const { generation } = event('LLM', 'backend.openai.chat.success', {
        ...MODEL,
        'llm.token_count.prompt': 20,
        'llm.token_count.completion': 5,
        'output.value': JSON.stringify(output),
        ...Object.fromEntries(pieces),
      });
      expect(generation).toMatchObject({ answered: 'Three in stock.', usage: { input: 20, output: 5 } });
      expect(generation?.response.calls).toMatchObject([{ type: 'answer', arguments: { content: 'Three in stock.' } }]);
    });

    test('a tool ran once, and its name is in that of the event', () => {
      const reported = { 'tool.parameters': '{"query":"A7"}', 'output.value': '[{"stock":3}]' };
      const [start, success] = ['start', 'success'].map((name) =>
        event('TOOL', `tool.search.wikipedia.${name}`, reported),
      );
      expect(start?.kind).toBe('span');
      expect(success).toMatchObject({
        kind: 'tool',
        execution: { name: 'wikipedia', arguments: { query: 'A7' }, result: [{ stock: 3 }] },
      });
    });
  },
);

test('the chunks of a stream of Google’s are one text, without lines between them', () => {
  const chunk = (content: string) => ({ role: 'model', parts: [{ type: 'text', content }] });
  const { generation } = read({
    scope: 'opentelemetry.instrumentation.google_genai',
    attributes: {
      'gen_ai.operation.name': 'generate_content',
      'gen_ai.system': 'gcp.gen_ai',
      'gen_ai.request.model': 'gemini-2.5-flash',
      'gen_ai.output.messages': JSON.stringify(['Three ', 'in stock.'].map(chunk)),
    },
  });
  expect(generation?.answered).toBe('Three in stock.');
});

describe('the Vercel AI SDK with Claude', () => {
  const chat = (figures: Record<string, number>, metadata: object) =>
    read({
      scope: 'ai',
      name: 'ai.streamText.doStream',
      attributes: {
        'ai.operationId': 'ai.streamText.doStream',
        'ai.model.provider': 'anthropic.messages',
        'ai.model.id': 'claude-sonnet-4-5',
        'ai.response.providerMetadata': JSON.stringify({ anthropic: metadata }),
        ...figures,
      },
    }).generation?.usage;

  test('version 5 reports cache writes only in the usage of Anthropic, outside the input', () => {
    const raw = {
      input_tokens: 5_000,
      cache_creation_input_tokens: 2_000,
      cache_read_input_tokens: 1_000,
      output_tokens: 20,
    };
    const usage = chat(
      { 'ai.usage.inputTokens': 5_000, 'ai.usage.cachedInputTokens': 1_000, 'ai.usage.outputTokens': 20 },
      { usage: raw, cacheCreationInputTokens: 2_000 },
    );
    expect(usage).toEqual({ input: 8_000, cacheRead: 1_000, cacheWrite: 2_000, output: 20 });
  });

  test('version 4 has both figures of the cache in the metadata, beside the input', () => {
    const usage = chat(
      { 'ai.usage.promptTokens': 5_000, 'ai.usage.completionTokens': 20 },
      { cacheCreationInputTokens: 2_000, cacheReadInputTokens: 1_000 },
    );
    expect(usage).toEqual({ input: 8_000, cacheRead: 1_000, cacheWrite: 2_000, output: 20 });
  });

  test('version 6 has all of it in its own figures', () => {
    const usage = chat(
      {
        'ai.usage.inputTokens': 8_000,
        'ai.usage.inputTokenDetails.noCacheTokens': 5_000,
        'ai.usage.inputTokenDetails.cacheReadTokens': 1_000,
        'ai.usage.inputTokenDetails.cacheWriteTokens': 2_000,
        'ai.usage.outputTokens': 20,
      },
      { cacheCreationInputTokens: 2_000 },
    );
    expect(usage).toEqual({ input: 8_000, cacheRead: 1_000, cacheWrite: 2_000, output: 20 });
  });
});

test('the adapter of LiveKit that falls back to another model is no model call, those in it are', () => {
  const CHAT = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'FallbackAdapter' };
  const kinds = ['llm_fallback_adapter', 'llm_request'].map(
    (name) => read({ scope: 'livekit-agents', name, attributes: CHAT }).kind,
  );
  expect(kinds).toEqual(['chain', 'generation']);
});

describe('OpenInference with Claude: what was cached', () => {
  test('for JavaScript stands in the body alone, and not in the sum of the input', () => {
    const body = {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text: 'Three in stock.' }],
      stop_reason: 'end_turn',
      usage: {
        input_tokens: 5_000,
        cache_creation_input_tokens: 2_000,
        cache_read_input_tokens: 1_000,
        output_tokens: 20,
      },
    };
    const { generation } = read({
      scope: '@arizeai/openinference-instrumentation-anthropic',
      attributes: {
        'openinference.span.kind': 'LLM',
        'llm.provider': 'anthropic',
        'llm.model_name': 'claude-sonnet-4-5',
        'llm.token_count.prompt': 5_000,
        'llm.token_count.completion': 20,
        'llm.token_count.total': 5_020,
        'output.value': JSON.stringify(body),
      },
    });
    expect(generation?.usage).toEqual({ input: 8_000, cacheRead: 1_000, cacheWrite: 2_000, output: 20 });
  });

  test('of the Agent SDK stands beside the input, and the cost is that of the run', () => {
    const { run } = read({
      scope: 'openinference.instrumentation.claude_agent_sdk',
      name: 'ClaudeAgentSDK.query',
      attributes: {
        'openinference.span.kind': 'AGENT',
        'llm.model_name': 'claude-sonnet-4-5',
        'llm.token_count.prompt': 5_000,
        'llm.token_count.prompt_details.cache_read': 1_000,
        'llm.token_count.prompt_details.cache_write': 2_000,
        'llm.token_count.completion': 20,
        'llm.token_count.total': 5_020,
        'llm.cost.total': 0.25,
      },
    });
    expect(run?.usage).toEqual({
      input: 8_000,
      cacheRead: 1_000,
      cacheWrite: 2_000,
      output: 20,
      providerCostUsd: 0.25,
    });
  });
});
