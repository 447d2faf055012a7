/** What several senders write alike: token counts, tools, lists. Used only by the files of the senders, and to merge what they read. */
import {
  attributeCount,
  attributeJson,
  attributeNumber,
  decodeCall,
  GEN_AI,
  recordOf,
  usageOfAnthropic,
  usageOfChat,
  usageOfResponses,
  type AttributedCall,
  type Usage,
} from '@subtext/reasoning';
import type { DecodedSpan, ModelFacts } from '../facts.ts';
import { withoutUndefined } from './texts.ts';

/** A time as sent, number or text, in milliseconds; `unit` is the number of milliseconds in one of its units. */
export function millisecondsOf(value: unknown, unit: 1 | 1000): number | undefined {
  const time = typeof value === 'number' || typeof value === 'string' ? Number(value) * unit : NaN;
  return Number.isFinite(time) && time >= 0 ? time : undefined;
}

/**
 * When an answer began, from a time of day (ISO 8601): a sender that reports it had a stream. Empty when it is not a
 * time.
 */
export function firstChunkAt({ startTimeUnixNano: start }: DecodedSpan, time: unknown): Partial<ModelFacts> {
  if (typeof time !== 'string') return {};
  const wait = millisecondsOf(Date.parse(time) - Number(start / 1_000_000n), 1);
  return { streaming: true, ...(wait !== undefined && { timeToFirstChunk: wait }) };
}

/** A sender's token counts as they came: numbers, bigints or text. */
interface Figures {
  input?: unknown;
  cacheRead?: unknown;
  cacheWrite?: unknown;
  /** 5-minute cache writes: part of `cacheWrite` or, for senders that report each lifetime, beside it. */
  cacheWriteMinutes?: unknown;
  cacheWriteHour?: unknown;
  output?: unknown;
  reasoning?: unknown;
  costUsd?: unknown;
}

interface Sums {
  /** Cached tokens are not in `input`. */
  cacheOutside?: boolean;
  /** Thinking is not in `output`. */
  thinkingOutside?: boolean;
  /** 0 thinking tokens means that they were not counted. */
  zeroThinkingIsUnknown?: boolean;
}

/** Inclusive token counts, for any convention of the sender's sums; undefined when it reported none. */
export function usageOf(figures: Figures, sums: Sums = {}): Usage | undefined {
  const { input, cacheRead, output, ...writes } = mapCounts(figures);
  const reported = attributeCount(figures.reasoning);
  const reasoning = reported === 0 && sums.zeroThinkingIsUnknown ? undefined : reported;
  const cached = (cacheRead ?? 0) + (writes.cacheWrite ?? 0);
  const cost = attributeNumber(figures.costUsd) ?? NaN;
  const usage = withoutUndefined({
    input: input === undefined ? undefined : input + (sums.cacheOutside ? cached : 0),
    cacheRead,
    ...writes,
    output: output === undefined ? undefined : output + (sums.thinkingOutside ? (reasoning ?? 0) : 0),
    reasoning,
    reasoningSource: reasoning === undefined ? undefined : ('reported' as const),
    providerCostUsd: Number.isFinite(cost) && cost >= 0 ? cost : undefined,
  });
  return Object.keys(usage).length > 0 ? usage : undefined;
}

/**
 * More tokens than any model takes in one response; a larger count is a mistake and would spoil every sum that includes
 * it.
 */
const MAX_TOKENS = 1_000_000_000;

/** Removes implausible counts: those are unknown. */
export function believable(usage: Usage): Usage {
  const counts = Object.entries(usage);
  const meant = counts.filter(([, value]) => typeof value !== 'number' || value <= MAX_TOKENS);
  return meant.length === counts.length ? usage : (Object.fromEntries(meant) as Usage);
}

/**
 * By the conventions the input includes cached tokens, and the output includes thinking. Some senders pass on counts of
 * Bedrock or Anthropic, where cached tokens are outside, or of Grok, where thinking is. The total shows which, and so
 * does a part that exceeds the whole.
 */
export function inclusive(reported: Usage, total?: unknown): Usage {
  const usage = believable(reported);
  const { input, output, cacheRead = 0, cacheWrite = 0, reasoning = 0 } = usage;
  const cached = cacheRead + cacheWrite;
  const rest = (attributeCount(total) ?? NaN) - (input ?? NaN) - (output ?? 0);
  const isBoth = rest === cached + reasoning;
  const cacheBeside = cached > 0 && (cached > (input ?? Infinity) || rest === cached || isBoth);
  const thinkingBeside = reasoning > 0 && (reasoning > (output ?? Infinity) || rest === reasoning || isBoth);
  return {
    ...usage,
    ...(input !== undefined && cacheBeside && { input: input + cached }),
    ...(output !== undefined && thinkingBeside && { output: output + reasoning }),
  };
}

const NOTHING_KNOWN = { zeroIsUnknown: false };

/** The `usage` of OpenAI or Anthropic as they send it; undefined when it is neither. */
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
    ...writesOf(figures),
    output: attributeCount(figures.output),
  };
}

/** A sum that excludes separately reported writes is 0 (LangChain), or missing (Braintrust). */
function writesOf(figures: Figures) {
  const whole = attributeCount(figures.cacheWrite);
  const minutes = attributeCount(figures.cacheWriteMinutes);
  const hour = attributeCount(figures.cacheWriteHour);
  const apart = minutes === undefined && hour === undefined ? undefined : (minutes ?? 0) + (hour ?? 0);
  return { cacheWrite: whole === undefined ? apart : Math.max(whole, apart ?? 0), cacheWriteHour: hour };
}

interface ToolFacts {
  id?: string | undefined;
  name?: string | undefined;
  /** JSON text or the value itself. */
  arguments?: unknown;
  result?: unknown;
}

/**
 * Arguments of a Python function as its tracers write them, `{ args: [], kwargs: { … } }`: returns those passed by
 * name.
 */
export function namedArguments(value: unknown): unknown {
  const { args, kwargs, ...options } = recordOf(value);
  const isCall = Array.isArray(args) && args.length === 0 && typeof kwargs === 'object' && kwargs !== null;
  return isCall && Object.values(options).every((option) => typeof option === 'boolean') ? kwargs : value;
}

/** A tool execution from the sender's name, id, arguments and result. Arguments that were not reported stay unknown. */
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

/**
 * The effort among a model's parameters: in OpenAI's two spellings, Anthropic's, and Google's for Python and
 * JavaScript. A budget is not an effort.
 */
export function effortIn(parameters: Record<string, unknown>): string | undefined {
  const effort =
    parameters.reasoning_effort ??
    recordOf(parameters.reasoning).effort ??
    recordOf(parameters.output_config).effort ??
    recordOf(parameters.thinking_config).thinking_level ??
    recordOf(parameters.thinkingConfig).thinkingLevel;
  return typeof effort === 'string' ? effort : undefined;
}

/** Some senders write this where contents are switched off. */
export const isRedacted = (text: string): boolean => /^[<[]redacted[>\]]$/i.test(text);

/** A list of texts: as a list, as JSON text, or separated by commas. */
export function listOf(value: unknown): string[] {
  const parsed = attributeJson(value);
  const list: unknown[] = Array.isArray(parsed) ? parsed : typeof parsed === 'string' ? parsed.split(',') : [];
  return list.flatMap((item) => (typeof item === 'string' && item.trim() !== '' ? [item.trim()] : []));
}
