/**
 * Assigns each call the tokens of its own thoughts; together they add up to exactly what the provider reported. A step
 * of attribution.ts.
 */
import { toJson } from '../json/attributes.ts';
import { apportion, thoughtWeights } from '../usage/apportion.ts';
import type { CarriedScope } from '../parts/call.ts';
import type { Part } from '../parts/part.ts';
import type { ThinkingState } from '../parts/state.ts';
import { REASONING_TOKEN_SOURCES, type ReasoningTokenSource, type Usage } from '../usage/usage.ts';

/** A call, a trailing answer or a carry, with the lengths of its thoughts in characters; null = no text. */
export interface TokenOwner {
  target: { state: ThinkingState; reasoningTokens?: number; reasoningTokensSource?: ReasoningTokenSource };
  lengths: (number | null)[];
  /**
   * Thoughts that the target carries over from an earlier response of the same turn. Their tokens were counted there.
   */
  carried?: CarriedScope;
}

export interface TokenFigures {
  usage: Usage | undefined;
  /** The tokens of a text by some tokenizer. Without it nothing is estimated. */
  countTokens: ((text: string) => number) | undefined;
}

/**
 * Sets `reasoningTokens` and their source on the owners. A single owner gets the whole figure; several get shares by
 * length (`apportioned`). Without a figure, verbatim thinking may be `estimated`. Summaries and hidden thoughts are
 * never estimated, because their length says nothing about the tokens (providers.md §14).
 */
export function attributeTokens(owners: readonly TokenOwner[], parts: readonly Part[], figures: TokenFigures): void {
  if (owners.length === 0) return;
  const reported = figures.usage?.reasoning;
  const tokens = reported ?? estimate(owners, parts, figures);
  if (tokens === undefined) return;
  const initialSource: ReasoningTokenSource =
    reported === undefined ? 'estimated' : (figures.usage?.reasoningSource ?? 'reported');
  const source = owners.length > 1 && initialSource !== 'estimated' ? 'apportioned' : initialSource;
  const lengths = owners.flatMap((owner) => owner.lengths);
  const weights = thoughtWeights(lengths);
  let at = 0;
  const perOwner = owners.map((owner) => {
    const own = weights.slice(at, (at += owner.lengths.length));
    return own.reduce((left, right) => left + right, 0);
  });
  apportion(tokens, perOwner).forEach((share, index) => {
    const owner = owners[index];
    if (owner) assignTokens(owner, share, source);
  });
}

/** A partial sum is not a figure: when the tokens of carried thoughts are unknown, so are the target's. */
function assignTokens({ target, carried }: TokenOwner, share: number, source: ReasoningTokenSource): void {
  if (carried && (carried.reasoningTokens === undefined || !carried.reasoningTokensSource)) return;
  const sources = [source, carried?.reasoningTokensSource ?? source].map((word) =>
    REASONING_TOKEN_SOURCES.indexOf(word),
  );
  target.reasoningTokens = share + (carried?.reasoningTokens ?? 0);
  // The sources are listed from most to least reliable.
  target.reasoningTokensSource = REASONING_TOKEN_SOURCES[Math.max(...sources)] ?? source;
}

/**
 * Reported output × the share of its text that was thinking. Without a reported output, or when it is less than half of
 * the text, the plain count. The tokenizer need not be the model's, because most of its error cancels out in the share.
 */
function estimate(
  owners: readonly TokenOwner[],
  parts: readonly Part[],
  { usage, countTokens }: TokenFigures,
): number | undefined {
  if (!countTokens) return undefined;
  if (owners.some((owner) => owner.target.state !== 'readable') || parts.some(isUnread)) return undefined;
  const thinking = countAll(
    countTokens,
    parts.flatMap((part) => (part.kind === 'reasoning' ? part.text : [])),
  );
  if (thinking === undefined || thinking === 0) return undefined;
  const rest = countAll(countTokens, parts.flatMap(answered));
  if (rest === undefined) return undefined;
  const output = usage?.output;
  // A stream that broke off has reported only the output of its start.
  if (output === undefined || output < (thinking + rest) / 2) return thinking;
  return Math.round((output * thinking) / (thinking + rest));
}

/** Thinking whose text cannot be counted. An estimate would cover only the rest of the thinking. */
function isUnread(part: Part): boolean {
  return part.kind === 'redacted' || (part.kind === 'hidden' && !part.beside);
}

/** What the model wrote besides its thinking. */
function answered(part: Part): string[] {
  if (part.kind === 'text') return [part.text];
  return part.kind === 'tool_call' ? [part.name, toJson(part.arguments)] : [];
}

/** undefined when the tokenizer throws or returns no count: the caller supplies it. */
function countAll(countTokens: (text: string) => number, texts: readonly string[]): number | undefined {
  try {
    const sum = texts.reduce((counted, text) => counted + countTokens(text), 0);
    return Number.isFinite(sum) && sum >= 0 ? Math.round(sum) : undefined;
  } catch {
    return undefined;
  }
}
