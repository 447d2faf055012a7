/**
 * The sums behind `Usage` (providers.md §14): checked against the provider's own total where it sends one, so that hosts of one format that
 * count differently come out right without knowing the host.
 */
import { count, finite, record, type JsonRecord } from './readers/json.ts';
import { countedHour, countedThinking, type Usage } from './usage.ts';

/** xAI counts money in ticks of 10^-10 US dollars: checked against list prices with recorded responses, exact to the tick. */
const TICKS_PER_USD = 1e10;

export interface UsageContext {
  /**
   * Thinking came with the response that cannot have cost 0 tokens. Ollama, vLLM, SGLang, LiteLLM and gateways send a constant 0 then, and it
   * means unknown.
   */
  zeroIsUnknown: boolean;
  /** The figures of the backend, which a gateway passed on, say that the thinking is outside of the gateway's output. */
  thinkingIsApart?: boolean;
}

/** Figures as the provider wrote them, under our names. */
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

/** For hosts that count neither thinking nor a total of a known meaning. */
export const UNCOUNTED: Figures = {
  raw: {},
  context: { zeroIsUnknown: false },
  input: undefined,
  output: undefined,
  reasoning: undefined,
  cacheRead: undefined,
  cacheWrite: undefined,
};

/** undefined when the provider gave no figure at all. */
export function inclusive(told: Figures): Usage | undefined {
  const figures = told.input === 0 ? withoutZeros(told) : told;
  const { input, cacheRead, cacheWrite } = figures;
  const { output, reasoning, source } = outputSide(figures);
  const providerCostUsd = costUsd(figures.raw);
  const usage: Usage = {};
  if (input !== undefined) usage.input = input;
  // Some hosts report more cached than input tokens (xAI): the subset is clamped to its set.
  if (cacheRead !== undefined) usage.cacheRead = Math.min(cacheRead, input ?? cacheRead);
  if (cacheWrite !== undefined) usage.cacheWrite = Math.min(cacheWrite, (input ?? Infinity) - (usage.cacheRead ?? 0));
  const hour = countedHour({ cacheWrite: usage.cacheWrite, cacheWriteHour: figures.cacheWriteHour });
  if (hour !== undefined) usage.cacheWriteHour = hour;
  if (output !== undefined) usage.output = output;
  if (reasoning !== undefined) usage.reasoning = countedThinking(reasoning, output);
  if (usage.reasoning !== undefined) usage.reasoningSource = source;
  if (providerCostUsd !== undefined) usage.providerCostUsd = providerCostUsd;
  return Object.keys(usage).length > 0 ? usage : undefined;
}

/** No answer is without an input: who says so does not count, and each 0 of theirs says nothing (gateways fill the fields they must send). */
function withoutZeros(figures: Figures): Figures {
  const [output, reasoning] = [figures.output, figures.reasoning].map((figure) => (figure === 0 ? undefined : figure));
  const cached = { cacheRead: undefined, cacheWrite: undefined, cacheWriteHour: undefined };
  return { ...figures, input: undefined, output, reasoning, ...cached };
}

/** Is the reasoning inside the output, beside it, or only in the total? With P, C, R and the total T of the provider. */
function outputSide(figures: Figures): { output?: number; reasoning?: number; source: 'reported' | 'derived' } {
  const { input: prompt, output: completion, context } = figures;
  const reported = figures.reasoning === 0 && context.zeroIsUnknown ? undefined : figures.reasoning;
  const told = { output: completion, reasoning: reported, source: 'reported' } as const;
  const total = count(figures.raw.total_tokens);
  if (completion === undefined || prompt === undefined) return told;
  // Perplexity's total may hold what it read in citations, too.
  const citations = count(figures.raw.citation_tokens) ?? 0;
  // Its deep research leaves the reasoning out of the total; others of that field end a cut answer a token or two short of it (Together).
  const searched = figures.raw.num_search_queries !== undefined || figures.raw.citation_tokens !== undefined;
  const rest = total === undefined ? undefined : total - prompt - completion;
  if (reported !== undefined && reported > 0) {
    // T = P + C + R (xAI chat, Perplexity, Grok on Vertex). Without R in the total, more reasoning than output tells the same, where it is
    // counted apart from the details of the output and no total says that it is inside.
    const apart = rest === undefined || (figures.raw.reasoning_tokens !== undefined && (rest !== 0 || searched));
    const counted = rest === reported || rest === reported + citations || (apart && reported > completion);
    const beside = counted || context.thinkingIsApart === true;
    return beside ? { ...told, output: completion + reported } : told;
  }
  // R missing and T > P + C (Gemini's compatible endpoint): the difference is the thinking.
  const hidden = rest === undefined ? 0 : rest - citations;
  if (figures.reasoning === undefined && hidden > 0) {
    return { output: completion + hidden, reasoning: hidden, source: 'derived' };
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
