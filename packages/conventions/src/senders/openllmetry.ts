/**
 * OpenLLMetry (Traceloop), Python and JS: workflow spans, flattened messages in older packages, semconv messages in
 * newer ones (otel-genai §3).
 */
import {
  attributeCount,
  blocksOrText,
  decodeMessages,
  GEN_AI,
  outputMessages,
  recordOf,
  type AttributedCall,
  type DecodeOptions,
  type Message,
  type SpanKind,
  type Usage,
} from '@subtext/reasoning';
import { child, itemsOf, leaf, nestedAt, type Nested } from '../shared/nested.ts';
import { newerInput } from './openllmetry-messages.ts';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';
import { repeatedBy } from './openllmetry-messages.ts';
import { toolAnswer } from '../shared/langchain.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { metadataUnder } from '../shared/texts.ts';
import { toolOf, usageOf } from '../shared/values.ts';

export const OPENLLMETRY: Convention = {
  name: 'openllmetry',
  detects: ({ prefixes, scope, has }) =>
    prefixes.has('traceloop') ||
    has('llm.request.type') ||
    has('gen_ai.prompt.0.role') ||
    has('gen_ai.completion.0.role') ||
    (SCOPE.test(scope) && prefixes.has('gen_ai')),
  readsGenAi: true,
  messages: {
    input: inputOf,
    output: outputOf,
  },
  facts: openllmetryFacts,
};

/**
 * OpenTelemetry's own packages have scopes of the same form: those of HTTP, which have no `gen_ai`, and two that do.
 */
const SCOPE = /^(?:opentelemetry\.instrumentation\.(?!openai_v2$|google_genai$)|@traceloop\/)/;

function inputOf(sent: SentSpan, options: DecodeOptions): Message[] {
  const newer = newerInput(sent, options);
  return newer.length > 0 ? newer : merged(flatMessages(nestedAt(sent.attributes, 'gen_ai.prompt'), options));
}

function outputOf(sent: SentSpan, options: DecodeOptions): Message[] {
  const newer = outputMessages(sent, options);
  return newer.length > 0 ? newer : merged(flatMessages(nestedAt(sent.attributes, 'gen_ai.completion'), options));
}

function flatMessages(root: Nested | undefined, options: DecodeOptions): Message[] {
  return itemsOf(root).flatMap((item) => {
    const role = leaf(item, 'role') ?? 'assistant';
    const content = leaf(item, 'content');
    const thinking = role === 'thinking' ? content : leaf(item, 'reasoning');
    const message = {
      role: role === 'thinking' ? 'assistant' : role,
      content: role === 'thinking' ? null : blocksOrText(content),
      ...(leaf(item, 'refusal') !== undefined && { refusal: leaf(item, 'refusal') }),
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

/** An entry with role `thinking` begins the message after it; the finish reason is on the first. */
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

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['chat', 'generation'],
  ['completion', 'generation'],
  ['embedding', 'embedding'],
  ['rerank', 'rerank'],
  ['workflow', 'chain'],
  ['task', 'chain'],
  ['session', 'chain'],
  ['agent', 'agent'],
  ['tool', 'tool'],
]);

const ASSOCIATION = 'traceloop.association.properties.';

function openllmetryFacts(reader: SpanReader): SpanFacts {
  const { span, read, text, json } = reader;
  const kind = KINDS.get(text('llm.request.type')) ?? KINDS.get(text('traceloop.span.kind'));
  const entity = text('traceloop.entity.name');
  return {
    kind,
    context: {
      sessionId: text(`${ASSOCIATION}session_id`),
      userId: text(`${ASSOCIATION}user_id`),
      agentName: kind === 'agent' ? entity : undefined,
      metadata: metadataUnder(span.attributes, ASSOCIATION),
    },
    model: {
      finishReason: text('gen_ai.response.finish_reason', 'gen_ai.response.stop_reason'),
      reasoningEffort: text('gen_ai.request.reasoning_effort', 'gen_ai.request.thinking_type'),
      streaming: read('gen_ai.is_streaming') === true ? true : undefined,
    },
    usage: usageIn(reader),
    repeats: repeatedBy(reader),
    execution: () => ranBy(entity, json),
  };
}

/** The LangChain wrapper writes everything that a tool run was called with, and the resulting message. */
function ranBy(name: string | undefined, json: SpanReader['json']): AttributedCall {
  const given = json('traceloop.entity.input');
  const returned = json('traceloop.entity.output');
  const { inputs, kwargs } = recordOf(given);
  const answer = toolAnswer(recordOf(returned).output);
  const id = answer?.id ?? recordOf(kwargs).tool_call_id;
  const call = toolOf({
    id: typeof id === 'string' ? id : undefined,
    name,
    arguments: inputs === undefined ? given : inputs,
    result: answer ? answer.result : returned,
  });
  return { ...call, ...(answer?.isError && { status: 'error' as const }) };
}

function usageIn(reader: SpanReader): Usage | undefined {
  const { read } = reader;
  const outside = uncounted(reader);
  return usageOf(
    {
      input: read('gen_ai.usage.input_tokens') ?? read('gen_ai.usage.prompt_tokens'),
      cacheRead: read('gen_ai.usage.cache_read_input_tokens') ?? read(GEN_AI.cacheReadTokens),
      cacheWrite: read('gen_ai.usage.cache_creation_input_tokens') ?? read(GEN_AI.cacheWriteTokens),
      output: read('gen_ai.usage.output_tokens') ?? read('gen_ai.usage.completion_tokens'),
      reasoning: outside ?? read('gen_ai.usage.reasoning_tokens') ?? read('llm.usage.reasoning_tokens'),
    },
    {
      zeroThinkingIsUnknown: true,
      thinkingOutside: outside !== undefined,
      cacheOutside: reader.span.scope.name === OF_ANTHROPIC,
    },
  );
}

/** The JavaScript package passes on Anthropic's usage, where cached tokens are outside the input. */
const OF_ANTHROPIC = '@traceloop/instrumentation-anthropic';

const GOOGLE = /^(?:gcp\.|google|gemini|vertex)/i;

/** Google counts thinking beside the output, and only the total is reported. */
function uncounted({ read, text }: SpanReader): number | undefined {
  if (!GOOGLE.test(text('gen_ai.provider.name', 'gen_ai.system') ?? '')) return undefined;
  const [total, input, output] = ['total', 'input', 'output'].map((kind) =>
    attributeCount(read(`gen_ai.usage.${kind}_tokens`)),
  );
  if (total === undefined || input === undefined || output === undefined) return undefined;
  return total > input + output ? total - input - output : undefined;
}
