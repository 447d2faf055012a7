/**
 * Mastra's exporter: semconv names with JSON text in unusual places, and messages whose thinking is left unconverted
 * (otel-genai §5.11).
 */
import {
  decodeMessages,
  GEN_AI,
  messagesOf,
  providerOutput,
  recordOf,
  type DecodeOptions,
  type Message,
  type SpanKind,
} from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { providerOfAiSdk } from '../shared/providers.ts';
import { metadataUnder } from '../shared/texts.ts';
import { firstChunkAt, listOf, toolOf, usageOf } from '../shared/values.ts';

export const MASTRA: Convention = {
  name: 'mastra',
  detects: ({ prefixes }) => prefixes.has('mastra'),
  messages: {
    // The converted output keeps only the text when there is one; the span's own output has the thinking and the calls.
    output: ({ read, text, json }, options) => {
      const own = messagesOf(json(`mastra.${text('mastra.span.type') ?? ''}.output`), 'assistant', options);
      return own.some(({ parts }) => parts.some((part) => part.kind !== 'text'))
        ? own
        : decodeMessages(read(GEN_AI.outputMessages), options);
    },
  },
  facts: mastraFacts,
};

/** The input of an agent run: text, one message or several. Newer versions report it nowhere else. */
function mastraRunInput({ read }: SentSpan, options: DecodeOptions): Message[] {
  return messagesOf(read('mastra.agent_run.input'), 'user', options);
}

/**
 * The inner span of the model call has the text and the usage; the step has the calls and, without streaming, the
 * provider's own body.
 */
function answerOfMastraStep({ json }: SentSpan, options: DecodeOptions): Message[] {
  const whole = providerOutput(json('mastra.metadata.body'), options);
  if (whole.length > 0) return whole;
  const { reasoning, reasoningText, text, toolCalls } = recordOf(json('mastra.model_step.output'));
  const thought = [reasoningText, reasoning].find((candidate) => typeof candidate === 'string' && candidate !== '');
  const calls = Array.isArray(toolCalls) ? toolCalls.map(recordOf) : [];
  const parts = [
    ...(thought === undefined ? [] : [{ type: 'reasoning', content: thought }]),
    ...(typeof text === 'string' && text !== '' ? [{ type: 'text', content: text }] : []),
    ...calls.map(({ toolCallId: id, toolName: name, args, input }) => ({
      type: 'tool_call',
      id,
      name,
      arguments: args ?? input,
    })),
  ];
  return decodeMessages([{ role: 'assistant', parts }], options);
}

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['model_generation', 'generation'],
  ['model_inference', 'generation'],
  ['model_step', 'chain'],
  ['model_chunk', 'span'],
  ['tool_call', 'tool'],
  ['mcp_tool_call', 'tool'],
  ['agent_run', 'agent'],
  ['workflow_run', 'chain'],
  ['workflow_step', 'chain'],
]);

function mastraFacts(reader: SpanReader): SpanFacts {
  const { span, read, text } = reader;
  const type = text('mastra.span.type');
  const own = `mastra.${type ?? ''}`;
  // Newer versions have an inner span for each model call, with the token counts, and call that one the chat.
  const isAround = type === 'model_generation' && text('gen_ai.operation.name') !== 'chat';
  return {
    kind: isAround ? 'chain' : KINDS.get(type),
    context: {
      sessionId: text('mastra.metadata.sessionId', 'mastra.metadata.threadId'),
      // A resource is the owner of the threads.
      userId: text('mastra.metadata.userId', 'mastra.metadata.resourceId'),
      tags: listOf(read('mastra.tags')),
      metadata: metadataUnder(span.attributes, 'mastra.metadata.'),
    },
    model: {
      provider: modelProvider(text(GEN_AI.providerName)),
      finishReason: listOf(read(GEN_AI.finishReasons))[0],
      ...firstChunkAt(span, text('mastra.completion_start_time')),
    },
    usage: usageOf({
      cacheRead: read('gen_ai.usage.cache_read_input_tokens'),
      cacheWrite: read('gen_ai.usage.cache_creation_input_tokens'),
      reasoning: read('gen_ai.usage.reasoning_tokens'),
    }),
    repeats: 'thoughts',
    ...(type === 'agent_run' && { asked: (options: DecodeOptions) => mastraRunInput(reader, options) }),
    ...(type === 'model_step' && { recoveredAnswer: (options: DecodeOptions) => answerOfMastraStep(reader, options) }),
    execution: () => toolOf({ arguments: read(`${own}.input`), result: read(`${own}.output`) }),
  };
}

/** It maps to the conventions' names, `aws.bedrock` among them, and passes on other names from the AI SDK. */
const modelProvider = (said: string | undefined): string | undefined =>
  said !== undefined && /\.(?:chat|completion|embedding|generative-ai|image|messages|responses)$/.test(said)
    ? providerOfAiSdk(said)
    : undefined;
