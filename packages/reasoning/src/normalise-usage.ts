/**
 * The provider's token figures to the inclusive `Usage` (providers.md §14). One function per wire format; the sums are checked against the
 * provider's own total where it sends one, so that hosts of one format that count differently come out right without knowing the host.
 */
import { count, finite, isRecord, record, type JsonRecord } from './readers/json.ts';
import type { Usage } from './usage.ts';

/** xAI counts money in ticks of 10^-10 US dollars: checked against list prices with recorded responses, exact to the tick. */
const TICKS_PER_USD = 1e10;

export interface UsageContext {
  /**
   * Thinking came with the response that cannot have cost 0 tokens. Ollama, vLLM, SGLang, LiteLLM and gateways send a constant 0 then, and it
   * means unknown.
   */
  zeroIsUnknown: boolean;
}

/** `usage` of an OpenAI Responses body. */
export function usageOfResponses(raw: unknown, context: UsageContext): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  const inputDetails = record(raw.input_tokens_details);
  return inclusive({
    raw,
    context,
    input: count(raw.input_tokens),
    output: count(raw.output_tokens),
    reasoning: count(record(raw.output_tokens_details).reasoning_tokens),
    cacheRead: count(inputDetails.cached_tokens),
    cacheWrite: count(inputDetails.cache_write_tokens),
  });
}

/** `usage` of a Chat Completions body, of OpenAI or of any compatible host. */
export function usageOfChat(raw: unknown, context: UsageContext): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  const inputDetails = record(raw.prompt_tokens_details);
  const outputDetails = record(raw.completion_tokens_details);
  const read =
    inputDetails.cached_tokens ?? raw.prompt_cache_hit_tokens ?? raw.cached_tokens ?? raw.cache_read_input_tokens;
  const written =
    inputDetails.cache_write_tokens ?? inputDetails.cache_creation_tokens ?? raw.cache_creation_input_tokens;
  return inclusive({
    raw,
    context,
    input: count(raw.prompt_tokens),
    output: count(raw.completion_tokens),
    reasoning: count(outputDetails.reasoning_tokens ?? raw.reasoning_tokens),
    cacheRead: count(read),
    cacheWrite: count(written),
  });
}

/** `usage` of an Anthropic message: cached tokens are outside `input_tokens` there. */
export function usageOfAnthropic(raw: unknown, context: UsageContext): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  const uncached = count(raw.input_tokens);
  const cacheRead = count(raw.cache_read_input_tokens);
  const cacheWrite = count(raw.cache_creation_input_tokens);
  return inclusive({
    raw,
    context,
    input: uncached === undefined ? undefined : uncached + (cacheRead ?? 0) + (cacheWrite ?? 0),
    output: count(raw.output_tokens),
    reasoning: count(record(raw.output_tokens_details).thinking_tokens),
    cacheRead,
    cacheWrite,
  });
}

interface Figures {
  raw: JsonRecord;
  context: UsageContext;
  input: number | undefined;
  output: number | undefined;
  reasoning: number | undefined;
  cacheRead: number | undefined;
  cacheWrite: number | undefined;
}

function inclusive(figures: Figures): Usage | undefined {
  const { input, cacheRead, cacheWrite } = figures;
  const { output, reasoning, source } = outputSide(figures);
  const providerCostUsd = costUsd(figures.raw);
  const usage: Usage = {};
  if (input !== undefined) usage.input = input;
  // Some hosts report more cached than input tokens (xAI): the subset is clamped to its set.
  if (cacheRead !== undefined) usage.cacheRead = Math.min(cacheRead, input ?? cacheRead);
  if (cacheWrite !== undefined) usage.cacheWrite = Math.min(cacheWrite, (input ?? Infinity) - (usage.cacheRead ?? 0));
  if (output !== undefined) usage.output = output;
  if (reasoning !== undefined) usage.reasoning = Math.min(reasoning, output ?? reasoning);
  if (usage.reasoning !== undefined) usage.reasoningSource = source;
  if (providerCostUsd !== undefined) usage.providerCostUsd = providerCostUsd;
  return Object.keys(usage).length > 0 ? usage : undefined;
}

/** Is the reasoning inside the output, beside it, or only in the total? With P, C, R and the total T of the provider. */
function outputSide(figures: Figures): { output?: number; reasoning?: number; source: 'reported' | 'derived' } {
  const { input: prompt, output: completion, context } = figures;
  const reported = figures.reasoning === 0 && context.zeroIsUnknown ? undefined : figures.reasoning;
  const told = { output: completion, reasoning: reported, source: 'reported' } as const;
  const total = count(figures.raw.total_tokens);
  if (completion === undefined || prompt === undefined) return told;
  const rest = total === undefined ? undefined : total - prompt - completion;
  if (reported !== undefined && reported > 0) {
    // T = P + C + R (xAI chat, Perplexity, Grok on Vertex). Without a total, more reasoning than output tells the same.
    const beside = rest === undefined ? reported > completion : rest === reported;
    return beside ? { ...told, output: completion + reported } : told;
  }
  // R missing and T > P + C (Gemini's compatible endpoint): the difference is the thinking.
  if (figures.reasoning === undefined && rest !== undefined && rest > 0) {
    return { output: completion + rest, reasoning: rest, source: 'derived' };
  }
  return told;
}

/** OpenRouter and others: `cost`; Perplexity: `cost.total_cost`; xAI: ticks. */
function costUsd(raw: JsonRecord): number | undefined {
  const cost = finite(raw.cost) ?? finite(record(raw.cost).total_cost);
  if (cost !== undefined && cost >= 0) return cost;
  const ticks = count(raw.cost_in_usd_ticks);
  return ticks === undefined ? undefined : ticks / TICKS_PER_USD;
}
