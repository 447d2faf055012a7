/** The forms in which the instrumentations of agents write one model call. */
import type { Answer, Exchange, Message } from './agent-run.ts';
import {
  anthropicBodies,
  bedrockBodies,
  chatAnswer,
  chatBodies,
  chatFinish,
  chatMessages,
  chatTools,
  geminiBodies,
  inputTokens,
  outputTokens,
  responsesBodies,
  type Bodies,
} from './bodies.ts';

export type Attributes = Record<string, unknown>;

export interface SpanOfForm {
  attributes: Attributes;
  events?: { name: string; attributes: Attributes }[];
}

export type Fact = 'thoughts' | 'instructions' | 'effort' | 'finish';

export interface Form {
  name: string;
  scope: string;
  spanName?: string;
  span: (exchange: Exchange) => SpanOfForm;
  /** What the form has no place for. */
  lacks?: readonly Fact[];
}

const json = (value: unknown): string => JSON.stringify(value);

const flat = (prefix: string, value: unknown): Attributes =>
  typeof value === 'object' && value !== null
    ? Object.assign({}, ...Object.entries(value).map(([key, inner]) => flat(`${prefix}.${key}`, inner)))
    : { [prefix]: value };

// The GenAI conventions

const genAiParts = ({ thought, text, calls }: Answer) => [
  ...(thought === undefined ? [] : [{ type: 'reasoning', content: thought }]),
  ...(text === undefined ? [] : [{ type: 'text', content: text }]),
  ...calls.map(({ id, name, arguments: args }) => ({ type: 'tool_call', id, name, arguments: args })),
];

function genAiMessage(message: Message): object[] {
  if (message.role === 'user') return [{ role: 'user', parts: [{ type: 'text', content: message.text }] }];
  if (message.role === 'assistant') return [{ role: 'assistant', parts: genAiParts(message) }];
  return message.results.map(({ id, result }) => ({
    role: 'tool',
    parts: [{ type: 'tool_call_response', id, response: result }],
  }));
}

const genAiContent = (exchange: Exchange): Attributes => ({
  'gen_ai.input.messages': json(exchange.history.flatMap(genAiMessage)),
  'gen_ai.output.messages': json([
    { role: 'assistant', parts: genAiParts(exchange.answer), finish_reason: chatFinish(exchange) },
  ]),
  ...(exchange.run.system !== undefined && {
    'gen_ai.system_instructions': json([{ type: 'text', content: exchange.run.system }]),
  }),
  ...(exchange.run.tools && {
    'gen_ai.tool.definitions': json(exchange.run.tools.map((tool) => ({ type: 'function', ...tool }))),
  }),
});

const genAiFacts = (exchange: Exchange): Attributes => ({
  ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': 'gpt-5.2' },
  'gen_ai.usage.input_tokens': inputTokens(),
  'gen_ai.usage.output_tokens': outputTokens(exchange),
  ...(exchange.turn.thinkingTokens !== undefined && {
    'gen_ai.usage.reasoning.output_tokens': exchange.turn.thinkingTokens,
  }),
  ...(exchange.run.effort !== undefined && { 'gen_ai.request.reasoning.level': exchange.run.effort }),
});

function genAiEvents(exchange: Exchange): SpanOfForm['events'] {
  const { run, history, answer } = exchange;
  const message = (each: Record<string, unknown>): { name: string; attributes: Attributes } => {
    const { role, tool_call_id: id, reasoning_content: _thought, ...fields } = each;
    const attributes = { ...fields, ...(id !== undefined && { id }) };
    const texts = Object.entries(attributes).flatMap(([key, value]) =>
      value === null ? [] : [[key, typeof value === 'string' ? value : json(value)] as const],
    );
    return { name: `gen_ai.${String(role)}.message`, attributes: Object.fromEntries(texts) };
  };
  const { reasoning_content: _thought, ...output } = chatAnswer(answer);
  return [
    ...chatMessages({ ...exchange, run, history }).map((each) => message(each as Record<string, unknown>)),
    {
      name: 'gen_ai.choice',
      attributes: { index: 0, finish_reason: chatFinish(exchange), message: json(output) },
    },
  ];
}

// OpenInference

const openInference = (exchange: Exchange): Attributes => ({
  ...{ 'openinference.span.kind': 'LLM', 'llm.model_name': 'gpt-5.2', 'llm.provider': 'openai' },
  'llm.token_count.prompt': inputTokens(),
  'llm.token_count.completion': outputTokens(exchange),
  ...(exchange.turn.thinkingTokens !== undefined && {
    'llm.token_count.completion_details.reasoning': exchange.turn.thinkingTokens,
  }),
});

function openInferenceMessage(message: Message): object[] {
  if (message.role === 'user') return [{ message: { role: 'user', content: message.text } }];
  if (message.role === 'tool')
    return message.results.map(({ id, result }) => ({ message: { role: 'tool', tool_call_id: id, content: result } }));
  const { thought, text, calls } = message;
  const contents = [
    ...(thought === undefined ? [] : [{ message_content: { type: 'reasoning', text: thought } }]),
    ...(text === undefined ? [] : [{ message_content: { type: 'text', text } }]),
  ];
  const toolCalls = calls.map(({ id, name, arguments: args }) => ({
    tool_call: { id, function: { name, arguments: json(args) } },
  }));
  return [{ message: { role: 'assistant', contents, tool_calls: toolCalls } }];
}

const openInferenceLists = (exchange: Exchange): SpanOfForm => ({
  attributes: {
    ...openInference(exchange),
    ...flat('llm.input_messages', [
      ...(exchange.run.system === undefined ? [] : [{ message: { role: 'system', content: exchange.run.system } }]),
      ...exchange.history.flatMap(openInferenceMessage),
    ]),
    ...flat('llm.output_messages', openInferenceMessage(exchange.answer)),
    ...flat('llm.tools', chatTools(exchange)?.map((tool) => ({ tool: { json_schema: json(tool) } })) ?? []),
    'llm.finish_reason': chatFinish(exchange),
    'llm.invocation_parameters': json({ reasoning_effort: exchange.run.effort }),
  },
});

const openInferenceBodies =
  (bodies: (exchange: Exchange) => Bodies) =>
  (exchange: Exchange): SpanOfForm => {
    const { request, response } = bodies(exchange);
    const { messages: _messages, contents: _contents, input: _input, ...parameters } = request;
    return {
      attributes: {
        ...openInference(exchange),
        'llm.invocation_parameters': json(parameters),
        ...{ 'input.value': json(request), 'input.mime_type': 'application/json' },
        ...{ 'output.value': json(response), 'output.mime_type': 'application/json' },
      },
    };
  };

// OpenLLMetry

function openLlmetry(exchange: Exchange): SpanOfForm {
  const { history, run, answer, turn } = exchange;
  const entry = (message: Message): object[] => {
    if (message.role === 'user') return [{ role: 'user', content: message.text }];
    if (message.role === 'tool')
      return message.results.map(({ id, result }) => ({ role: 'tool', content: result, tool_call_id: id }));
    const { thought, text, calls } = message;
    const toolCalls = calls.map(({ id, name, arguments: args }) => ({ id, name, arguments: json(args) }));
    return [
      ...(thought === undefined ? [] : [{ role: 'thinking', content: thought }]),
      { role: 'assistant', ...(text !== undefined && { content: text }), tool_calls: toolCalls },
    ];
  };
  const system = run.system === undefined ? [] : [{ role: 'system', content: run.system }];
  const functions = run.tools?.map(({ name, description, parameters }) => ({
    ...{ name, description, parameters: json(parameters) },
  }));
  return {
    attributes: {
      ...{ 'gen_ai.system': 'openai', 'llm.request.type': 'chat', 'gen_ai.request.model': 'gpt-5.2' },
      ...flat('gen_ai.prompt', [...system, ...history.flatMap(entry)]),
      ...flat(
        'gen_ai.completion',
        entry(answer).map((each) => ({ ...each, finish_reason: chatFinish(exchange) })),
      ),
      ...flat('llm.request.functions', functions ?? []),
      'gen_ai.usage.prompt_tokens': inputTokens(),
      'gen_ai.usage.completion_tokens': outputTokens(exchange),
      ...(turn.thinkingTokens !== undefined && { 'gen_ai.usage.reasoning_tokens': turn.thinkingTokens }),
      ...(run.effort !== undefined && { 'gen_ai.request.reasoning_effort': run.effort }),
    },
  };
}

// Vercel AI SDK

function aiSdkMessage(message: Message): object {
  if (message.role === 'user') return { role: 'user', content: [{ type: 'text', text: message.text }] };
  if (message.role === 'tool')
    return {
      role: 'tool',
      content: message.results.map(({ id, name, result }) => ({
        ...{ type: 'tool-result', toolCallId: id, toolName: name, output: { type: 'text', value: result } },
      })),
    };
  const { thought, text, calls } = message;
  const content = [
    ...(thought === undefined ? [] : [{ type: 'reasoning', text: thought }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, name, arguments: input }) => ({ type: 'tool-call', toolCallId: id, toolName: name, input })),
  ];
  return { role: 'assistant', content };
}

function aiSdk({ run, history, answer, turn, ...rest }: Exchange): SpanOfForm {
  const exchange = { run, history, answer, turn, ...rest };
  const system = run.system === undefined ? [] : [{ role: 'system', content: run.system }];
  const calls = answer.calls.map(({ id, name, arguments: input }) => ({
    ...{ toolCallType: 'function', toolCallId: id, toolName: name, input: json(input) },
  }));
  return {
    attributes: {
      ...{ 'ai.operationId': 'ai.generateText.doGenerate', 'ai.model.id': 'gpt-5.2' },
      'ai.model.provider': 'openai.chat',
      'ai.prompt.messages': json([...system, ...history.map(aiSdkMessage)]),
      ...(run.tools && {
        'ai.prompt.tools': run.tools.map(({ name, description, parameters }) =>
          json({ type: 'function', name, description, inputSchema: parameters }),
        ),
      }),
      ...(answer.thought !== undefined && { 'ai.response.reasoning': answer.thought }),
      ...(answer.text !== undefined && { 'ai.response.text': answer.text }),
      ...(calls.length > 0 && { 'ai.response.toolCalls': json(calls) }),
      'ai.response.finishReason': turn.isCut ? 'length' : calls.length > 0 ? 'tool-calls' : 'stop',
      'ai.usage.inputTokens': inputTokens(),
      'ai.usage.outputTokens': outputTokens(exchange),
      ...(turn.thinkingTokens !== undefined && { 'ai.usage.reasoningTokens': turn.thinkingTokens }),
    },
  };
}

// Tracing products

function langfuse(exchange: Exchange): SpanOfForm {
  const { run, turn, answer } = exchange;
  const tokens = turn.thinkingTokens;
  return {
    attributes: {
      'langfuse.observation.type': 'generation',
      'langfuse.observation.input': json({ messages: chatMessages(exchange), tools: chatTools(exchange) }),
      'langfuse.observation.output': json(chatAnswer(answer)),
      'langfuse.observation.model.name': 'gpt-5.2',
      'langfuse.observation.model.parameters': json({ reasoning_effort: run.effort }),
      'langfuse.observation.usage_details': json({
        ...{ input: inputTokens(), output: outputTokens(exchange) - (tokens ?? 0) },
        ...(tokens !== undefined && { output_reasoning_tokens: tokens }),
      }),
    },
  };
}

function logfire(exchange: Exchange): SpanOfForm {
  const { request } = chatBodies(exchange);
  return {
    attributes: {
      ...{ 'logfire.msg': 'Chat Completion', 'gen_ai.request.model': 'gpt-5.2' },
      'gen_ai.usage.input_tokens': inputTokens(),
      'gen_ai.usage.output_tokens': outputTokens(exchange),
      request_data: json(request),
      response_data: json({ message: chatAnswer(exchange.answer) }),
    },
  };
}

function mlflow(exchange: Exchange): SpanOfForm {
  const { request, response } = chatBodies(exchange);
  return {
    attributes: {
      ...{ 'mlflow.spanType': json('CHAT_MODEL'), 'mlflow.message.format': json('openai') },
      'mlflow.llm.model': json('gpt-5.2'),
      'mlflow.spanInputs': json(request),
      'mlflow.spanOutputs': json(response),
    },
  };
}

function googleAdk(exchange: Exchange): SpanOfForm {
  const { request, response } = geminiBodies(exchange);
  const { contents, systemInstruction, tools } = request;
  const [candidate] = response.candidates as Record<string, unknown>[];
  const { system, effort } = exchange.run;
  const level = effort === 'none' ? { thinking_budget: 0 } : { thinking_level: effort };
  const thinking = effort === undefined ? undefined : level;
  return {
    attributes: {
      ...{ 'gen_ai.system': 'gcp.vertex.agent', 'gen_ai.request.model': 'gemini-2.5-pro' },
      'gcp.vertex.agent.llm_request': json({
        ...{ model: 'gemini-2.5-pro', contents },
        config: {
          ...(systemInstruction !== undefined && { system_instruction: system }),
          tools,
          thinking_config: thinking,
        },
      }),
      'gcp.vertex.agent.llm_response': json({
        content: candidate!.content,
        finish_reason: candidate!.finishReason,
        usage_metadata: response.usageMetadata,
      }),
    },
  };
}

export const FORMS: readonly Form[] = [
  {
    name: 'GenAI conventions, attributes',
    scope: 'some.instrumentation',
    span: (exchange) => ({ attributes: { ...genAiFacts(exchange), ...genAiContent(exchange) } }),
  },
  {
    name: 'GenAI conventions, details event',
    scope: 'some.instrumentation',
    span: (exchange) => ({
      attributes: genAiFacts(exchange),
      events: [{ name: 'gen_ai.client.inference.operation.details', attributes: genAiContent(exchange) }],
    }),
  },
  {
    name: 'GenAI conventions, an event for each message',
    scope: 'opentelemetry.instrumentation_of_old',
    span: (exchange) => ({ attributes: genAiFacts(exchange), events: genAiEvents(exchange) ?? [] }),
    lacks: ['thoughts', 'instructions'],
  },
  { name: 'OpenInference, lists', scope: '@arizeai/openinference-instrumentation-openai', span: openInferenceLists },
  ...(
    [
      ['Chat Completions', chatBodies],
      ['Responses', responsesBodies],
      ['Anthropic Messages', anthropicBodies],
      ['Gemini', geminiBodies],
      ['Bedrock Converse', bedrockBodies],
    ] as const
  ).map(([api, bodies]) => ({
    name: `OpenInference, bodies of ${api}`,
    scope: 'openinference.instrumentation',
    span: openInferenceBodies(bodies),
  })),
  { name: 'OpenLLMetry', scope: 'opentelemetry.instrumentation.openai', span: openLlmetry },
  { name: 'Vercel AI SDK', scope: 'ai', span: aiSdk, lacks: ['effort'] },
  { name: 'Langfuse', scope: 'langfuse-sdk', span: langfuse, lacks: ['finish'] },
  { name: 'Logfire', scope: 'logfire.openai', span: logfire, lacks: ['effort', 'finish'] },
  { name: 'MLflow', scope: 'mlflow.tracing.provider', span: mlflow },
  { name: 'Google ADK', spanName: 'call_llm', scope: 'gcp.vertex.agent', span: googleAdk },
];
