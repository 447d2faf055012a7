/** Arguments and results are stored byte for byte as they were sent, in every place where senders put them. */
import { describe, expect, it } from 'vitest';
import { normalise } from '../normalise/index.ts';
import { emptySpan, type AttributeValue, type Span } from '../otlp/wire.ts';
import { toStorable } from './index.ts';

/** Everything that parsing and writing again would change. */
const ODD = '{"id":12345678901234567890,"price":1.0,"far":1e3,"2":"b","1":"a","same":1,"same":-0, "said":"\\u00e9"}';
const FOUND = `[ ${ODD}, 0.10 ]`;

const CALL = `{"type":"tool_call","id":"call_1","name":"pay","arguments":${ODD}}`;
const ASKED = `{"role":"assistant","parts":[${CALL}]}`;
const REPORTED = `{"role":"tool","parts":[{"type":"tool_call_response","id":"call_1","response":${FOUND}}]}`;
const chat = (given: string) => `{"id":"call_1","type":"function","function":{"name":"pay","arguments":${given}}}`;
const TOOL_USE = `{"type":"tool_use","id":"call_1","name":"pay","input":${ODD}}`;
const TOOL_RESULT = `{"type":"tool_result","tool_use_id":"call_1","content":${FOUND}}`;
const asText = JSON.stringify;

interface Sent {
  title: string;
  attributes: Record<string, AttributeValue>;
  scope?: string;
}

const RUNS: Sent[] = [
  {
    title: 'the GenAI conventions',
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.call.arguments': ODD,
      'gen_ai.tool.call.result': FOUND,
    },
  },
  {
    title: 'our own SDK',
    scope: '@subtext/sdk',
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'subtext.tool.type': 'function',
      'gen_ai.tool.call.arguments': ODD,
      'gen_ai.tool.call.result': FOUND,
    },
  },
  {
    title: 'OpenInference',
    attributes: { 'openinference.span.kind': 'TOOL', 'input.value': ODD, 'output.value': FOUND },
  },
  {
    title: 'a function of Python, by name',
    attributes: {
      'langfuse.observation.type': 'tool',
      'langfuse.observation.input': `{"args":[],"kwargs":${ODD}}`,
      'langfuse.observation.output': FOUND,
    },
  },
];

const RESPONSES: Sent[] = [
  { title: 'the GenAI conventions', attributes: { 'gen_ai.output.messages': `[${ASKED}]` } },
  {
    title: 'OpenInference, the lists',
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'call_1',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'pay',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': ODD,
    },
  },
  {
    title: 'OpenInference, a body of Anthropic',
    attributes: {
      'openinference.span.kind': 'LLM',
      'output.value': `{"type":"message","role":"assistant","content":[${TOOL_USE}]}`,
    },
  },
  {
    title: 'Langfuse, a message of Chat Completions',
    attributes: {
      'langfuse.observation.type': 'generation',
      'langfuse.observation.output': `{"role":"assistant","tool_calls":[${chat(asText(ODD))}]}`,
    },
  },
  {
    title: 'LangSmith, a body of Chat Completions',
    attributes: {
      'langsmith.span.kind': 'llm',
      'gen_ai.completion': `{"choices":[{"message":{"role":"assistant","tool_calls":[${chat(asText(ODD))}]}}]}`,
    },
  },
  {
    title: 'LangSmith, a message of LangChain',
    attributes: {
      'langsmith.span.kind': 'llm',
      'gen_ai.completion': `{"messages":[{"type":"ai","content":"","tool_calls":[{"id":"call_1","name":"pay","args":${ODD}}]}]}`,
    },
  },
  {
    title: 'OpenLLMetry, the lists',
    attributes: {
      'llm.request.type': 'chat',
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.tool_calls.0.id': 'call_1',
      'gen_ai.completion.0.tool_calls.0.name': 'pay',
      'gen_ai.completion.0.tool_calls.0.arguments': ODD,
    },
  },
];

const HISTORIES: Sent[] = [
  { title: 'the GenAI conventions', attributes: { 'gen_ai.input.messages': `[${ASKED},${REPORTED}]` } },
  {
    title: 'OpenInference, a body of Anthropic',
    attributes: {
      'openinference.span.kind': 'LLM',
      'input.value': `{"model":"claude","max_tokens":9,"messages":[{"role":"assistant","content":[${TOOL_USE}]},{"role":"user","content":[${TOOL_RESULT}]}]}`,
    },
  },
  {
    title: 'OpenInference, the lists',
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.input_messages.0.message.role': 'tool',
      'llm.input_messages.0.message.tool_call_id': 'call_1',
      'llm.input_messages.0.message.content': FOUND,
    },
  },
];

describe('what was sent is what is stored', () => {
  it.each(RUNS)('of the run of a tool: $title', (sent) => {
    const [call] = textsOf(sent, {});
    expect(call).toMatchObject({ arguments: ODD, result: FOUND });
  });

  it.each(RESPONSES)('of a response: $title', (sent) => {
    const [call] = textsOf(sent, CHAT);
    expect(call).toMatchObject({ arguments: ODD });
  });

  it.each(HISTORIES)('of a history: $title', (sent) => {
    const results = textsOf(sent, CHAT).map((texts) => texts?.result);
    expect(results).toContain(FOUND);
  });
});

const CHAT = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'some-model' };

function textsOf({ attributes, scope = '' }: Sent, more: Sent['attributes']) {
  const stored = toStorable(
    { projectId: '11111111-1111-4111-8111-111111111111' },
    normalise(spanOf({ ...more, ...attributes }, scope)),
  );
  return stored.calls.map(({ texts }) => texts);
}

function spanOf(attributes: Sent['attributes'], scope: string): Span {
  return {
    ...emptySpan({ attributes: new Map() }, { name: scope, version: '', attributes: new Map() }),
    traceId: Buffer.alloc(16, 1),
    spanId: Buffer.alloc(8, 1),
    name: 'pay',
    kind: 1,
    startTimeUnixNano: 1_790_000_000_000_000_000n,
    endTimeUnixNano: 1_790_000_001_000_000_000n,
    attributes: new Map(Object.entries(attributes)),
  };
}
