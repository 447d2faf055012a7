/** OpenInference (Arize): lists flattened into attributes; the only convention with ids, signatures and encrypted thinking (otel-genai §2). */
import type { SpanKind } from '@subtext/db';
import {
  attributeJson,
  summarisesThinking,
  type AttributedCall,
  type DecodeOptions,
  type Message,
  type Part,
  thinkingFirst,
  turnsTogether,
} from '@subtext/reasoning';
import type { Span } from '../otlp/wire.ts';
import type { Dialect, SpanFacts, SpanReader } from './dialect.ts';
import { toolAnswer } from './langchain.ts';
import type { ModelFacts } from './model.ts';
import { answerOf, requestIn, responseIn, toldIn } from './openinference-bodies.ts';
import { metadataFrom } from './span-context.ts';
import {
  child,
  effortIn,
  itemsOf,
  leaf,
  listOf,
  namedArguments,
  nestedAt,
  recordOf,
  tellsOfThinking,
  toolOf,
  usageOf,
  type Nested,
} from './values.ts';

export const OPENINFERENCE: Dialect = {
  name: 'openinference',
  detects: ({ prefixes, has }) => prefixes.has('openinference') || has('openinference.span.kind'),
  facts,
};

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['LLM', 'generation'],
  ['EMBEDDING', 'embedding'],
  ['CHAIN', 'chain'],
  ['RETRIEVER', 'retriever'],
  ['TOOL', 'tool'],
  ['AGENT', 'agent'],
]);

function facts(reader: SpanReader): SpanFacts {
  const { span, read, text, json } = reader;
  const parameters = recordOf(read('llm.invocation_parameters'));
  const kind = kindOf(reader);
  const requestModel = text('llm.request.model_name', 'llm.model_name', 'embedding.model_name');
  const responseModel = text('llm.response.model_name');
  const body = kind === 'generation' ? responseIn(reader, responseModel ?? requestModel) : null;
  return {
    kind,
    context: {
      agentName: text('agent.name'),
      metadata: metadataFrom(json('metadata')),
      tags: listOf(read('tag.tags')),
    },
    model: {
      // Agno's is written as people write it.
      provider: text('llm.provider', 'llm.system')?.toLowerCase(),
      requestModel,
      responseModel,
      responseId: body?.id,
      finishReason: text('llm.finish_reason'),
      reasoningEffort: effortIn(parameters),
      ...streamOf(span, parameters),
    },
    usage: usageOf({
      input: read('llm.token_count.prompt'),
      cacheRead:
        read('llm.token_count.prompt_details.cache_read') ?? read('llm.token_count.prompt_details.cache_input'),
      cacheWrite: read('llm.token_count.prompt_details.cache_write'),
      output: read('llm.token_count.completion'),
      // The wrapper of Anthropic leaves it out.
      reasoning: read('llm.token_count.completion_details.reasoning') ?? body?.usage?.reasoning,
      costUsd: read('llm.cost.total'),
    }),
    input: (options) => inputOf({ span, json }, options),
    output: (options) => outputOf(reader, body ? answerOf(reader, body, options) : toldIn(json, options), options),
    // Of a stream the Python package keeps only the last piece of `reasoning_content`.
    repeats: 'thoughts',
    execution: () => executionOf(reader),
  };
}

/** The OpenAI Agents SDK calls it a tool when one agent hands over to another; the call of the model is one already. */
function kindOf({ span, text }: SpanReader): SpanKind {
  if (span.scope.name === 'openinference.instrumentation.openai_agents' && span.name.startsWith('handoff'))
    return 'span';
  return KINDS.get(text('openinference.span.kind')?.toUpperCase()) ?? 'span';
}

function streamOf(span: Span, parameters: Record<string, unknown>): Partial<ModelFacts> {
  const first = span.events.find(({ name }) => name === 'First Token Stream Event');
  if (!first) return parameters.stream === true ? { streaming: true } : {};
  const wait = Number(first.timeUnixNano - span.startTimeUnixNano) / 1e6;
  return { streaming: true, ...(wait >= 0 && { timeToFirstChunk: wait }) };
}

/** `tool.parameters` is the schema of the arguments for most, and the arguments for who has no `input.value`. */
function executionOf({ span, read, text, json }: SpanReader): AttributedCall {
  const answer = toolAnswer(json('output.value'));
  const tool = toolOf({
    id: text('tool.id', 'tool.call_id', 'tool_call.id') ?? answer?.id,
    name: text('tool.name') ?? span.name,
    arguments: namedArguments(read('input.value') ?? read('tool.parameters')),
    result: answer ? answer.result : read('output.value'),
  });
  return { ...tool, ...(answer?.isError && { isError: true }) };
}

/**
 * The flattened lists lose what the bodies have: all but the last of several results of Anthropic, `reasoning_content` of the hosts that speak
 * Chat Completions. Where the bodies are hidden or cut, the lists are what there is.
 */
function inputOf({ span, json }: Pick<SpanReader, 'span' | 'json'>, options: DecodeOptions): Message[] {
  const { whole, part } = requestIn(json, options);
  if (whole.length > 0 || part.some(tellsOfThinking)) return whole.length > 0 ? whole : part;
  const listed = turnsTogether(messagesAt(nestedAt(span.attributes, 'llm.input_messages'), options));
  return listed.length > 0 ? listed : part;
}

function outputOf(reader: SpanReader, response: Message[], options: DecodeOptions): Message[] {
  const { span } = reader;
  if (response.some(tellsOfThinking)) return response;
  const listed = withThoughts(reader, messagesAt(nestedAt(span.attributes, 'llm.output_messages'), options));
  // Of the Responses API each item of the output is a message, which elsewhere are the choices.
  const items = listed.some(({ parts }) => parts.length > 0 && parts.every(({ kind }) => kind === 'reasoning'));
  const messages = items ? turnsTogether(listed) : listed;
  const isMore = messages.some(tellsOfThinking) || callsIn(messages) > callsIn(response);
  return response.length > 0 && !isMore ? response : messages;
}

/** The processor for Strands writes a body without the calls. */
function callsIn(messages: readonly Message[]): number {
  return messages.reduce((sum, { parts }) => sum + parts.filter(({ kind }) => kind === 'tool_call').length, 0);
}

/** smolagents: the thought is one more text behind what was said, which stands alone in the body. */
function withThoughts({ span, json }: SpanReader, messages: Message[]): Message[] {
  if (span.scope.name !== 'openinference.instrumentation.smolagents') return messages;
  const { content: said = null } = recordOf(json('output.value'));
  if (said !== null && typeof said !== 'string') return messages;
  const thoughtOf = (part: Part): Part =>
    part.kind === 'text' && part.text !== said
      ? { kind: 'reasoning', key: part.key, text: part.text, format: 'parsed', field: 'reasoning_content' }
      : part;
  return thinkingFirst(messages.map((message) => ({ ...message, parts: message.parts.map(thoughtOf) })));
}

function messagesAt(root: Nested | undefined, options: DecodeOptions): Message[] {
  return itemsOf(root).map((item) => {
    const message = child(item, 'message');
    const role = leaf(message, 'role') ?? 'assistant';
    return { role, parts: partsOf(message, options) };
  });
}

/** Ordered contents first; then what stands beside them, each call once. */
function partsOf(message: Nested | undefined, options: DecodeOptions): Part[] {
  const callId = leaf(message, 'tool_call_id');
  const said = leaf(message, 'content');
  if (callId !== undefined) return [{ kind: 'tool_result', callId, result: attributeJson(said) }];
  const parts = itemsOf(child(message, 'contents')).flatMap((item, index) =>
    contentParts(item, String(index), options),
  );
  if (said !== undefined && !parts.some((part) => part.kind === 'text'))
    parts.push({ kind: 'text', key: 'content', text: said });
  const known = new Set(parts.flatMap((part) => (part.kind === 'tool_call' ? [part.id] : [])));
  const beside = itemsOf(child(message, 'tool_calls')).flatMap((item) => callParts(child(item, 'tool_call'), options));
  return [
    ...parts,
    ...beside.filter((part) => part.kind === 'tool_call' && !known.has(part.id)),
    ...legacyCall(message, options),
  ];
}

const TEXTS = new Set(['text', 'input_text', 'output_text']);

function contentParts(item: Nested, key: string, options: DecodeOptions): Part[] {
  const called = child(item, 'tool_call') ?? child(item, 'message_content', 'tool_call');
  if (called) return callParts(called, options);
  const content = child(item, 'message_content');
  const type = leaf(content, 'type') ?? 'text';
  if (type === 'reasoning') return [thinkingPart(content, key, options)];
  if (TEXTS.has(type)) return [{ kind: 'text', key, text: leaf(content, 'text') ?? '' }];
  return [{ kind: 'other', providerType: type }];
}

function thinkingPart(content: Nested | undefined, key: string, options: DecodeOptions): Part {
  const said = leaf(content, 'text');
  const itemId = leaf(content, 'id');
  const signature = leaf(content, 'signature');
  const encrypted = leaf(content, 'encrypted_content');
  const data = leaf(content, 'data') ?? encrypted;
  const seal = {
    ...(signature !== undefined && { signature }),
    ...(data !== undefined && { data }),
    ...(itemId !== undefined && { itemId }),
  };
  // Items of OpenAI (`rs_…`) carry summaries; encrypted thinking beside a text says the same.
  const summary = encrypted !== undefined || itemId?.startsWith('rs_') === true || summarisesThinking(options.model);
  const format = summary ? 'summary' : 'parsed';
  if (said !== undefined) return { kind: 'reasoning', key, text: said, format, field: 'reasoning', ...seal };
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
  const given = attributeJson(leaf(message, 'function_call_arguments_json') ?? '{}');
  return [
    {
      kind: 'tool_call',
      id: generated(options),
      idGenerated: true,
      name,
      arguments: given,
      itemType: 'function_call',
      type: 'function',
    },
  ];
}

function generated({ generateId }: DecodeOptions): string {
  return generateId?.() ?? globalThis.crypto.randomUUID();
}
