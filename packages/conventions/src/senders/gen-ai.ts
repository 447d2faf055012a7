/**
 * Spans with the OpenTelemetry GenAI semantic conventions as attributes (generations B and C, and A's names of token
 * counts). Our own SDK sends the same names plus `subtext.*`, which the codecs of packages/reasoning read; so one
 * reader serves both.
 */
import {
  anyInput,
  anyOutput,
  attributeJson,
  attributeText,
  decodeCall,
  decodeMessages,
  decodeTask,
  decodeTaskOutput,
  decodeTaskUnits,
  decodeUsage,
  finishReasonIn,
  GEN_AI,
  inputMessages,
  isTask,
  outputMessages,
  recordOf,
  SDK_SCOPE,
  type AttributedCall,
  type DecodeOptions,
  type Message,
  type SpanKind,
  type Usage,
} from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';
import type { ModelFacts, SpanFacts, SpanReader } from '../facts.ts';
import { withoutUndefined } from '../shared/texts.ts';
import { listOf, millisecondsOf, usageOf, inclusive } from '../shared/values.ts';

export const GEN_AI_CONVENTION: Convention = {
  name: 'gen-ai',
  detects: ({ prefixes }) => prefixes.has('gen_ai'),
  messages: {
    input: (sent, options) => {
      const messages = inputMessages(sent, options);
      return messages.length > 0
        ? messages
        : anyInput(wholeIn(sent, ['gen_ai.prompt', 'gen_ai.request.messages', 'input.value']), options);
    },
    output: (sent, options) => {
      const messages = outputMessages(sent, options);
      if (messages.length > 0) return messages;
      const separateAnswer = answerApart(sent, options);
      return separateAnswer.length > 0
        ? separateAnswer
        : anyOutput(wholeIn(sent, ['gen_ai.completion', 'output.value']), options);
    },
  },
  facts: genAiFacts,
};

/** Sentry writes the text and the calls of an answer to separate attributes. */
function answerApart({ text, json }: SentSpan, options: DecodeOptions): Message[] {
  const content = text('gen_ai.response.text');
  const calls = json('gen_ai.response.tool_calls');
  if (content === undefined && !Array.isArray(calls)) return [];
  return decodeMessages([{ role: 'assistant', content, tool_calls: calls }], options);
}

/**
 * Attributes that held the whole input or output before the conventions had names for messages: a body, messages, or
 * text.
 */
const wholeIn = ({ json }: SentSpan, names: readonly string[]): unknown =>
  names.map(json).find((value) => value !== undefined);

/** The newest conventions, with reasoning attributed before it was sent. */
export const SUBTEXT_SDK: Convention = {
  name: 'subtext',
  detects: ({ prefixes, scope }) => prefixes.has('subtext') || scope === SDK_SCOPE,
  messages: {
    input: ({ read }, options) => decodeMessages(read(GEN_AI.inputMessages), options),
    output: ({ read }, options) => decodeMessages(read(GEN_AI.outputMessages), options),
  },
  facts: nativeFacts,
};

/** For senders other than our own SDK, which follows the conventions exactly. */
function genAiFacts(reader: SpanReader): SpanFacts {
  const facts = nativeFacts(reader);
  return { ...facts, usage: usageFrom(reader, facts.usage), execution: () => executionOf(reader) };
}

/**
 * Names older than the conventions', or used beside them; many senders write 0 thinking tokens when they did not count
 * them.
 */
function usageFrom({ read }: SpanReader, ownUsage: Usage | undefined): Usage | undefined {
  const older = usageOf(
    {
      input: read('input_tokens'),
      cacheRead:
        read('gen_ai.usage.cache_read_input_tokens') ??
        read('gen_ai.usage.cached_input_tokens') ??
        read('gen_ai.usage.input_tokens.cached') ??
        read('agentscope.usage.cache_input_tokens'),
      cacheWrite:
        read('gen_ai.usage.cache_creation_input_tokens') ??
        read('gen_ai.usage.cache_write_input_tokens') ??
        read('gen_ai.usage.cache_write_tokens') ??
        read('agentscope.usage.cache_creation_input_tokens'),
      // Mastra; Laminar.
      cacheWriteHour:
        read('gen_ai.usage.cache_creation.1h_input_tokens') ??
        read('gen_ai.usage.cache_creation.input_tokens.ephemeral_1h'),
      output: read('output_tokens'),
      reasoning: read('gen_ai.usage.reasoning_tokens') ?? read('gen_ai.usage.output_tokens.reasoning'),
    },
    { zeroThinkingIsUnknown: true },
  );
  const usage = older ? { ...older, ...ownUsage } : ownUsage;
  return usage && inclusive(usage, read('gen_ai.usage.total_tokens') ?? read('llm.usage.total_tokens'));
}

/**
 * Operations of the conventions, and those that senders invented. For an unknown one, the span's other attributes
 * decide.
 */
const KIND_OF_OPERATION: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ...['chat', 'generate_content', 'text_completion', 'completion', 'generate'].map(
    (name) => [name, 'generation'] as const,
  ),
  ['embeddings', 'embedding'],
  // Spring AI's word for it.
  ['embedding', 'embedding'],
  ['moderation', 'moderation'],
  ['rerank', 'rerank'],
  // OpenLIT; Logfire.
  ['image', 'image'],
  ['image_generation', 'image'],
  ['audio', 'speech'],
  ['speech', 'speech'],
  ['transcription', 'transcription'],
  ['retrieval', 'retriever'],
  ['execute_tool', 'tool'],
  ['invoke_agent', 'agent'],
  ['create_agent', 'agent'],
  ['invoke_workflow', 'chain'],
  ['plan', 'chain'],
  // Token counts and messages on these belong to a call with its own span, or to no call at all.
  ['fetch_response', 'span'],
  ...['search', 'create', 'update', 'upsert', 'delete'].map((verb) => [`${verb}_memory`, 'span'] as const),
  ...['create', 'delete'].map((verb) => [`${verb}_memory_store`, 'span'] as const),
]);

function nativeFacts(reader: SpanReader): SpanFacts {
  const { read } = reader;
  const usage = decodeUsage(read);
  const kind = decodeTask(read) ?? kindOf(reader, usage !== undefined);
  return {
    kind,
    task: kind && isTask(kind) ? { output: decodeTaskOutput(read), units: decodeTaskUnits(read) } : undefined,
    model: modelOf(reader),
    usage,
    execution: () => decodeCall(read),
  };
}

function kindOf({ read }: SpanReader, counted: boolean): SpanKind | undefined {
  const kind = KIND_OF_OPERATION.get(read(GEN_AI.operationName));
  if (kind) return kind;
  if (read(GEN_AI.toolName) !== undefined || read(GEN_AI.toolCallId) !== undefined) return 'tool';
  const model = read(GEN_AI.requestModel) ?? read(GEN_AI.responseModel);
  return model !== undefined && (counted || read(GEN_AI.outputMessages) !== undefined) ? 'generation' : undefined;
}

function modelOf(reader: SpanReader): Partial<ModelFacts> {
  const { read, text } = reader;
  const stream = read(GEN_AI.requestStream);
  const timeToFirstChunk = millisecondsOf(read(GEN_AI.timeToFirstChunk), 1000);
  return withoutUndefined({
    provider: text(GEN_AI.providerName, 'gen_ai.system'),
    requestModel: named(text(GEN_AI.requestModel)),
    responseModel: named(text(GEN_AI.responseModel)),
    responseId: text(GEN_AI.responseId),
    finishReason: finishReasonIn({ ...reader, read: listed(read) }),
    reasoningEffort: text(GEN_AI.reasoningLevel, ...OLDER_EFFORTS),
    // A sender that measures a first chunk had a stream, even when it does not report one.
    streaming: stream === undefined ? timeToFirstChunk !== undefined || undefined : attributeText(stream) === 'true',
    timeToFirstChunk,
  });
}

/**
 * Names from drafts of the conventions, from Azure's SDK and OpenRouter, and the value echoed in OpenAI's response, as
 * OpenLLMetry reports it.
 */
const OLDER_EFFORTS = [
  'gen_ai.request.reasoning_effort',
  'gen_ai.request.reasoning.effort',
  'gen_ai.response.reasoning_effort',
];

/** Java's instrumentations and OpenLLMetry's LangChain wrapper write this when no model is named. */
const named = (model: string | undefined): string | undefined =>
  model === 'none' || model === 'unknown' ? undefined : model;

/** .NET and Java attributes hold no lists: they use JSON text. */
const listed =
  (read: SpanReader['read']): SpanReader['read'] =>
  (name) => {
    const value = read(name);
    return name === GEN_AI.finishReasons && typeof value === 'string' && value.startsWith('[') ? listOf(value) : value;
  };

const PARAMETER = /^code\.function\.parameters\.(.+)\.value$/;

/**
 * -google-genai writes a name and a type beside each argument, in older versions as span attributes. Arguments that
 * were not reported stay unknown.
 */
function executionOf({ read, attributes }: SpanReader): AttributedCall {
  const call = decodeCall(read);
  const hasArguments = read(GEN_AI.toolArguments) !== undefined;
  const fields = hasArguments ? recordOf(call.arguments) : undefined;
  const parameters = (fields ? Object.keys(fields) : [...attributes.keys()]).flatMap((key) => {
    const name = PARAMETER.exec(key)?.[1];
    return name === undefined ? [] : [[name, fields ? fields[key] : read(key)] as const];
  });
  // Koog writes input and output under OpenInference's names.
  const reported = hasArguments ? call.arguments : attributeJson(read('input.value'));
  const result = call.result ?? read('code.function.return.value') ?? attributeJson(read('output.value'));
  return {
    ...call,
    arguments: parameters.length > 0 ? Object.fromEntries(parameters) : reported,
    ...(result !== undefined && { result }),
  };
}
