/**
 * The sums behind `Usage` (providers.md §14). They are checked against the provider's own total when it sends one, so
 * hosts of one format that count differently are read correctly without knowing the host.
 */
import { count, finite, record, type JsonRecord } from '../json/json.ts';
import { countedHour, countedThinking, type Usage } from './usage.ts';

/**
 * xAI counts money in ticks of 10^-10 US dollars: checked against list prices with recorded responses, exact to the
 * tick.
 */
const TICKS_PER_USD = 1e10;

export interface UsageContext {
  /**
   * The response has thinking that cannot have cost 0 tokens. Ollama, vLLM, SGLang, LiteLLM and gateways then send a
   * constant 0, which means unknown.
   */
  zeroIsUnknown: boolean;
  /**
   * The backend's figures, which a gateway passed on, show that the thinking is not included in the gateway's output.
   */
  thinkingIsApart?: boolean;
}

/** The provider's figures, under our names. */
export interface Figures {
  raw: JsonRecord;
  context: UsageContext;
  input: number | undefined;
  output: number | undefined;
  reasoning: number | undefined;
  cacheRead: number | undefined;
  cacheWrite?: number | undefined;
  cacheWriteHour?: number | undefined;
}

/** For hosts that report neither thinking nor a total with a known meaning. */
export const UNCOUNTED: Figures = {
  raw: {},
  context: { zeroIsUnknown: false },
  input: undefined,
  output: undefined,
  reasoning: undefined,
  cacheRead: undefined,
  cacheWrite: undefined,
};

/** undefined when the provider reported no figure at all. */
export function inclusive(reported: Figures): Usage | undefined {
  const figures = reported.input === 0 ? withoutZeros(reported) : reported;
  const { input, cacheRead, cacheWrite } = figures;
  const { output, reasoning, source } = outputSide(figures);
  const providerCostUsd = costUsd(figures.raw);
  const usage: Usage = {};
  if (input !== undefined) usage.input = input;
  // Some hosts report more cached than input tokens (xAI): the subset is clamped to the input.
  if (cacheRead !== undefined) usage.cacheRead = Math.min(cacheRead, input ?? cacheRead);
  if (cacheWrite !== undefined) usage.cacheWrite = Math.min(cacheWrite, (input ?? Infinity) - (usage.cacheRead ?? 0));
  const hour = countedHour({ cacheWrite: usage.cacheWrite, cacheWriteHour: figures.cacheWriteHour });
  if (hour !== undefined) usage.cacheWriteHour = hour;
  if (output !== undefined) usage.output = output;
  if (reasoning !== undefined) usage.reasoning = countedThinking(reasoning, output);
  if (usage.reasoning !== undefined) usage.reasoningSource = source;
  if (providerCostUsd !== undefined) usage.providerCostUsd = providerCostUsd;
  if (figures.raw.service_tier === 'batch' && Object.keys(usage).length > 0) usage.tier = 'batch';
  return Object.keys(usage).length > 0 ? usage : undefined;
}

/**
 * A model call always has input tokens, so a reported 0 means "not reported". Then the other zeros mean nothing either
 * (gateways fill required fields).
 */
function withoutZeros(figures: Figures): Figures {
  const [output, reasoning] = [figures.output, figures.reasoning].map((figure) => (figure === 0 ? undefined : figure));
  const cached = { cacheRead: undefined, cacheWrite: undefined, cacheWriteHour: undefined };
  return { ...figures, input: undefined, output, reasoning, ...cached };
}

/**
 * Is the reasoning inside the output, beside it, or only in the total? P, C, R and T are the provider's prompt,
 * completion, reasoning and total.
 */
function outputSide(figures: Figures): { output?: number; reasoning?: number; source: 'reported' | 'derived' } {
  const { input: prompt, output: completion, context } = figures;
  const reported = figures.reasoning === 0 && context.zeroIsUnknown ? undefined : figures.reasoning;
  const outputFigures = { output: completion, reasoning: reported, source: 'reported' } as const;
  const total = count(figures.raw.total_tokens);
  if (completion === undefined || prompt === undefined) return outputFigures;
  // Perplexity's total may include tokens read from citations.
  const citations = count(figures.raw.citation_tokens) ?? 0;
  // Its deep research leaves the reasoning out of the total; other hosts with that field report a total a token or two
  // too low for a cut answer (Together).
  const searched = figures.raw.num_search_queries !== undefined || figures.raw.citation_tokens !== undefined;
  const rest = total === undefined ? undefined : total - prompt - completion;
  if (reported !== undefined && reported > 0) {
    // T = P + C + R (xAI chat, Perplexity, Grok on Vertex). When the total lacks R, more reasoning than output shows
    // the same, if R is reported outside the output details and no total includes it in the output.
    const isSeparate = rest === undefined || (figures.raw.reasoning_tokens !== undefined && (rest !== 0 || searched));
    const counted = rest === reported || rest === reported + citations || (isSeparate && reported > completion);
    const beside = counted || context.thinkingIsApart === true;
    return beside ? { ...outputFigures, output: completion + reported } : outputFigures;
  }
  // R missing and T > P + C (Gemini's compatible endpoint): the difference is the thinking.
  const hidden = rest === undefined ? 0 : rest - citations;
  if (figures.reasoning === undefined && hidden > 0) {
    return { output: completion + hidden, reasoning: hidden, source: 'derived' };
  }
  return outputFigures;
}

/** OpenRouter and others: `cost`; Perplexity: `cost.total_cost`; xAI: ticks. */
function costUsd(raw: JsonRecord): number | undefined {
  const cost = finite(raw.cost) ?? finite(record(raw.cost).total_cost);
  if (cost !== undefined && cost >= 0) return cost;
  const ticks = count(raw.cost_in_usd_ticks);
  return ticks === undefined ? undefined : ticks / TICKS_PER_USD;
}
