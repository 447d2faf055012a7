/** OpenLLMetry (Traceloop), Python and JS: workflow spans, flattened messages of the older packages, semconv messages of the newer (otel-genai §3). */
import type { SpanKind } from '@subtext/db';
import { attributeJson, decodeMessages, GEN_AI, type DecodeOptions, type Message } from '@subtext/reasoning';
import type { Dialect, SpanFacts, SpanReader } from './dialect.ts';
import { metadataUnder } from './span-context.ts';
import {
  blocksOrText,
  isItemList,
  recordOf,
  child,
  itemsOf,
  leaf,
  nestedAt,
  responsesInput,
  thinkingFirst,
  toolOf,
  usageOf,
  type Nested,
} from './values.ts';

export const OPENLLMETRY: Dialect = {
  name: 'openllmetry',
  detects: ({ prefixes, scope, has }) =>
    prefixes.has('traceloop') ||
    has('llm.request.type') ||
    has('gen_ai.prompt.0.role') ||
    has('gen_ai.completion.0.role') ||
    SCOPE.test(scope),
  facts,
};

const SCOPE = /^(?:opentelemetry\.instrumentation\.|@traceloop\/)/;

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['chat', 'generation'],
  ['completion', 'generation'],
  ['embedding', 'embedding'],
  ['rerank', 'span'],
  ['workflow', 'chain'],
  ['task', 'chain'],
  ['session', 'chain'],
  ['agent', 'agent'],
  ['tool', 'tool'],
]);

const ASSOCIATION = 'traceloop.association.properties.';

function facts({ span, read, text, json }: SpanReader): SpanFacts {
  const kind = KINDS.get(text('llm.request.type')) ?? KINDS.get(text('traceloop.span.kind'));
  const entity = text('traceloop.entity.name');
  return {
    kind,
    context: {
      sessionId: text(`${ASSOCIATION}session_id`),
      userId: text(`${ASSOCIATION}user_id`, 'gen_ai.user'),
      agentName: kind === 'agent' ? entity : undefined,
      metadata: metadataUnder(span.attributes, ASSOCIATION),
    },
    model: {
      finishReason: text('gen_ai.response.finish_reason', 'gen_ai.response.stop_reason'),
      reasoningEffort: text('gen_ai.request.reasoning_effort', 'gen_ai.request.thinking_type'),
      streaming: read('gen_ai.is_streaming') === true ? true : undefined,
    },
    usage: usageOf(
      {
        input: read('gen_ai.usage.input_tokens') ?? read('gen_ai.usage.prompt_tokens'),
        cacheRead: read('gen_ai.usage.cache_read_input_tokens'),
        cacheWrite: read('gen_ai.usage.cache_creation_input_tokens'),
        output: read('gen_ai.usage.output_tokens') ?? read('gen_ai.usage.completion_tokens'),
        reasoning: read('gen_ai.usage.reasoning_tokens') ?? read('llm.usage.reasoning_tokens'),
      },
      { zeroThinkingIsUnknown: true },
    ),
    input: (options) => inputOf({ span, read }, options),
    output: (options) => outputOf({ span, read }, options),
    // Of the Responses API only the words of the output.
    repeats: itemsIn(read(GEN_AI.inputMessages)) ? 'calls' : undefined,
    execution: () =>
      toolOf({
        name: entity,
        arguments: argumentsOf(json('traceloop.entity.input')),
        result: read('traceloop.entity.output'),
      }),
  };
}

/** The wrapper of the Responses API in JavaScript writes the list of items, as JSON, into the text of one message. */
function inputOf({ span, read }: Pick<SpanReader, 'span' | 'read'>, options: DecodeOptions): Message[] {
  const items = itemsIn(read(GEN_AI.inputMessages));
  if (items) return responsesInput(items, options);
  const newer = decodeMessages(read(GEN_AI.inputMessages), options);
  return newer.length > 0 ? newer : merged(flatMessages(nestedAt(span.attributes, 'gen_ai.prompt'), options));
}

function itemsIn(messages: unknown): unknown {
  const parsed = attributeJson(messages);
  const [message] = Array.isArray(parsed) && parsed.length === 1 ? (parsed as unknown[]) : [];
  const { parts } = recordOf(message);
  const [part] = Array.isArray(parts) && parts.length === 1 ? (parts as unknown[]) : [];
  const { content } = recordOf(part);
  const list = typeof content === 'string' ? blocksOrText(content) : undefined;
  return isItemList(list) ? list : undefined;
}

/** The chat wrapper of OpenAI writes the thinking behind the text. */
function outputOf({ span, read }: Pick<SpanReader, 'span' | 'read'>, options: DecodeOptions): Message[] {
  const newer = decodeMessages(read(GEN_AI.outputMessages), options);
  if (newer.length > 0) return span.scope.name.endsWith('openai') ? thinkingFirst(newer) : newer;
  return merged(flatMessages(nestedAt(span.attributes, 'gen_ai.completion'), options));
}

/** LangChain's wrapper puts the arguments under `inputs`. */
function argumentsOf(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('inputs' in input)) return input;
  return input.inputs;
}

function flatMessages(root: Nested | undefined, options: DecodeOptions): Message[] {
  return itemsOf(root).flatMap((item) => {
    const role = leaf(item, 'role') ?? 'assistant';
    const content = leaf(item, 'content');
    const thinking = role === 'thinking' ? content : leaf(item, 'reasoning');
    const message = {
      role: role === 'thinking' ? 'assistant' : role,
      content: role === 'thinking' ? null : blocksOrText(content),
      ...(leaf(item, 'tool_call_id') !== undefined && { tool_call_id: leaf(item, 'tool_call_id') }),
      tool_calls: itemsOf(child(item, 'tool_calls')).map((call) => ({
        id: leaf(call, 'id'),
        function: { name: leaf(call, 'name'), arguments: leaf(call, 'arguments') },
      })),
    };
    const thought = thinking === undefined ? [] : [{ type: 'reasoning', content: thinking }];
    const [decoded] = decodeMessages([message], options);
    const [thoughts] = decodeMessages([{ role: 'assistant', parts: thought }], options);
    const finishReason = leaf(item, 'finish_reason');
    if (!decoded) return [];
    const parts = [...(thoughts?.parts ?? []), ...(role === 'thinking' ? [] : decoded.parts)];
    return [{ ...decoded, parts, ...(finishReason !== undefined && { finishReason }) }];
  });
}

/** An entry of role `thinking` is the beginning of the message behind it; the reason to stop stands on the first. */
function merged(messages: readonly Message[]): Message[] {
  const result: Message[] = [];
  for (const message of messages) {
    const before = result.at(-1);
    const isThought = before?.parts.every((part) => part.kind === 'reasoning') && before.parts.length > 0;
    if (before && isThought && before.role === message.role) {
      const finishReason = message.finishReason ?? before.finishReason;
      const whole = { ...message, parts: [...before.parts, ...message.parts] };
      result[result.length - 1] = finishReason === undefined ? whole : { ...whole, finishReason };
    } else result.push(message);
  }
  return result;
}
