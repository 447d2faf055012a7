/**
 * LiteLLM, as a library and as a gateway: semconv names, its own method names as operations, and the cost that it
 * computes. Messages have the conventions' parts, and beside them the calls and the ids of results in OpenAI's form.
 * The calls of an answer are flattened attributes, numbered and without ids.
 */
import { attributeList, attributeText, decodeMessages, GEN_AI, recordOf, type SpanKind } from '@subtext/reasoning';
import { child, itemsOf, leaf, nestedAt } from '../shared/nested.ts';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { usageOf } from '../shared/values.ts';

export const LITELLM: Convention = {
  name: 'litellm',
  detects: ({ scope, has }) => scope === 'litellm' || has('litellm.call_id'),
  readsGenAi: true,
  messages: {
    input: (sent, options) => {
      const messages = messagesIn(sent.read(GEN_AI.inputMessages));
      return decodeMessages(messages.length > 0 ? messages : flattenedMessages(sent), options);
    },
    output: (sent, options) => {
      const whole = messagesIn(sent.read(GEN_AI.outputMessages));
      const [first, ...others] = whole.length > 0 ? whole : flattenedAnswer(sent);
      const calls = first?.parts.some(isCall) ? [] : flattenedCalls(sent);
      const answer = { role: 'assistant', ...first, parts: [...(first?.parts ?? []), ...calls] };
      return answer.parts.length === 0 ? [] : decodeMessages([answer, ...others], options);
    },
  },
  facts: litellmFacts,
};

interface Sent {
  role: unknown;
  parts: unknown[];
  finish_reason: unknown;
}

function messagesIn(value: unknown): Sent[] {
  const messages = attributeList(value)?.map(recordOf) ?? [];
  return messages.map(({ role, parts, tool_calls: calls, tool_call_id: id, finish_reason }) => {
    // A message without text has an empty text part.
    const nonEmpty = (attributeList(parts) ?? []).filter((part) => recordOf(part).content !== '');
    if (role === 'tool' && typeof id === 'string') {
      const response = nonEmpty.map(wordsOf).join('');
      return { role, parts: [{ type: 'tool_call_response', id, response }], finish_reason };
    }
    return { role, parts: [...nonEmpty, ...(attributeList(calls)?.map(partOfCall) ?? [])], finish_reason };
  });
}

function wordsOf(part: unknown): string {
  const { content, text } = recordOf(part);
  return [content, text].find((candidate) => typeof candidate === 'string') ?? '';
}

function partOfCall(call: unknown): unknown {
  const { id, function: called } = recordOf(call);
  const { name, arguments: callArguments } = recordOf(called);
  return { type: CALL, id, name, arguments: callArguments };
}

const CALL = 'tool_call';
const isCall = (part: unknown): boolean => recordOf(part).type === CALL;

function flattenedCalls({ attributes }: SentSpan): unknown[] {
  return itemsOf(nestedAt(attributes, 'gen_ai.completion')).flatMap((item) => {
    const called = child(item, 'function_call');
    const name = leaf(called, 'name');
    return name === undefined ? [] : [{ type: CALL, name, arguments: leaf(called, 'arguments') }];
  });
}

/** Version 1.80: the texts, without calls and without the ids of results. */
function flattenedMessages({ attributes }: SentSpan): unknown[] {
  return itemsOf(nestedAt(attributes, 'gen_ai.prompt')).map((item) => ({
    role: leaf(item, 'role'),
    content: leaf(item, 'content'),
  }));
}

/** The first entry of the list. The ones after it are further calls, not further choices. */
function flattenedAnswer({ attributes }: SentSpan): Sent[] {
  const [firstAnswer] = itemsOf(nestedAt(attributes, 'gen_ai.completion'));
  const content = firstAnswer && leaf(firstAnswer, 'content');
  if (typeof content !== 'string' || content === '') return [];
  return [
    {
      role: leaf(firstAnswer, 'role'),
      parts: [{ type: 'text', content }],
      finish_reason: leaf(firstAnswer, 'finish_reason'),
    },
  ];
}

/** Async methods have an `a` in front. */
const KINDS: readonly [method: RegExp, kind: SpanKind][] = [
  [/^a?embedding$/, 'embedding'],
  [/^a?(?:text_)?completion$|^a?responses$|^anthropic_messages$|^a?generate_content(?:_stream)?$/, 'generation'],
  [/^./, 'span'],
];

function litellmFacts({ read, text }: SpanReader): SpanFacts {
  const method = text('llm.request.type');
  const figure = (name: Figure) => figureIn(text('metadata.usage_object'), name);
  return {
    kind: method === undefined ? undefined : KINDS.find(([name]) => name.test(method))?.[1],
    context: { userId: text('llm.user', 'metadata.user_api_key_end_user_id') },
    model: { streaming: attributeText(read('llm.is_streaming'))?.toLowerCase() === 'true' ? true : undefined },
    usage: usageOf({
      costUsd: read('gen_ai.cost.total_cost'),
      cacheRead: figure('cached_tokens'),
      cacheWrite: figure('cache_creation_tokens'),
      cacheWriteHour: figure('ephemeral_1h_input_tokens'),
      reasoning: figure('reasoning_tokens'),
    }),
  };
}

type Figure = 'cached_tokens' | 'cache_creation_tokens' | 'ephemeral_1h_input_tokens' | 'reasoning_tokens';

/** The complete usage is a Python dictionary literal, `{'reasoning_tokens': 64, …}`; unknown values are None. */
function figureIn(usage: string | undefined, name: Figure): string | undefined {
  return usage === undefined ? undefined : new RegExp(`'${name}': (\\d+)`).exec(usage)?.[1];
}
