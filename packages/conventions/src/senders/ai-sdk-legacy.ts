/**
 * Vercel AI SDK 4 to 6, and `LegacyOpenTelemetry` of 7 (otel-genai §4). The outer spans repeat the sums of the inner
 * ones: only the inner are generations.
 */
import {
  decodeMessages,
  parseCutJson,
  recordOf,
  type DecodeOptions,
  type Message,
  type SpanKind,
  type Usage,
} from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { providerOfAiSdk } from '../shared/providers.ts';
import { metadataUnder, withoutUndefined } from '../shared/texts.ts';
import { listOf, millisecondsOf, providerUsage, toolOf, usageOf } from '../shared/values.ts';

export const AI_SDK_LEGACY: Convention = {
  name: 'ai-sdk',
  detects: ({ scope, has }) => scope === 'ai' || has('ai.operationId'),
  messages: {
    input: ({ read }, options) => decodeMessages(read('ai.prompt.messages'), options),
    output: outputOf,
  },
  facts: aiSdkLegacyFacts,
};

/** The parts come in separate attributes, so their order is lost. Thoughts go first. */
function outputOf({ text, json }: SentSpan, options: DecodeOptions): Message[] {
  const thought = text('ai.response.reasoning', 'ai.response.reasoningText');
  // Structured answers have only the object.
  const answer = text('ai.response.text', 'ai.response.object');
  const toolCalls = json('ai.response.toolCalls');
  const calls = typeof toolCalls === 'string' ? parseCutJson(toolCalls) : toolCalls;
  const parts: unknown[] = [
    ...(thought === undefined ? [] : [{ type: 'reasoning', content: thought }]),
    ...(answer === undefined ? [] : [{ type: 'text', content: answer }]),
    ...(Array.isArray(calls) ? calls.map((call: unknown) => ({ ...(call as object), type: 'tool-call' })) : []),
  ];
  return parts.length === 0 ? [] : decodeMessages([{ role: 'assistant', parts }], options);
}

const METADATA = 'ai.telemetry.metadata.';

function aiSdkLegacyFacts(reader: SpanReader): SpanFacts {
  const { span, read, text } = reader;
  const operation = text('ai.operationId') ?? span.name;
  return {
    // For spans that were renamed on their way (OpenLLMetry, custom tracers) the conventions' attributes decide.
    kind: operation.startsWith('ai.') || text('gen_ai.operation.name') === undefined ? kindOf(operation) : undefined,
    context: {
      sessionId: text(`${METADATA}sessionId`),
      userId: text(`${METADATA}userId`),
      agentName: text('ai.telemetry.functionId'),
      tags: listOf(read(`${METADATA}tags`)),
      metadata: metadataUnder(span.attributes, METADATA),
    },
    model: {
      provider: providerOfAiSdk(text('ai.model.provider')),
      requestModel: text('ai.model.id'),
      responseModel: text('ai.response.model'),
      responseId: text('ai.response.id'),
      finishReason: text('ai.response.finishReason'),
      streaming: operation.endsWith('.doStream') ? true : undefined,
      timeToFirstChunk:
        millisecondsOf(read('ai.response.msToFirstChunk') ?? read('ai.stream.msToFirstChunk'), 1) ??
        firstChunkIn(reader),
    },
    usage: usageIn(reader, operation),
    // Versions 4 and 5; version 6 added these details, and thoughts in the outputs.
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

function usageIn({ read, json }: SpanReader, operation: string): Usage | undefined {
  const usage = usageOf({
    // Embeddings have a single count.
    input: read('ai.usage.inputTokens') ?? read('ai.usage.promptTokens') ?? read('ai.usage.tokens'),
    cacheRead: read('ai.usage.inputTokenDetails.cacheReadTokens') ?? read('ai.usage.cachedInputTokens'),
    cacheWrite: read('ai.usage.inputTokenDetails.cacheWriteTokens'),
    output: read('ai.usage.outputTokens') ?? read('ai.usage.completionTokens'),
    reasoning: read('ai.usage.outputTokenDetails.reasoningTokens') ?? read('ai.usage.reasoningTokens'),
  });
  if (!usage || kindOf(operation) !== 'generation') return usage;
  const metadata = recordOf(recordOf(json('ai.response.providerMetadata')).anthropic);
  if (read('ai.usage.inputTokenDetails.noCacheTokens') === undefined)
    return { ...usage, ...cachedOfAnthropic(usage, metadata) };
  return { ...usage, ...withoutUndefined({ cacheWriteHour: providerUsage(metadata.usage)?.cacheWriteHour }) };
}

/**
 * Versions 4 and 5 report Anthropic's input without cached tokens and report those separately: 5 passes on the raw
 * usage, 4 has two figures.
 */
function cachedOfAnthropic({ input }: Usage, metadata: Record<string, unknown>): Usage {
  const { input: whole, cacheRead, cacheWrite, cacheWriteHour } = providerUsage(metadata.usage) ?? {};
  if (whole !== undefined) return withoutUndefined({ input: whole, cacheRead, cacheWrite, cacheWriteHour });
  const figures = { input, cacheRead: metadata.cacheReadInputTokens, cacheWrite: metadata.cacheCreationInputTokens };
  return figures.cacheRead === undefined ? {} : (usageOf(figures, { cacheOutside: true }) ?? {});
}

/** An event, with its value or by its time. */
function firstChunkIn({ events, span }: SpanReader): number | undefined {
  const index = events.findIndex(({ name }) => name === 'ai.stream.firstChunk');
  const time = span.events[index]?.timeUnixNano;
  if (time === undefined) return undefined;
  const elapsed = millisecondsOf(events[index]?.fields()['ai.stream.msToFirstChunk'], 1);
  return elapsed ?? millisecondsOf(Number(time - span.startTimeUnixNano) / 1e6, 1);
}

/** `anthropic.messages`, `openai.responses`: the provider is before the dot. Google's two are after it. */
function kindOf(operation: string): SpanKind {
  if (/\.do(?:Generate|Stream)$/.test(operation)) return 'generation';
  if (/\.doEmbed$/.test(operation)) return 'embedding';
  if (/\.doRerank$/.test(operation)) return 'rerank';
  if (operation === 'ai.toolCall') return 'tool';
  return 'chain';
}
