/** Langfuse SDK: observations with input and output as JSON; the thinking hides inside the output (otel-genai §5.1). */
import type { SpanKind } from '@subtext/db';
import type { AttributedCall, DecodeOptions, Message, Usage } from '@subtext/reasoning';
import type { Dialect, SpanFacts, SpanReader } from './dialect.ts';
import type { ModelFacts } from './model.ts';
import { dumpedMessages, toolAnswer } from './langchain.ts';
import { metadataUnder } from './span-context.ts';
import {
  effortIn,
  anyInput,
  isItemList,
  listOf,
  millisecondsOf,
  anyOutput,
  namedArguments,
  providerUsage,
  recordOf,
  responsesInput,
  responsesOutput,
  toolOf,
  usageOf,
} from './values.ts';

export const LANGFUSE: Dialect = {
  name: 'langfuse',
  detects: ({ scope, prefixes }) => scope === 'langfuse-sdk' || prefixes.has('langfuse'),
  facts,
};

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['generation', 'generation'],
  ['embedding', 'embedding'],
  ['agent', 'agent'],
  ['tool', 'tool'],
  ['chain', 'chain'],
  ['retriever', 'retriever'],
  ['span', 'span'],
  ['event', 'span'],
  ['evaluator', 'span'],
  ['guardrail', 'span'],
]);

function facts(reader: SpanReader): SpanFacts {
  const { span, read, text, json } = reader;
  const parameters = recordOf(read('langfuse.observation.model.parameters'));
  const kind = KINDS.get(text('langfuse.observation.type'));
  return {
    kind,
    context: {
      agentName: kind === 'agent' ? span.name : undefined,
      sessionId: text('langfuse.session.id'),
      userId: text('langfuse.user.id'),
      environment: text('langfuse.environment'),
      release: text('langfuse.release'),
      tags: listOf(read('langfuse.trace.tags')),
      metadata: new Map([
        ...metadataUnder(span.attributes, 'langfuse.trace.metadata.'),
        ...metadataUnder(span.attributes, 'langfuse.observation.metadata.'),
      ]),
    },
    model: {
      requestModel: text('langfuse.observation.model.name'),
      reasoningEffort: effortIn(parameters),
      finishReason: text('langfuse.observation.metadata.finish_reason'),
      ...firstChunkOf(reader),
    },
    usage: usageFrom(
      recordOf(read('langfuse.observation.usage_details')),
      recordOf(read('langfuse.observation.cost_details')),
    ),
    input: (options) => inputFrom(json('langfuse.observation.input'), options),
    output: (options) => outputFrom(json('langfuse.observation.output'), options),
    // Of Chat Completions the Python SDK drops `reasoning_content`, which the history has.
    repeats: isItemList(json('langfuse.observation.input')) ? 'calls' : 'thoughts',
    execution: () => executionOf(reader),
  };
}

function executionOf({ span, read, json }: SpanReader): AttributedCall {
  const answer = toolAnswer(json('langfuse.observation.output'));
  const tool = toolOf({
    id: answer?.id,
    name: span.name,
    arguments: namedArguments(read('langfuse.observation.input')),
    result: answer ? answer.result : read('langfuse.observation.output'),
  });
  return { ...tool, ...(answer?.isError && { isError: true }) };
}

/** A time of day, as JSON text. */
function firstChunkOf({ span, json }: SpanReader): Partial<ModelFacts> {
  const began = json('langfuse.observation.completion_start_time');
  if (typeof began !== 'string') return {};
  const wait = millisecondsOf(Date.parse(began) - Number(span.startTimeUnixNano / 1_000_000n), 1);
  return { streaming: true, ...(wait !== undefined && { timeToFirstChunk: wait }) };
}

/** Buckets exclude one another: cached input and thinking are added to get the whole. The Python SDK passes on what the provider sends. */
function usageFrom(details: Record<string, unknown>, costs: Record<string, unknown>): Usage | undefined {
  const reported = providerUsage(details);
  const cost = usageOf({ costUsd: costs.total });
  if (reported) return { ...reported, ...cost };
  const sum = (matches: RegExp) => {
    const figures = Object.entries(details).filter(([name, value]) => matches.test(name) && typeof value === 'number');
    return figures.length === 0 ? undefined : figures.reduce((total, [, value]) => total + (value as number), 0);
  };
  return usageOf({
    input: sum(/^input|^prompt_tokens$|^cache_(?:read|creation|write)/),
    cacheRead: sum(/^input_cached|^input_cache_read|^cache_read/),
    cacheWrite: sum(/^input_cache_creation|^input_cache_write|^cache_(?:creation|write)/),
    output: sum(/^output|^completion_tokens$/),
    reasoning: sum(/^output_reasoning/),
    costUsd: costs.total,
  });
}

/** Of the Responses API the input without the request around it. */
function inputFrom(value: unknown, options: DecodeOptions): Message[] {
  const items = responsesInput(value, options);
  if (items.length > 0) return items;
  const said = Array.isArray(value) ? value.filter((entry) => !isToolDefinition(entry)) : value;
  return isOfLangChain(said) ? dumpedMessages(said, options) : anyInput(said, options);
}

function outputFrom(value: unknown, options: DecodeOptions): Message[] {
  const items = responsesOutput(value, options);
  if (items.length > 0) return items;
  return isOfLangChain(value) ? dumpedMessages(value, options) : anyOutput(value, options);
}

/** The handler for LangChain puts the tools that are offered among the messages. */
function isToolDefinition(entry: unknown): boolean {
  const { role, tool_call_id: id, content } = recordOf(entry);
  return (
    role === 'tool' && id === undefined && typeof content === 'object' && content !== null && 'function' in content
  );
}

/** Calls have `args` there, and no function around their name. */
function isOfLangChain(value: unknown): boolean {
  const messages: unknown[] = Array.isArray(value) ? value : [value];
  const calls = messages.flatMap((message) => recordOf(message).tool_calls ?? []);
  return calls.some((call) => 'args' in recordOf(call));
}
