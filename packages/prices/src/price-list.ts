/**
 * The rates for a model at a time, from the price list of @pydantic/genai-prices. It does not handle usage; cost.ts
 * applies the rates.
 */
import type { PriceRecord } from '@subtext/trace';
import { calcPrice, type ModelPrice, type PriceCalculationResult } from '@pydantic/genai-prices';
import { providerOf } from '@subtext/conventions';

/** The list inside the installed package; changes with its version (a test keeps the two in sync). */
export const PRICE_LIST = { source: 'genai-prices', version: '0.1.8', asOf: '2026-09-23' } as const;

export interface PricedRequest {
  /** As in `gen_ai.provider.name`; undefined when the span names none. */
  provider: string | undefined;
  model: string;
  at: Date;
  /** Selects the tier of models that cost more for long prompts. */
  inputTokens: number;
  /** What comes out of an embedding is not tokens, so a missing output rate is 0. Otherwise it would be unknown. */
  hasNoOutput?: boolean;
  /** Only for calls that do not think: their tokens of audio and images, which may have rates of their own. */
  media?: MediaTokens | undefined;
}

/** Tokens by kind. Those of no kind are text. */
export interface MediaTokens {
  input: number;
  output: number;
  audioInput: number;
  imageInput: number;
  audioOutput: number;
  imageOutput: number;
}

/** Names of the GenAI semantic conventions that the list spells differently. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  'gcp.gen_ai': 'google',
  'gcp.gemini': 'google',
  'gcp.vertex_ai': 'google',
  'aws.bedrock': 'aws',
  'azure.ai.openai': 'azure',
  'azure.ai.inference': 'azure',
  mistral_ai: 'mistral',
  moonshot_ai: 'moonshotai',
  x_ai: 'x-ai',
};

const listedName = (provider: string): string =>
  Object.hasOwn(PROVIDER_NAMES, provider) ? PROVIDER_NAMES[provider]! : provider;

/**
 * null when the list has no price for exactly this model. The list matches unknown names to a related model by prefix
 * (claude-sonnet-5-5 as claude-sonnet-5), so the matched name must equal the requested one, except for a date,
 * `-latest`, or the hosting location.
 */
export function findPrice(request: PricedRequest): PriceRecord | null {
  const provider = request.provider === undefined ? undefined : listedName(request.provider);
  const minute = Math.floor(request.at.getTime() / MINUTE_MS);
  const key = `${provider}\0${request.model}\0${minute}\0${request.hasNoOutput === true}\0${request.media !== undefined}`;
  const cached = remembered.get(key);
  if (cached !== undefined && !request.media && !isTiered(cached.found)) return cached.price;
  const found = cached ? cached.found : search({ ...request, provider });
  const price = priceFrom(found, { ...request, provider });
  if (remembered.size >= MAX_CACHED) remembered.clear();
  remembered.set(key, { found, price });
  return price;
}

function priceFrom(found: PriceCalculationResult, request: PricedRequest): PriceRecord | null {
  if (!found) return null;
  const rate = (kind: string) => rateOf(found.model_price, kind, request.inputTokens);
  const { input, output } = meanRates(rate, request);
  if (input === null || output === null) return null;
  return {
    provider: request.provider ?? found.provider.id,
    model: request.model,
    matchedModel: found.model.id,
    source: PRICE_LIST.source,
    asOf: PRICE_LIST.asOf,
    inputRate: input,
    cacheReadRate: rate('cache_read_mtok'),
    cacheWriteRate: rate('cache_write_mtok'),
    cacheWriteHourRate: rate('cache_write_1h_mtok'),
    outputRate: output,
    reasoningRate: rate('output_reasoning_mtok'),
    promptOver: tierOf(found.model_price.input_mtok, request.inputTokens)?.start ?? null,
  };
}

/**
 * One rate for the input and one for the output, as a receipt needs them. Where tokens of several kinds have rates of
 * their own, it is the mean over the tokens of this call.
 */
function meanRates(rate: (kind: string) => number | null, { media, hasNoOutput }: PricedRequest) {
  const [input, output] = [rate('input_mtok'), rate('output_mtok') ?? (hasNoOutput ? 0 : null)];
  if (!media) return { input, output };
  const of = (kind: string, text: number | null) => rate(kind) ?? text;
  const inputs = { audio: of('input_audio_mtok', input), image: of('input_image_mtok', input), text: input };
  const outputs = { audio: of('output_audio_mtok', output), image: of('output_image_mtok', output), text: output };
  return {
    input: meanRate(media.input, { audio: media.audioInput, image: media.imageInput }, inputs),
    output: meanRate(media.output, { audio: media.audioOutput, image: media.imageOutput }, outputs),
  };
}

type ByKind<Value> = Record<'audio' | 'image', Value>;

/** null: a kind that was used has no rate. */
function meanRate(all: number, counts: ByKind<number>, rates: ByKind<number | null> & { text: number | null }) {
  if (all === 0 || counts.audio + counts.image === 0) return rates.text;
  const tokens = { ...counts, text: Math.max(0, all - counts.audio - counts.image) };
  const kinds = (['audio', 'image', 'text'] as const).filter((kind) => tokens[kind] > 0);
  if (kinds.some((kind) => rates[kind] === null)) return null;
  const sum = kinds.reduce((total, kind) => total + tokens[kind], 0);
  return Math.round(kinds.reduce((mean, kind) => mean + (rates[kind] ?? 0) * (tokens[kind] / sum), 0));
}

/** The list's own record of a model, for prices that are not by the token. null: the list has no such model. */
export function listedRates(request: Omit<PricedRequest, 'inputTokens'>): ModelPrice | null {
  const provider = request.provider === undefined ? undefined : listedName(request.provider);
  return search({ ...request, provider, inputTokens: 0 })?.model_price ?? null;
}

/** Prices change by date and time of day, never within a minute; the list is searched again only then. */
const MINUTE_MS = 60_000;
const MAX_CACHED = 5_000;
const remembered = new Map<string, { found: PriceCalculationResult; price: PriceRecord | null }>();

/** True when its rates depend on the length of the prompt. */
const isTiered = (found: PriceCalculationResult): boolean =>
  found !== null && Object.values(found.model_price).some((rate) => typeof rate === 'object');

/** OpenAI and Anthropic charge half of every rate for answers of a batch; the list has no rates for these. */
export function atBatchRates(price: PriceRecord): PriceRecord {
  const half = (rate: number | null) => (rate === null ? null : Math.round(rate / 2));
  return {
    ...price,
    inputRate: Math.round(price.inputRate / 2),
    cacheReadRate: half(price.cacheReadRate),
    cacheWriteRate: half(price.cacheWriteRate),
    cacheWriteHourRate: half(price.cacheWriteHourRate),
    outputRate: Math.round(price.outputRate / 2),
    reasoningRate: half(price.reasoningRate),
  };
}

/** True when this price was found earlier for such a call. */
export function isPriceFor(
  price: PriceRecord,
  { provider, model }: Pick<PricedRequest, 'provider' | 'model'>,
): boolean {
  return price.model === model && (provider === undefined || listedName(provider) === listedName(price.provider));
}

/** By the name as sent, which some providers list with its path; then by the name without the path. */
function search(request: PricedRequest): PriceCalculationResult {
  for (const model of new Set([request.model, withoutPath(request)])) {
    const found = searchFor({ ...request, model });
    if (found) return found;
  }
  return null;
}

/**
 * Google prefixes a model with its hosting path, Amazon with a resource name, gateways with a provider. Claude Code
 * adds the requested context.
 */
const PATHS = [/^(?:projects\/.+\/|publishers\/.+\/)?models\//, /^arn:aws[\w-]*:bedrock:[^/]*\//];
const CONTEXT = /\[\d+[km]\]$/i;

function withoutPath({ provider, model }: PricedRequest): string {
  const name = PATHS.reduce((left, path) => left.replace(path, ''), model).replace(CONTEXT, '');
  const [host = '', ...rest] = name.split('/');
  const isOwn = provider !== undefined && rest.length > 0 && listedName(providerOf(host) ?? host) === provider;
  return isOwn ? rest.join('/') : name;
}

/**
 * null when it finds only a related model. Only the rates of the answer are used, in all tiers, so the usage makes no
 * difference.
 */
function searchFor({ provider, model, at }: PricedRequest): PriceCalculationResult {
  try {
    const named = provider === undefined ? {} : { providerId: provider };
    const found = calcPrice({ input_tokens: 0, output_tokens: 0 }, model, { timestamp: at, ...named });
    return found && bareName(found.model.id) === bareName(model) ? found : null;
  } catch {
    // The list throws on models without a price; that is an unknown price, not an error.
    return null;
  }
}

const REGION = /^(?:global|regional|us|eu|apac|jp|au|us-gov)\./;
const VENDOR = /^(?:anthropic|amazon|cohere|deepseek|meta|mistral|moonshotai|openai|qwen)\./;
const VERSION = /-v\d+(?::\d+)?$/;
const DATE = /[-@](?:\d{8}|\d{4}-\d{2}-\d{2})$/;

/** The name without the hosting location, its date, and `-latest`. */
export const bareName = (model: string): string =>
  model
    .toLowerCase()
    .replace(REGION, '')
    .replace(VENDOR, '')
    .replace(VERSION, '')
    .replace(DATE, '')
    .replace(/-latest$/, '');

/** Dollars per million tokens → nano-dollars per million tokens. */
const toNano = (dollars: number): number => Math.round(dollars * 1e9);

function rateOf(price: ModelPrice, kind: string, inputTokens: number): number | null {
  const value = price[kind];
  if (value === undefined) return null;
  if (typeof value === 'number') return toNano(value);
  return toNano(tierOf(value, inputTokens)?.price ?? value.base);
}

/** The tier of a rate for such a prompt; undefined: the base. */
const tierOf = (rate: ModelPrice[string], inputTokens: number) =>
  typeof rate === 'object' ? rate.tiers.filter(({ start }) => inputTokens > start).at(-1) : undefined;
