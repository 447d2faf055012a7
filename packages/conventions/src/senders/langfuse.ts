/** Langfuse SDK: observations with input and output as JSON; the thinking is inside the output (otel-genai §5.1). */
import {
  anyInput,
  anyOutput,
  isItemList,
  recordOf,
  responsesInput,
  responsesOutput,
  type AttributedCall,
  type DecodeOptions,
  type Message,
  type SpanKind,
  type Usage,
} from '@subtext/reasoning';
import { dumpedMessages, toolAnswer } from '../shared/langchain.ts';
import type { Convention } from '../convention.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { firstText, metadataFrom, metadataUnder } from '../shared/texts.ts';
import { effortIn, firstChunkAt, listOf, namedArguments, providerUsage, toolOf, usageOf } from '../shared/values.ts';

export const LANGFUSE: Convention = {
  name: 'langfuse',
  detects: ({ scope, has }) => scope === 'langfuse-sdk' || has('langfuse.observation.type'),
  messages: {
    input: ({ json }, options) => inputFrom(json('langfuse.observation.input'), options),
    output: ({ json }, options) => outputFrom(json('langfuse.observation.output'), options),
  },
  facts: langfuseFacts,
};

/**
 * Spans of other senders that carry some Langfuse attributes, as its documentation recommends. Their own sender's
 * values win.
 */
export const LANGFUSE_BESIDE: Convention = {
  ...LANGFUSE,
  detects: (marks) => marks.prefixes.has('langfuse') && !LANGFUSE.detects(marks),
};

/** With the Responses API, the input comes without the request around it. */
function inputFrom(value: unknown, options: DecodeOptions): Message[] {
  const items = responsesInput(value, options);
  if (items.length > 0) return items;
  const withoutTools = Array.isArray(value) ? value.filter((entry) => !isToolDefinition(entry)) : value;
  return isOfLangChain(withoutTools) ? dumpedMessages(withoutTools, options) : anyInput(withoutTools, options);
}

function outputFrom(value: unknown, options: DecodeOptions): Message[] {
  const items = responsesOutput(value, options);
  if (items.length > 0) return items;
  return isOfLangChain(value) ? dumpedMessages(value, options) : anyOutput(value, options);
}

/** The LangChain handler puts the offered tools among the messages. */
function isToolDefinition(entry: unknown): boolean {
  const { role, tool_call_id: id, content } = recordOf(entry);
  return (
    role === 'tool' && id === undefined && typeof content === 'object' && content !== null && 'function' in content
  );
}

/** LangChain's calls have `args`, and no function around their name. */
function isOfLangChain(value: unknown): boolean {
  const messages: unknown[] = Array.isArray(value) ? value : [value];
  const calls = messages.flatMap((message) => recordOf(message).tool_calls ?? []);
  return calls.some((call) => 'args' in recordOf(call));
}

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

function langfuseFacts(reader: SpanReader): SpanFacts {
  const { span, read, text, json } = reader;
  const parameters = recordOf(read('langfuse.observation.model.parameters'));
  const kind = KINDS.get(text('langfuse.observation.type'));
  const anywhere = [span.attributes, span.resource.attributes];
  return {
    kind,
    failure:
      text('langfuse.observation.level') === 'ERROR' ? (text('langfuse.observation.status_message') ?? '') : undefined,
    context: {
      agentName: kind === 'agent' ? span.name : undefined,
      traceName: text('langfuse.trace.name'),
      sessionId: text('langfuse.session.id'),
      userId: text('langfuse.user.id'),
      environment: firstText(anywhere, ['langfuse.environment']),
      release: firstText(anywhere, ['langfuse.release']),
      tags: listOf(read('langfuse.trace.tags')),
      metadata: new Map(['trace', 'observation'].flatMap((of) => metadataOf(reader, `langfuse.${of}.metadata`))),
    },
    model: {
      requestModel: text('langfuse.observation.model.name'),
      reasoningEffort: effortIn(parameters),
      finishReason: text('langfuse.observation.metadata.finish_reason'),
      ...firstChunkAt(span, json('langfuse.observation.completion_start_time')),
    },
    usage: usageFrom(
      recordOf(read('langfuse.observation.usage_details')),
      recordOf(read('langfuse.observation.cost_details')),
    ),
    // With Chat Completions the Python SDK drops `reasoning_content`, which the history has.
    repeats: isItemList(json('langfuse.observation.input')) ? 'calls' : 'thoughts',
    execution: () => executionOf(reader),
  };
}

/** One attribute per name of an object; anything else is a single value. */
function metadataOf({ span, json }: SpanReader, name: string): [string, string][] {
  const whole = json(name);
  const named = typeof whole === 'string' ? new Map([['metadata', whole]]) : metadataFrom(whole);
  return [...named, ...metadataUnder(span.attributes, `${name}.`)];
}

function executionOf({ span, read, json }: SpanReader): AttributedCall {
  const answer = toolAnswer(json('langfuse.observation.output'));
  const tool = toolOf({
    id: answer?.id,
    name: span.name,
    arguments: namedArguments(read('langfuse.observation.input')),
    result: answer ? answer.result : read('langfuse.observation.output'),
  });
  return { ...tool, ...(answer?.isError && { status: 'error' as const }) };
}

/**
 * Buckets exclude one another: cached input and thinking are added to get the total. The Python SDK passes on what the
 * provider sends.
 */
function usageFrom(details: Record<string, unknown>, costs: Record<string, unknown>): Usage | undefined {
  const reported = providerUsage(details);
  const costUsd = costs.total ?? sumOf(costs, /./);
  const cost = usageOf({ costUsd });
  if (reported) return { ...reported, ...cost };
  const sum = (matches: RegExp) => sumOf(details, matches);
  return usageOf({
    input: sum(/^input|^prompt_tokens$|^cache_(?:read|creation|write)/),
    cacheRead: sum(/^input_cached|^input_cache_read|^cache_read/),
    cacheWrite: sum(/^input_cache_creation|^input_cache_write|^cache_(?:creation|write)|^input_ephemeral_/),
    // LangChain's name, and Langfuse's own.
    cacheWriteHour: sum(/^input_ephemeral_1h|^input_cache_creation_1h/),
    output: sum(/^output|^completion_tokens$/),
    reasoning: sum(/^output_reasoning/),
    costUsd,
  });
}

function sumOf(buckets: Record<string, unknown>, matches: RegExp): number | undefined {
  const figures = Object.entries(buckets).filter(([name, value]) => matches.test(name) && typeof value === 'number');
  return figures.length === 0 ? undefined : figures.reduce((total, [, value]) => total + (value as number), 0);
}
