/** LangSmith: whole inputs and outputs of LangChain runs as JSON; thinking inside content blocks or beside them (otel-genai §5.3). */
import type { SpanKind } from '@subtext/db';
import { decodeMessages, type DecodeOptions, type Message } from '@subtext/reasoning';
import type { Dialect, SpanFacts, SpanReader } from './dialect.ts';
import { metadataUnder } from './span-context.ts';
import { listOf, providerInput, providerOutput, recordOf, toolOf, usageOf } from './values.ts';

export const LANGSMITH: Dialect = {
  name: 'langsmith',
  detects: ({ prefixes }) => prefixes.has('langsmith'),
  facts,
};

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['llm', 'generation'],
  ['chain', 'chain'],
  ['tool', 'tool'],
  ['retriever', 'retriever'],
  ['embedding', 'embedding'],
  ['prompt', 'span'],
  ['parser', 'span'],
]);

const METADATA = 'langsmith.metadata.';

function facts({ span, read, text, json }: SpanReader): SpanFacts {
  const whole = recordOf(read('langsmith.usage_metadata'));
  const inputDetails = recordOf(whole.input_token_details ?? read('gen_ai.usage.input_token_details'));
  const outputDetails = recordOf(whole.output_token_details ?? read('gen_ai.usage.output_token_details'));
  return {
    kind: KINDS.get(text('langsmith.span.kind')),
    context: {
      // `langsmith.trace.session_id` is the project, not a conversation.
      sessionId: text(`${METADATA}session_id`, `${METADATA}thread_id`, `${METADATA}conversation_id`),
      userId: text(`${METADATA}user_id`),
      tags: listOf(read('langsmith.span.tags')),
      metadata: metadataUnder(span.attributes, METADATA),
    },
    model: { finishReason: listOf(read('gen_ai.response.finish_reasons'))[0] },
    usage: usageOf({
      input: whole.input_tokens ?? read('gen_ai.usage.input_tokens'),
      cacheRead: inputDetails.cache_read,
      cacheWrite: inputDetails.cache_creation,
      output: whole.output_tokens ?? read('gen_ai.usage.output_tokens'),
      reasoning: outputDetails.reasoning,
    }),
    input: (options) => inputOf(json('gen_ai.prompt'), options),
    output: (options) => outputOf(json('gen_ai.completion'), options),
    execution: () => toolOf({ name: span.name, arguments: read('gen_ai.prompt'), result: read('gen_ai.completion') }),
  };
}

/**
 * The list of messages is written when the call is over, and by then most agents have put the answer into it: a request ends with what somebody
 * else said.
 */
function inputOf(value: unknown, options: DecodeOptions): Message[] {
  const request = providerInput(value, options);
  const messages = request.length > 0 ? request : dumped(recordOf(value).messages, options);
  return messages.slice(0, messages.findLastIndex(({ role }) => role !== 'assistant') + 1);
}

function outputOf(value: unknown, options: DecodeOptions): Message[] {
  const answer = providerOutput(value, options);
  if (answer.length > 0) return answer;
  const { generations, messages, output } = recordOf(value);
  const flat = Array.isArray(generations)
    ? generations.flat().map((generation) => recordOf(generation).message)
    : undefined;
  return dumped(flat ?? messages ?? output ?? value, options);
}

const ROLES = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['system', 'system'],
  ['tool', 'tool'],
]);

/** LangChain's dump of a message: `{ lc, id: [… 'AIMessage'], kwargs }`, or the message itself. Batches are lists of lists. */
function dumped(source: unknown, options: DecodeOptions): Message[] {
  const list: unknown[] = Array.isArray(source) ? source.flat() : [source];
  return list.flatMap((item) => {
    const entry = recordOf(item);
    const message = { ...entry, ...recordOf(entry.kwargs) };
    const dumpedName: unknown = Array.isArray(entry.id) ? entry.id.at(-1) : undefined;
    const type = wordOf(message.type ?? wordOf(dumpedName).replace(/Message(?:Chunk)?$/, '')).toLowerCase();
    const role = typeof message.role === 'string' ? message.role : (ROLES.get(type) ?? 'assistant');
    if (message.content === undefined && message.tool_calls === undefined) return [];
    return decodeMessages([{ ...chatShape(message), role }], options);
  });
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Calls of LangChain have `args`, and stand in the content as well where the provider is Anthropic. */
function chatShape(message: Record<string, unknown>): Record<string, unknown> {
  const { content, tool_call_id: callId } = message;
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.map(recordOf) : [];
  const beside = recordOf(message.additional_kwargs);
  const inContent = Array.isArray(content) && content.some((block) => recordOf(block).type === 'tool_use');
  return {
    content,
    ...(typeof beside.reasoning_content === 'string' && { reasoning_content: beside.reasoning_content }),
    ...(callId !== undefined && { tool_call_id: callId }),
    tool_calls: inContent ? [] : calls.map(({ id, name, args }) => ({ id, function: { name, arguments: args } })),
  };
}
