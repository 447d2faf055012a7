/** The cost of a generation, in integer nano-dollars per kind of token. Pure: usage and price in, cost out. */
import { apportion } from './apportion.ts';
import { countedHour, countedThinking, type ReasoningSplit, type Usage } from './usage.ts';

/**
 * Nano-dollars per million tokens. null: the price list has no rate for this kind, so the rate of the enclosing kind
 * applies.
 */
export interface Rates {
  inputRate: number;
  cacheReadRate: number | null;
  cacheWriteRate: number | null;
  /**
   * Rate of 1-hour cache writes. null beside a rate for writes means unknown, because a provider that prices writes
   * prices these higher.
   */
  cacheWriteHourRate: number | null;
  outputRate: number;
  reasoningRate: number | null;
}

/**
 * The four kinds add up to `total`; `reasoning` is the part of `output` that was thinking, `cacheWriteHour` the part of
 * `cacheWrite` that is kept for one hour.
 */
export interface Cost {
  /** Input neither read from nor written to a cache. */
  input: number;
  cacheRead: number;
  cacheWrite: number;
  /** null when the provider did not report how long its cache writes are kept. */
  cacheWriteHour: number | null;
  output: number;
  /** null when the provider did not report how much of the output was thinking. */
  reasoning: number | null;
  total: number;
  source: 'provider' | 'computed';
}

const TOKENS_OF_A_RATE = 1_000_000;

/**
 * The highest plausible cost of one response: a larger figure is mistaken or hostile. The nano-dollars of 1,000 such
 * spans, a whole batch, still add up exactly in a JavaScript number (2^53).
 */
const MAX_PLAUSIBLE_USD = 5_000;

/** True when the rates cover everything that was used: a rate for 5-minute writes does not cover 1-hour writes. */
export const haveRatesFor = (usage: Usage, { cacheWriteRate, cacheWriteHourRate }: Rates): boolean =>
  cacheWriteHourRate !== null || cacheWriteRate === null || !countedHour(usage);

/**
 * null = unknown: no price, not all tokens are known, or an implausible sum. The provider's own figure wins. Its kinds
 * are then split in proportion to the rates or, without rates, by tokens, because the provider reports only the sum.
 */
export function costOf(usage: Usage, listed: Rates | null): Cost | null {
  const price = listed && haveRatesFor(usage, listed) ? listed : null;
  if (usage.input === undefined || usage.output === undefined) return null;
  const provided = nanoDollars(usage.providerCostUsd);
  if (provided === null) {
    const computed = price && atRates(usage, price);
    return computed && computed.total <= MAX_PLAUSIBLE_USD * 1e9 ? computed : null;
  }
  return scaledTo(provided, price ? atRates(usage, price) : atRates(usage, SAME_RATES));
}

function atRates(usage: Usage, rates: Rates): Cost {
  const cacheRead = usage.cacheRead ?? 0;
  const cacheWrite = usage.cacheWrite ?? 0;
  const hour = countedHour(usage);
  const thinking = countedThinking(usage.reasoning ?? 0, usage.output);
  const fresh = Math.max(0, (usage.input ?? 0) - cacheRead - cacheWrite);
  const reasoning = amount(thinking, rates.reasoningRate ?? rates.outputRate);
  const writeRate = rates.cacheWriteRate ?? rates.inputRate;
  const cacheWriteHour = amount(hour ?? 0, rates.cacheWriteHourRate ?? writeRate);
  const kinds = {
    input: amount(fresh, rates.inputRate),
    cacheRead: amount(cacheRead, rates.cacheReadRate ?? rates.inputRate),
    cacheWrite: cacheWriteHour + amount(cacheWrite - (hour ?? 0), writeRate),
    output: reasoning + amount((usage.output ?? 0) - thinking, rates.outputRate),
  };
  return {
    ...kinds,
    cacheWriteHour: hour === undefined ? null : cacheWriteHour,
    reasoning: usage.reasoning === undefined ? null : reasoning,
    total: sumOf(kinds),
    source: 'computed',
  };
}

type Kinds = Pick<Cost, 'input' | 'cacheRead' | 'cacheWrite' | 'output'>;

const SAME_RATES: Rates = {
  inputRate: 1_000_000_000,
  cacheReadRate: null,
  cacheWriteRate: null,
  cacheWriteHourRate: null,
  outputRate: 1_000_000_000,
  reasoningRate: null,
};

const sumOf = ({ input, cacheRead, cacheWrite, output }: Kinds): number => input + cacheRead + cacheWrite + output;

/** The same split of another total: every kind but the output is rounded down, and the output takes the rest. */
function scaledTo(total: number, cost: Cost): Cost {
  const share = (part: number) => (cost.total === 0 ? 0 : Number((BigInt(part) * BigInt(total)) / BigInt(cost.total)));
  const [input, cacheRead, cacheWrite] = [share(cost.input), share(cost.cacheRead), share(cost.cacheWrite)];
  const cacheWriteHour = cost.cacheWriteHour === null ? null : share(cost.cacheWriteHour);
  const output = total - input - cacheRead - cacheWrite;
  const reasoning = cost.reasoning === null ? null : Math.min(output, share(cost.reasoning));
  return { input, cacheRead, cacheWrite, cacheWriteHour, output, reasoning, total, source: 'provider' };
}

/**
 * Rounded half up, in integers: a float would round differently for each order of summing. BigInt is ten times as slow
 * and rarely needed.
 */
function amount(tokens: number, rate: number): number {
  const product = tokens * rate;
  if (product > Number.MAX_SAFE_INTEGER)
    return Number((BigInt(tokens) * BigInt(rate) + BigInt(TOKENS_OF_A_RATE / 2)) / BigInt(TOKENS_OF_A_RATE));
  const rest = product % TOKENS_OF_A_RATE;
  return (product - rest) / TOKENS_OF_A_RATE + (rest >= TOKENS_OF_A_RATE / 2 ? 1 : 0);
}

/** null: not reported, or an implausible sum. */
export const nanoDollars = (usd: number | undefined): number | null =>
  usd !== undefined && usd >= 0 && usd <= MAX_PLAUSIBLE_USD ? Math.round(usd * 1e9) : null;

type CostFields = Record<
  | 'inputCost'
  | 'cacheReadCost'
  | 'cacheWriteCost'
  | 'cacheWriteHourCost'
  | 'outputCost'
  | 'reasoningCost'
  | 'readableCost'
  | 'summaryCost'
  | 'noTextCost'
  | 'totalCost',
  number | null
> & { costSource: Cost['source'] | null };

/** The cost of a generation as its span stores it. `split`: its thinking tokens by readability. null = unknown. */
export function costFields(cost: Cost | null, split: ReasoningSplit | null): CostFields {
  const reasoning = cost?.reasoning ?? null;
  const [readable = null, summary = null, noText = null] =
    split && reasoning !== null ? apportion(reasoning, [split.readable, split.summary, split.noText]) : [];
  return {
    inputCost: cost?.input ?? null,
    cacheReadCost: cost?.cacheRead ?? null,
    cacheWriteCost: cost?.cacheWrite ?? null,
    cacheWriteHourCost: cost?.cacheWriteHour ?? null,
    outputCost: cost?.output ?? null,
    reasoningCost: reasoning,
    readableCost: readable,
    summaryCost: summary,
    noTextCost: noText,
    totalCost: cost?.total ?? null,
    costSource: cost?.source ?? null,
  };
}

/**
 * Splits the cost of a generation's thinking over its calls in proportion to their tokens; null where either is
 * unknown.
 */
export function costOfCalls(tokens: readonly (number | null)[], cost: number | null): (number | null)[] {
  const knownTokens = tokens.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  if (cost === null || knownTokens === 0) return tokens.map((count) => (count === 0 && cost !== null ? 0 : null));
  const shares = apportion(
    cost,
    tokens.map((count) => count ?? 0),
  );
  return tokens.map((count, index) => (count === null ? null : (shares[index] ?? 0)));
}
