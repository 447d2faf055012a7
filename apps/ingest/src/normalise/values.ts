/** What several dialects write alike: token figures, tools, provider bodies, flattened lists. Used by the files of the dialects only. */
import {
  decodeCall,
  decodeMessages,
  GEN_AI,
  readRequest,
  readResponse,
  attributeCount,
  attributeJson,
  usageOfAnthropic,
  usageOfChat,
  usageOfResponses,
  writtenJson,
  type AttributedCall,
  type DecodeOptions,
  type Message,
  type Part,
  type Usage,
} from '@subtext/reasoning';
import { jsonText } from '../json-text.ts';
import { DEEPEST_VALUE, type Attributes, type AttributeValue } from '../otlp/wire.ts';
import type { SpanReader } from './dialect.ts';
import { withoutUndefined } from './span-context.ts';

/** A time as it came, as number or text, in milliseconds; `unit` is how many of them one of its units has. */
export function millisecondsOf(value: unknown, unit: 1 | 1000): number | undefined {
  const time = typeof value === 'number' || typeof value === 'string' ? Number(value) * unit : NaN;
  return Number.isFinite(time) && time >= 0 ? time : undefined;
}

/** A sender's figures as they came: numbers, bigints or text. */
export interface Figures {
  input?: unknown;
  cacheRead?: unknown;
  cacheWrite?: unknown;
  output?: unknown;
  reasoning?: unknown;
  costUsd?: unknown;
}

export interface Sums {
  /** Cached tokens are not in `input`. */
  cacheOutside?: boolean;
  /** Thinking is not in `output`. */
  thinkingOutside?: boolean;
  /** A thinking figure of 0 means that nobody counted. */
  zeroThinkingIsUnknown?: boolean;
}

/** Inclusive figures, whatever the sender's sums mean; undefined when it said none. */
export function usageOf(figures: Figures, sums: Sums = {}): Usage | undefined {
  const { input, cacheRead, cacheWrite, output } = mapCounts(figures);
  const told = attributeCount(figures.reasoning);
  const reasoning = told === 0 && sums.zeroThinkingIsUnknown ? undefined : told;
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0);
  const cost = Number(figures.costUsd ?? NaN);
  const usage = withoutUndefined({
    input: input === undefined ? undefined : input + (sums.cacheOutside ? cached : 0),
    cacheRead,
    cacheWrite,
    output: output === undefined ? undefined : output + (sums.thinkingOutside ? (reasoning ?? 0) : 0),
    reasoning,
    reasoningSource: reasoning === undefined ? undefined : ('reported' as const),
    providerCostUsd: Number.isFinite(cost) && cost >= 0 ? cost : undefined,
  });
  return Object.keys(usage).length > 0 ? usage : undefined;
}

const NOTHING_KNOWN = { zeroIsUnknown: false };

/** The `usage` of OpenAI or Anthropic as they send it; undefined for what is not recognised as one of them. */
export function providerUsage(value: unknown): Usage | undefined {
  const raw = recordOf(value);
  if ('prompt_tokens' in raw) return usageOfChat(raw, NOTHING_KNOWN);
  if ('input_tokens_details' in raw) return usageOfResponses(raw, NOTHING_KNOWN);
  const isAnthropic = 'cache_read_input_tokens' in raw || 'cache_creation_input_tokens' in raw;
  return isAnthropic && 'input_tokens' in raw ? usageOfAnthropic(raw, NOTHING_KNOWN) : undefined;
}

function mapCounts(figures: Figures) {
  return {
    input: attributeCount(figures.input),
    cacheRead: attributeCount(figures.cacheRead),
    cacheWrite: attributeCount(figures.cacheWrite),
    output: attributeCount(figures.output),
  };
}

interface ToolFacts {
  id?: string | undefined;
  name?: string | undefined;
  /** JSON text or the value itself. */
  arguments?: unknown;
  result?: unknown;
}

/** Arguments of a Python function as its tracers write them, `{ args: [], kwargs: { … } }`, are those that it was called with by name. */
export function namedArguments(value: unknown): unknown {
  const { args, kwargs, ...options } = recordOf(value);
  const isCall = Array.isArray(args) && args.length === 0 && typeof kwargs === 'object' && kwargs !== null;
  return isCall && Object.values(options).every((option) => typeof option === 'boolean') ? kwargs : value;
}

/** The run of a tool, from what a sender calls its name, id, arguments and result. Arguments that nobody told stay unknown. */
export function toolOf(facts: ToolFacts): AttributedCall {
  const attributes = new Map<string, unknown>([
    [GEN_AI.toolCallId, facts.id],
    [GEN_AI.toolName, facts.name],
    [GEN_AI.toolArguments, facts.arguments],
    [GEN_AI.toolResult, facts.result],
  ]);
  const call = decodeCall((name) => attributes.get(name));
  return facts.arguments === undefined ? { ...call, arguments: undefined } : call;
}

type ProviderResponse = NonNullable<ReturnType<typeof readResponse>>;

/** The answer of a provider in its own format, as JSON text or value. null when no reader knows it. */
export function providerResponse(body: unknown, model: string | undefined): ProviderResponse | null {
  if (body === undefined) return null;
  const text = typeof body === 'string' ? body : (writtenJson(body) ?? jsonText(body));
  return readResponse({ body: text, requestModel: model ?? '' });
}

/** One message a choice. */
export function answerIn(response: ProviderResponse | null, options: DecodeOptions): Message[] {
  if (!response) return [];
  const finishReason = response.finishReason === undefined ? {} : { finishReason: response.finishReason };
  const stable = stableIds(options);
  return response.choices.map(({ parts }) => ({ role: 'assistant', parts: parts.map(stable), ...finishReason }));
}

/** Both. Empty when no reader knows it. */
export function providerOutput(body: unknown, options: DecodeOptions): Message[] {
  return answerIn(providerResponse(body, options.model), options);
}

/** The request to a provider in its own format. Empty when no reader knows it. */
export function providerInput(body: unknown, options: DecodeOptions): Message[] {
  const messages = readRequest(body)?.messages ?? [];
  const stable = stableIds(options);
  return messages.map((message) => ({ ...message, parts: message.parts.map(stable) }));
}

/** An input that is the request of a provider, or whatever else a sender puts there. */
export function anyInput(value: unknown, options: DecodeOptions): Message[] {
  const request = providerInput(value, options);
  return request.length > 0 ? request : messagesOf(value, 'user', options);
}

/** An output that is the answer of a provider, or whatever else a sender puts there. */
export function anyOutput(value: unknown, options: DecodeOptions): Message[] {
  const answer = providerOutput(value, options);
  return answer.length > 0 ? answer : messagesOf(value, 'assistant', options);
}

/** The effort among the parameters of a model, in either spelling of OpenAI. */
export function effortIn(parameters: Record<string, unknown>): string | undefined {
  const effort = parameters.reasoning_effort ?? recordOf(parameters.reasoning).effort;
  return typeof effort === 'string' ? effort : undefined;
}

/** The output of the Responses API without the response around it: a list of items, or its only one. Empty when it is none. */
export function responsesOutput(value: unknown, options: DecodeOptions): Message[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items.some(isOutputItem) ? providerOutput({ object: 'response', output: items }, options) : [];
}

/** Anthropic's messages have the type of OpenAI's, and other blocks. */
function isOutputItem(value: unknown): boolean {
  const { type, content } = recordOf(value);
  const blocks: unknown[] = type === 'message' && Array.isArray(content) ? content : [];
  return ITEM_TYPES.has(type) || blocks.some((block) => OUTPUT_BLOCKS.has(recordOf(block).type));
}

const OUTPUT_BLOCKS: ReadonlySet<unknown> = new Set(['output_text', 'refusal']);
const ITEM_TYPES: ReadonlySet<unknown> = new Set(['reasoning', 'function_call', 'function_call_output']);

/** The history of the Responses API without the request around it: a list of items. Empty when it is none. */
export function responsesInput(value: unknown, options: DecodeOptions): Message[] {
  return isItemList(value) ? providerInput({ input: value }, options) : [];
}

export function isItemList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.some((item) => ITEM_TYPES.has(recordOf(item).type));
}

/**
 * The output of a sender that writes every thought alike, where its thoughts are summaries: OpenAI's Responses API tells no others, but of open
 * models. Empty where they are none.
 */
export function summarisedOutput({ read, text }: Pick<SpanReader, 'read' | 'text'>, options: DecodeOptions): Message[] {
  if (text(GEN_AI.responseId)?.startsWith('resp_') !== true || /gpt-oss/i.test(options.model ?? '')) return [];
  const summarised = (part: Part): Part => (part.kind === 'reasoning' ? { ...part, format: 'summary' } : part);
  const messages = decodeMessages(read(GEN_AI.outputMessages), options);
  return messages.map((message) => ({ ...message, parts: message.parts.map(summarised) }));
}

const THINKING: ReadonlySet<Part['kind']> = new Set(['reasoning', 'redacted', 'hidden']);

export function tellsOfThinking({ parts }: Message): boolean {
  return parts.some((part) => THINKING.has(part.kind));
}

/** Made-up ids must be the same when the span is read again, and results go with their calls. */
function stableIds({ generateId }: DecodeOptions): (part: Part) => Part {
  const given = new Map<string, string>();
  return (part) => {
    if (part.kind === 'tool_result') return { ...part, callId: given.get(part.callId) ?? part.callId };
    if (part.kind !== 'tool_call' || !part.idGenerated || !generateId) return part;
    const id = generateId();
    given.set(part.id, id);
    return { ...part, id };
  };
}

/** Whatever a sender put where messages belong: a list of them, one, `{ messages }`, or plain text of the given role. */
export function messagesOf(value: unknown, role: string, options: DecodeOptions): Message[] {
  const parsed = attributeJson(value);
  if (typeof parsed === 'string')
    return parsed.trim() === '' ? [] : [{ role, parts: [{ kind: 'text', key: '0', text: parsed }] }];
  if (typeof parsed !== 'object' || parsed === null) return [];
  const { messages } = recordOf(parsed);
  const source = Array.isArray(messages) ? messages : parsed;
  return decodeMessages(source, options).filter(({ parts }) => parts.length > 0);
}

/** A list of texts: as it is, as JSON text, or separated by commas. */
export function listOf(value: unknown): string[] {
  const parsed = attributeJson(value);
  const list: unknown[] = Array.isArray(parsed) ? parsed : typeof parsed === 'string' ? parsed.split(',') : [];
  return list.flatMap((item) => (typeof item === 'string' && item.trim() !== '' ? [item.trim()] : []));
}

/** A list, also as JSON text; undefined for what is none. */
export function attributeList(value: unknown): unknown[] | undefined {
  const parsed = attributeJson(value);
  return Array.isArray(parsed) ? parsed : undefined;
}

export function recordOf(value: unknown): Record<string, unknown> {
  const parsed = attributeJson(value);
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    ? (parsed as Record<string, unknown>)
    : {};
}

/** Flattened attributes (`prefix.0.message.role`) as nested Maps; undefined when none has the prefix. Deeper names make two bytes a Map each. */
export type Nested = Map<string, AttributeValue | Nested>;

export function nestedAt(attributes: Attributes, prefix: string): Nested | undefined {
  const root: Nested = new Map();
  for (const [key, value] of attributes) {
    if (!key.startsWith(`${prefix}.`)) continue;
    const segments = key.slice(prefix.length + 1).split('.');
    if (segments.length > DEEPEST_VALUE) continue;
    let node = root;
    for (const segment of segments.slice(0, -1)) {
      const next = node.get(segment);
      const inner: Nested = next instanceof Map ? (next as Nested) : new Map();
      node.set(segment, inner);
      node = inner;
    }
    node.set(segments.at(-1) ?? '', value);
  }
  return root.size > 0 ? root : undefined;
}

/** The nodes under whole-number keys, in their order. */
export function itemsOf(node: Nested | undefined): Nested[] {
  const indexed = [...(node ?? [])].filter(([key, value]) => /^\d{1,6}$/.test(key) && value instanceof Map);
  return indexed.sort(([left], [right]) => Number(left) - Number(right)).map(([, value]) => value as Nested);
}

export function child(node: Nested | undefined, ...path: string[]): Nested | undefined {
  let at: AttributeValue | Nested | undefined = node;
  for (const segment of path) at = at instanceof Map ? (at as Nested).get(segment) : undefined;
  return at instanceof Map ? (at as Nested) : undefined;
}

export function leaf(node: Nested | undefined, name: string): string | undefined {
  const value = node?.get(name);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
