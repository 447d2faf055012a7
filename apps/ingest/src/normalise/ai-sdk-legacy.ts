/** Vercel AI SDK 4 to 6, and `LegacyOpenTelemetry` of 7 (otel-genai §4). The outer spans repeat the sums of the inner ones: only the inner are generations. */
import type { SpanKind } from '@subtext/db';
import { decodeMessages, type DecodeOptions, type Message } from '@subtext/reasoning';
import type { Dialect, SpanFacts, SpanReader } from './dialect.ts';
import { metadataUnder } from './span-context.ts';
import { listOf, millisecondsOf, toolOf, usageOf } from './values.ts';

export const AI_SDK_LEGACY: Dialect = {
  name: 'ai-sdk',
  detects: ({ scope, has }) => scope === 'ai' || has('ai.operationId'),
  facts,
};

const METADATA = 'ai.telemetry.metadata.';

function facts({ span, read, text, json }: SpanReader): SpanFacts {
  return {
    kind: kindOf(text('ai.operationId') ?? span.name),
    context: {
      sessionId: text(`${METADATA}sessionId`),
      userId: text(`${METADATA}userId`),
      agentName: text('ai.telemetry.functionId'),
      tags: listOf(read(`${METADATA}tags`)),
      metadata: metadataUnder(span.attributes, METADATA),
    },
    model: {
      // `anthropic.messages`, `openai.responses`: the provider stands before the dot.
      provider: text('ai.model.provider')?.split('.')[0],
      requestModel: text('ai.model.id'),
      responseModel: text('ai.response.model'),
      responseId: text('ai.response.id'),
      finishReason: text('ai.response.finishReason'),
      timeToFirstChunk: millisecondsOf(read('ai.response.msToFirstChunk') ?? read('ai.stream.msToFirstChunk'), 1),
    },
    usage: usageOf({
      input: read('ai.usage.inputTokens') ?? read('ai.usage.promptTokens'),
      cacheRead: read('ai.usage.inputTokenDetails.cacheReadTokens') ?? read('ai.usage.cachedInputTokens'),
      cacheWrite: read('ai.usage.inputTokenDetails.cacheWriteTokens'),
      output: read('ai.usage.outputTokens') ?? read('ai.usage.completionTokens'),
      reasoning: read('ai.usage.outputTokenDetails.reasoningTokens') ?? read('ai.usage.reasoningTokens'),
    }),
    input: (options) => decodeMessages(read('ai.prompt.messages'), options),
    output: (options) => outputOf({ text, json }, options),
    // Versions 4 and 5; these details came with 6, and thoughts in the outputs with them.
    repeats: read('ai.usage.inputTokenDetails.noCacheTokens') === undefined ? 'thoughts' : undefined,
    execution: () =>
      toolOf({
        id: text('ai.toolCall.id'),
        name: text('ai.toolCall.name'),
        arguments: read('ai.toolCall.args'),
        result: read('ai.toolCall.result'),
      }),
  };
}

function kindOf(operation: string): SpanKind {
  if (/\.do(?:Generate|Stream)$/.test(operation)) return 'generation';
  if (/\.doEmbed$/.test(operation)) return 'embedding';
  if (operation === 'ai.toolCall') return 'tool';
  return 'chain';
}

/** The parts come apart: their order is lost, and thoughts come first. */
function outputOf({ text, json }: Pick<SpanReader, 'text' | 'json'>, options: DecodeOptions): Message[] {
  const thought = text('ai.response.reasoning', 'ai.response.reasoningText');
  const said = text('ai.response.text');
  const calls = json('ai.response.toolCalls');
  const parts: unknown[] = [
    ...(thought === undefined ? [] : [{ type: 'reasoning', content: thought }]),
    ...(said === undefined ? [] : [{ type: 'text', content: said }]),
    ...(Array.isArray(calls) ? calls.map((call: unknown) => ({ ...(call as object), type: 'tool-call' })) : []),
  ];
  return parts.length === 0 ? [] : decodeMessages([{ role: 'assistant', parts }], options);
}
