/** Mastra's exporter: semconv names with JSON texts in odd places, messages with thinking left unconverted (otel-genai §5.11). */
import type { SpanKind } from '@subtext/db';
import { decodeMessages, GEN_AI, type DecodeOptions, type Message } from '@subtext/reasoning';
import type { Dialect, SpanFacts, SpanReader } from './dialect.ts';
import { metadataUnder } from './span-context.ts';
import { listOf, messagesOf, providerOutput, recordOf, toolOf, usageOf } from './values.ts';

export const MASTRA: Dialect = {
  name: 'mastra',
  detects: ({ prefixes }) => prefixes.has('mastra'),
  facts,
};

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

function facts({ span, read, text, json }: SpanReader): SpanFacts {
  const type = text('mastra.span.type');
  const own = `mastra.${type ?? ''}`;
  // Newer versions have a span for each model call inside, with the figures, and call that one the chat.
  const isAround = type === 'model_generation' && text('gen_ai.operation.name') !== 'chat';
  return {
    kind: isAround ? 'chain' : KINDS.get(type),
    context: {
      sessionId: text('mastra.metadata.sessionId', 'mastra.metadata.threadId'),
      tags: listOf(read('mastra.tags')),
      metadata: metadataUnder(span.attributes, 'mastra.metadata.'),
    },
    model: { finishReason: listOf(read(GEN_AI.finishReasons))[0] },
    usage: usageOf({
      cacheRead: read('gen_ai.usage.cache_read_input_tokens'),
      cacheWrite: read('gen_ai.usage.cache_creation_input_tokens'),
      reasoning: read('gen_ai.usage.reasoning_tokens'),
    }),
    // The converted output keeps only the text where it has one; the span's own has the thinking and the calls.
    output: (options) => {
      const whole = messagesOf(json(`${own}.output`), 'assistant', options);
      return whole.some(({ parts }) => parts.some((part) => part.kind !== 'text'))
        ? whole
        : decodeMessages(read(GEN_AI.outputMessages), options);
    },
    repeats: 'thoughts',
    ...(type === 'model_step' && { told: (options: DecodeOptions) => answerOfStep(json, options) }),
    execution: () => toolOf({ arguments: read(`${own}.input`), result: read(`${own}.output`) }),
  };
}

/** The span of the model call inside has the words and the figures; the step has the calls and, when nothing was streamed, the provider's own body. */
function answerOfStep(json: SpanReader['json'], options: DecodeOptions): Message[] {
  const whole = providerOutput(json('mastra.metadata.body'), options);
  if (whole.length > 0) return whole;
  const { reasoning, reasoningText, text, toolCalls } = recordOf(json('mastra.model_step.output'));
  const thought = [reasoningText, reasoning].find((said) => typeof said === 'string' && said !== '');
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
