/** What the instrumentations of OpenInference for JavaScript write in their own way. */
import { describe, expect, test } from 'vitest';
import { spanSent, type SentFields } from '../testing/sent.ts';
import { normalise, type NormalisedSpan } from './index.ts';

interface Sent extends SentFields {
  /** The message of an exception. */
  thrown?: string;
}

function read({ thrown, ...sent }: Sent): NormalisedSpan {
  if (thrown === undefined) return normalise(spanSent(sent));
  const events = [{ name: 'exception', attributes: { 'exception.message': thrown } }];
  return normalise(spanSent({ ...sent, status: 2, events }));
}

describe('OpenInference in JavaScript', () => {
  const LANGCHAIN = '@arizeai/openinference-instrumentation-langchain';
  const dumped = (name: string, kwargs: object) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain_core', 'messages', name],
    kwargs,
  });
  const answered = (kwargs: object) =>
    read({
      scope: LANGCHAIN,
      name: 'ChatOpenAI',
      attributes: {
        'openinference.span.kind': 'LLM',
        'output.value': JSON.stringify({
          generations: [[{ text: '', message: dumped('AIMessage', { content: 'Yes.', ...kwargs }) }]],
        }),
        'llm.model_name': 'gpt-5.2',
        metadata: JSON.stringify({ ls_integration: 'langchain_chat_model', lc_agent_name: 'order_desk' }),
      },
    });

  test.each([
    ["OpenAI's", { response_metadata: { id: 'resp_0urik7tvqcwd3vgjg7h1' } }, 'resp_0urik7tvqcwd3vgjg7h1'],
    ["Anthropic's", { additional_kwargs: { id: 'msg_01PK00yPeq59WEgYlPH6yGKK' } }, 'msg_01PK00yPeq59WEgYlPH6yGKK'],
    ['that of a host of Chat Completions', { id: 'chatcmpl-Bz1fQ9Y3w7kTn0' }, 'chatcmpl-Bz1fQ9Y3w7kTn0'],
    ["no provider's, when LangChain made it up", { id: 'run-019a2f6c-0001-7000-8000-0242ac120002' }, undefined],
  ])('the id of the response in a dump of LangChain is %s', (_, kwargs, id) => {
    expect(answered(kwargs).generation!.responseId).toBe(id);
  });

  test('the agent is in the metadata of LangChain, and the node of the graph of OpenAI Agents', () => {
    expect(answered({}).context.agentName).toBe('order_desk');
    const agent = read({
      scope: '@arizeai/openinference-instrumentation-openai-agents',
      name: 'courier',
      attributes: { 'openinference.span.kind': 'AGENT', 'graph.node.id': 'courier' },
    });
    expect(agent.context.agentName).toBe('courier');
  });

  test('the chain of LangChain with the name of its agent is the agent', () => {
    const chain = (name: string) =>
      read({
        scope: LANGCHAIN,
        name,
        attributes: {
          'openinference.span.kind': 'CHAIN',
          metadata: JSON.stringify({ ls_integration: 'langchain_create_agent', lc_agent_name: 'order_desk' }),
        },
      });
    expect([chain('order_desk').kind, chain('model_request').kind]).toEqual(['agent', 'chain']);
  });

  test('the history of OpenAI Agents has the ids of its calls, and summaries of thoughts', () => {
    const history = [
      { type: 'message', role: 'user', content: 'Why is it late?' },
      {
        providerData: { id: 'rs_1', type: 'reasoning', content: [] },
        id: 'rs_1',
        type: 'reasoning',
        content: [{ providerData: { type: 'summary_text' }, type: 'input_text', text: 'Look at the order.' }],
      },
      {
        providerData: { id: 'fc_1', type: 'function_call' },
        id: 'fc_1',
        type: 'function_call',
        callId: 'call_MsVMzZIeVc8VFtbpprF0acdQ',
        name: 'get_order',
        status: 'completed',
        arguments: '{"order":"A-1"}',
      },
      {
        type: 'function_call_result',
        name: 'get_order',
        callId: 'call_MsVMzZIeVc8VFtbpprF0acdQ',
        status: 'completed',
        output: { type: 'text', text: 'Two lamps.' },
      },
    ];
    const { repeated, results } = read({
      scope: '@arizeai/openinference-instrumentation-openai-agents',
      name: 'response',
      attributes: {
        'openinference.span.kind': 'LLM',
        'llm.model_name': 'gpt-5.2',
        'input.value': JSON.stringify(history),
      },
    }).generation!;
    expect(repeated).toMatchObject([
      {
        id: 'call_MsVMzZIeVc8VFtbpprF0acdQ',
        name: 'get_order',
        arguments: { order: 'A-1' },
        reasoning: ['Look at the order.'],
        state: 'summary',
      },
    ]);
    expect(results).toEqual([{ callId: 'call_MsVMzZIeVc8VFtbpprF0acdQ', result: 'Two lamps.' }]);
  });

  const MESSAGE = dumped('ToolMessage', {
    content: 'In Porto.',
    tool_call_id: 'toolu_01dgf3Alpe3AGL5kjIubJHos',
    name: 'task',
  });
  test.each([
    ['is below the output', { output: MESSAGE }],
    [
      'is in the update of a graph',
      { output: { lg_name: 'Command', update: { files: {}, messages: [MESSAGE] }, goto: [] } },
    ],
  ])("the message of a tool's result %s", (_, output) => {
    const { execution } = read({
      scope: LANGCHAIN,
      name: 'task',
      attributes: { 'openinference.span.kind': 'TOOL', 'tool.name': 'task', 'output.value': JSON.stringify(output) },
    });
    expect(execution).toMatchObject({ id: 'toolu_01dgf3Alpe3AGL5kjIubJHos', result: 'In Porto.' });
  });

  test.each([
    ['failed', 'The refund was refused.\n\nError: The refund was refused.\n    at refundOrder', undefined],
    ['waits for approval', '[{"id":"7b8c","value":{}}]\n\nGraphInterrupt: [\n  {\n    "id": "7b8c"', 'no_result'],
  ])('a tool that threw %s', (_, thrown, status) => {
    const attributes = { 'openinference.span.kind': 'TOOL', 'tool.name': 'get_policy', 'input.value': 'A-1' };
    expect(read({ scope: LANGCHAIN, name: 'get_policy', attributes, thrown }).execution!.status).toBe(status);
  });

  test.each([
    ['reads like a failure', 'Error: The refund was refused.', 'probable_error'],
    ['does not', 'Two lamps.', undefined],
  ])('a tool whose result %s, in a span that is always OK', (_, content, status) => {
    const answer = dumped('ToolMessage', {
      status: 'success',
      content,
      tool_call_id: 'toolu_01dY1aaPcVHETxJIg7jOH1F2',
    });
    const attributes = { 'openinference.span.kind': 'TOOL', 'output.value': JSON.stringify({ output: answer }) };
    expect(read({ scope: LANGCHAIN, name: 'refund_order', attributes }).execution!.status).toBe(status);
  });
});
