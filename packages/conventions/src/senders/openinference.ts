/**
 * OpenInference (Arize): lists flattened into attributes; the only convention with ids, signatures and encrypted
 * thinking (otel-genai §2).
 */
import {
  attributeJson,
  hasThinking,
  HIDDEN_BY_SENDER,
  recordOf,
  statusOfResult,
  summarisesThinking,
  thinkingFirst,
  otherPart,
  turnsTogether,
  type AttributedCall,
  type DecodeOptions,
  type Message,
  type ModelResponse,
  type Part,
  type SpanKind,
  type Usage,
} from '@subtext/reasoning';
import { child, itemsOf, leaf, nestedAt, type Nested } from '../shared/nested.ts';
import { answerOf, requestIn, responseIn, unwrappedMessages } from './openinference-bodies.ts';
import { taskFacts, taskInput } from './openinference-tasks.ts';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';
import { responseIdIn, toolAnswer } from '../shared/langchain.ts';
import type { DecodedSpan, ModelFacts, SpanFacts, SpanReader } from '../facts.ts';
import { beginsCallOfBeeai, kindOfBeeai, toolOfBeeai } from './beeai.ts';
import { metadataFrom, withoutUndefined } from '../shared/texts.ts';
import { effortIn, listOf, namedArguments, toolOf, usageOf, inclusive } from '../shared/values.ts';

export const OPENINFERENCE: Convention = {
  name: 'openinference',
  detects: ({ prefixes, has }) => prefixes.has('openinference') || has('openinference.span.kind'),
  messages: {
    input: inputOf,
    output: (sent, options) => {
      const body = openInferenceBody(sent);
      return outputOf(sent, body ? answerOf(sent, body, options) : unwrappedMessages(sent.json, options), options);
    },
  },
  facts: openInferenceFacts,
};

const BODIES = new WeakMap<SentSpan, ModelResponse | null>();

/** The body of the response, parsed once per span: usage is read from it, too. */
function openInferenceBody(sent: SentSpan): ModelResponse | null {
  const cached = BODIES.get(sent);
  if (cached !== undefined) return cached;
  const { text } = sent;
  const model = text('llm.response.model_name', 'llm.request.model_name', 'llm.model_name', 'embedding.model_name');
  const body = responseIn(sent, model);
  BODIES.set(sent, body);
  return body;
}

/**
 * The flattened lists lose what the bodies have: all but the last of several Anthropic results, and `reasoning_content`
 * from hosts that speak Chat Completions. Where the bodies are hidden or cut, only the lists are left.
 */
function inputOf(sent: SentSpan, options: DecodeOptions): Message[] {
  const { attributes, json } = sent;
  const { whole, part } = requestIn(json, options);
  if (whole.length > 0 || part.some(hasThinking)) return whole.length > 0 ? whole : part;
  const listed = turnsTogether(messagesAt(nestedAt(attributes, 'llm.input_messages'), options));
  if (listed.length > 0) return listed;
  const task = taskInput(sent);
  if (task.length > 0) return task;
  return part.length > 0 ? part : textsAt(nestedAt(attributes, 'llm.prompts'), 'prompt', 'user');
}

/** For models without messages: prompts, and one completion per choice. */
function textsAt(root: Nested | undefined, kind: 'prompt' | 'completion', role: string): Message[] {
  return itemsOf(root).flatMap((item) => {
    const content = leaf(child(item, kind), 'text');
    return content === undefined ? [] : [{ role, parts: [{ kind: 'text', key: '0', text: content }] }];
  });
}

function outputOf(sent: SentSpan, bodyMessages: Message[], options: DecodeOptions): Message[] {
  const response = IN_PIECES.has(sent.scope) ? turnsTogether(bodyMessages) : bodyMessages;
  if (response.some(hasThinking)) return response;
  const listed = withThoughts(sent, messagesAt(nestedAt(sent.attributes, 'llm.output_messages'), options));
  // With the Responses API each output item is a message; Bedrock agents write the text and its call, BeeAI a piece of
  // a stream.
  const items =
    IN_PIECES.has(sent.scope) ||
    listed.some(({ parts }) => parts.length > 0 && parts.every(({ kind }) => kind === 'reasoning'));
  const messages = items ? turnsTogether(listed) : listed;
  const isMore = messages.some(hasThinking) || callsIn(messages) > callsIn(response);
  if (response.length > 0 && !isMore) return response;
  return messages.length > 0 ? messages : textsAt(nestedAt(sent.attributes, 'llm.choices'), 'completion', 'assistant');
}

const IN_PIECES = new Set([
  'openinference.instrumentation.bedrock',
  'openinference.instrumentation.beeai',
  '@arizeai/openinference-instrumentation-beeai',
]);

/** The Strands processor writes a body without the calls. */
function callsIn(messages: readonly Message[]): number {
  return messages.reduce((sum, { parts }) => sum + parts.filter(({ kind }) => kind === 'tool_call').length, 0);
}

/** smolagents: the thought is an extra text after the message, which is alone in the body. */
function withThoughts({ scope, json }: SentSpan, messages: Message[]): Message[] {
  if (scope !== 'openinference.instrumentation.smolagents') return messages;
  const { content: answer = null } = recordOf(json('output.value'));
  if (answer !== null && typeof answer !== 'string') return messages;
  const thoughtOf = (part: Part): Part =>
    part.kind === 'text' && part.text !== answer
      ? { kind: 'reasoning', key: part.key, text: part.text, format: 'parsed', field: 'reasoning_content' }
      : part;
  return thinkingFirst(messages.map((message) => ({ ...message, parts: message.parts.map(thoughtOf) })));
}

function messagesAt(root: Nested | undefined, options: DecodeOptions): Message[] {
  return itemsOf(root).map((item) => {
    const message = child(item, 'message');
    if (isCallOfTool(message)) return { role: 'assistant', parts: callsBeside(message, options) };
    const role = leaf(message, 'role') ?? 'assistant';
    return { role, parts: partsOf(message, options) };
  });
}

/**
 * Bedrock agents: the model's call is a message of the tool, with the id that the result has. A result has no calls.
 */
function isCallOfTool(message: Nested | undefined): boolean {
  return leaf(message, 'tool_call_id') !== undefined && child(message, 'tool_calls') !== undefined;
}

function callsBeside(message: Nested | undefined, options: DecodeOptions): Part[] {
  return itemsOf(child(message, 'tool_calls')).flatMap((item) => callParts(child(item, 'tool_call'), options));
}

/** Ordered contents first, then what is beside them, each call once. */
function partsOf(message: Nested | undefined, options: DecodeOptions): Part[] {
  const callId = leaf(message, 'tool_call_id');
  const messageText = leaf(message, 'content');
  if (callId !== undefined)
    return [{ kind: 'tool_result', callId, result: attributeJson(messageText) ?? resultIn(message) }];
  const parts = itemsOf(child(message, 'contents')).flatMap((item, index) =>
    contentParts(item, String(index), options),
  );
  if (messageText !== undefined && !parts.some((part) => part.kind === 'text'))
    parts.push({ kind: 'text', key: 'content', text: messageText });
  const callIds = new Set(parts.flatMap((part) => (part.kind === 'tool_call' ? [part.id] : [])));
  const beside = callsBeside(message, options);
  return [
    ...parts,
    ...beside.filter((part) => part.kind === 'tool_call' && !callIds.has(part.id)),
    ...legacyCall(message, options),
  ];
}

/** A result that is a list of contents: its only text, or all of them. */
function resultIn(message: Nested | undefined): unknown {
  const texts = itemsOf(child(message, 'contents')).flatMap(
    (item) => leaf(child(item, 'message_content'), 'text') ?? [],
  );
  return texts.length > 1 ? texts : attributeJson(texts[0]);
}

const TEXTS = new Set(['text', 'input_text', 'output_text']);

function contentParts(item: Nested, key: string, options: DecodeOptions): Part[] {
  const called = child(item, 'tool_call') ?? child(item, 'message_content', 'tool_call');
  if (called) return callParts(called, options);
  const content = child(item, 'message_content');
  const type = leaf(content, 'type') ?? 'text';
  if (type === 'reasoning') return [thinkingPart(content, key, options)];
  if (TEXTS.has(type)) return [{ kind: 'text', key, text: leaf(content, 'text') ?? '' }];
  // `message_content.image.image.url`: a URL, or a data URI.
  const media = child(content, type, type);
  return [otherPart({ type, url: leaf(media, 'url'), mime_type: leaf(media, 'mime_type') }, type)];
}

function thinkingPart(content: Nested | undefined, key: string, options: DecodeOptions): Part {
  const thoughtText = leaf(content, 'text');
  const itemId = leaf(content, 'id');
  const signature = leaf(content, 'signature');
  const encrypted = leaf(content, 'encrypted_content');
  const data = leaf(content, 'data') ?? encrypted;
  const seal = {
    ...(signature !== undefined && { signature }),
    ...(data !== undefined && { data }),
    ...(itemId !== undefined && { itemId }),
  };
  // OpenAI's items (`rs_…`) carry summaries; so does a text with encrypted thinking beside it.
  const summary = encrypted !== undefined || itemId?.startsWith('rs_') === true || summarisesThinking(options.model);
  const format = summary ? 'summary' : 'parsed';
  if (thoughtText !== undefined && thoughtText !== HIDDEN_BY_SENDER)
    return { kind: 'reasoning', key, text: thoughtText, format, field: 'reasoning', ...seal };
  if (leaf(content, 'data') !== undefined)
    return { kind: 'redacted', key, format: 'anthropic', field: 'reasoning', ...seal };
  return { kind: 'hidden', key, encrypted: encrypted !== undefined, format, field: 'reasoning', ...seal };
}

function callParts(call: Nested | undefined, options: DecodeOptions): Part[] {
  const id = leaf(call, 'id');
  const name = leaf(child(call, 'function'), 'name');
  if (id === undefined && name === undefined) return [];
  const signature = leaf(call, 'reasoning_signature');
  return [
    {
      kind: 'tool_call',
      id: id ?? generated(options),
      ...(id === undefined && { idGenerated: true }),
      name: name ?? '',
      arguments: attributeJson(leaf(child(call, 'function'), 'arguments') ?? '{}'),
      itemType: 'tool_use',
      type: 'function',
      ...(signature !== undefined && { signature }),
    },
  ];
}

function legacyCall(message: Nested | undefined, options: DecodeOptions): Part[] {
  const name = leaf(message, 'function_call_name');
  if (name === undefined) return [];
  const callArguments = attributeJson(leaf(message, 'function_call_arguments_json') ?? '{}');
  return [
    {
      kind: 'tool_call',
      id: generated(options),
      idGenerated: true,
      name,
      arguments: callArguments,
      itemType: 'function_call',
      type: 'function',
    },
  ];
}

function generated({ generateId }: DecodeOptions): string {
  return generateId?.() ?? globalThis.crypto.randomUUID();
}

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['LLM', 'generation'],
  ['EMBEDDING', 'embedding'],
  ['CHAIN', 'chain'],
  ['RERANKER', 'rerank'],
  ['RETRIEVER', 'retriever'],
  ['TOOL', 'tool'],
  ['AGENT', 'agent'],
]);

function openInferenceFacts(reader: SpanReader): SpanFacts {
  const { span, read, text, json } = reader;
  const parameters = recordOf(read('llm.invocation_parameters'));
  const kind = kindOf(reader);
  const requestModel = text('llm.request.model_name', 'llm.model_name', 'embedding.model_name', 'reranker.model_name');
  const responseModel = text('llm.response.model_name');
  const body = kind === 'generation' ? openInferenceBody(reader) : null;
  return {
    kind,
    task: taskFacts(reader, kind),
    context: {
      agentName: text('agent.name') ?? agentOf(reader, kind),
      metadata: metadataFrom(json('metadata')),
      tags: listOf(read('tag.tags')),
    },
    model: {
      provider: text('llm.provider', 'llm.system'),
      requestModel,
      responseModel,
      responseId: body?.id ?? (kind === 'generation' ? responseIdIn(json('output.value')) : undefined),
      finishReason: text('llm.finish_reason'),
      reasoningEffort: effortIn(parameters),
      ...streamOf(span, parameters),
    },
    usage: usageIn(reader, body?.usage),
    // When streaming, the Python package keeps only the last piece of `reasoning_content`.
    repeats: 'thoughts',
    ...(beginsCallOfBeeai(reader) && { asked: 'input' as const }),
    execution: () => executionOf(reader),
  };
}

/** LangChain writes the name into the metadata of each span; the OpenAI Agents SDK names the node of its graph. */
function agentOf({ json, text }: SpanReader, kind: SpanKind): string | undefined {
  const { lc_agent_name: name } = recordOf(json('metadata'));
  if (typeof name === 'string') return name;
  return kind === 'agent' ? text('graph.node.id') : undefined;
}

function usageIn({ read, span }: SpanReader, inBody: Usage | undefined): Usage | undefined {
  const cacheRead =
    read('llm.token_count.prompt_details.cache_read') ?? read('llm.token_count.prompt_details.cache_input');
  const cacheWrite = read('llm.token_count.prompt_details.cache_write');
  const usage = usageOf(
    {
      input: read('llm.token_count.prompt'),
      cacheRead,
      cacheWrite,
      // Not a name of the convention: client wrappers leave it to the answer, others write it beside the sum.
      cacheWriteHour: read('llm.token_count.prompt_details.cache_write_1h') ?? (cacheWrite && inBody?.cacheWriteHour),
      output: read('llm.token_count.completion'),
      // The Anthropic wrapper leaves it out.
      reasoning: read('llm.token_count.completion_details.reasoning') ?? inBody?.reasoning,
      costUsd: read('llm.cost.total'),
    },
    { cacheOutside: span.scope.name === OF_AGENT_SDK },
  );
  if (!usage) return undefined;
  const isCacheTold = cacheRead !== undefined || cacheWrite !== undefined;
  return inclusive(isCacheTold ? usage : { ...usage, ...cachedIn(inBody) }, read('llm.token_count.total'));
}

/** Claude's Agent SDK reports usage like Claude, with cached tokens outside the input. */
const OF_AGENT_SDK = 'openinference.instrumentation.claude_agent_sdk';

/** The Anthropic wrapper for JavaScript reports the input without cached tokens, and does not mark it so. */
function cachedIn({ input, cacheRead, cacheWrite, cacheWriteHour }: Usage = {}): Usage {
  if (input === undefined || !(cacheRead || cacheWrite)) return {};
  return withoutUndefined({ input, cacheRead, cacheWrite, cacheWriteHour });
}

const OPENAI_AGENTS: ReadonlySet<string> = new Set([
  'openinference.instrumentation.openai_agents',
  '@arizeai/openinference-instrumentation-openai-agents',
]);

/**
 * The OpenAI Agents SDK reports a handoff between agents as a tool; the model's call is one already. LangChain reports an
 * agent as a chain of its name.
 */
function kindOf(reader: SpanReader): SpanKind {
  const { span, text } = reader;
  if (OPENAI_AGENTS.has(span.scope.name) && span.name.startsWith('handoff')) return 'span';
  const kind = KINDS.get(text('openinference.span.kind')?.toUpperCase()) ?? 'span';
  if (kind === 'chain' && agentOf(reader, kind) === span.name) return 'agent';
  return kindOfBeeai(reader, kind) ?? kind;
}

function streamOf(span: DecodedSpan, parameters: Record<string, unknown>): Partial<ModelFacts> {
  const first = span.events.find(({ name }) => name === 'First Token Stream Event');
  if (!first) return parameters.stream === true ? { streaming: true } : {};
  const wait = Number(first.timeUnixNano - span.startTimeUnixNano) / 1e6;
  return { streaming: true, ...(wait >= 0 && { timeToFirstChunk: wait }) };
}

/**
 * `tool.parameters` is the schema of the arguments for most senders, and the arguments for those without `input.value`.
 */
function executionOf(reader: SpanReader): AttributedCall {
  const { span, read, text, json } = reader;
  const answer = toolAnswer(json('output.value'));
  const name = text('tool.name') ?? toolOfBeeai(reader) ?? span.name;
  const tool = toolOf({
    id: text('tool.id', 'tool.call_id', 'tool_call.id') ?? answer?.id,
    name,
    arguments: namedArguments(read('input.value') ?? read('tool.parameters') ?? parametersOf(json(BEDROCK_ARGUMENTS))),
    result: answer ? answer.result : (answerOfGemini(json('output.value'), name) ?? read('output.value')),
  });
  if (isInterrupted(span)) return { ...tool, status: 'no_result' };
  if (answer?.isError) return { ...tool, status: 'error' };
  // The instrumentations mark every span OK that nothing was thrown in, also where a framework made a failure a result.
  return statusOfResult(tool) === 'probable_error' ? { ...tool, status: 'probable_error' } : tool;
}

/** LangGraph stops a tool that waits for approval by throwing, which is no failure; the tool runs again later. */
function isInterrupted({ events }: DecodedSpan): boolean {
  const message = events.find(({ name }) => name === 'exception')?.attributes.get('exception.message');
  return typeof message === 'string' && /^GraphInterrupt\b/m.test(message);
}

/** Google ADK: the value sent to the model, wrapped around the tool's result. */
function answerOfGemini(said: unknown, tool: string): unknown {
  const { name, response } = recordOf(said);
  return name === tool ? response : undefined;
}

const BEDROCK_ARGUMENTS = 'llm.input_messages.0.message.tool_calls.0.tool_call.function.arguments';

/** Parameters from Bedrock agents: `[{ name, type, value }]`. */
function parametersOf(said: unknown): unknown {
  if (!Array.isArray(said)) return said;
  const named = said.map(recordOf).flatMap(({ name, value }) => (typeof name === 'string' ? [[name, value]] : []));
  return named.length === said.length ? Object.fromEntries(named) : said;
}
