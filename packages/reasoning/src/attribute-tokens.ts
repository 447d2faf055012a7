/** Gives each call the tokens of its own thoughts, so that together they are exactly what the provider reported. Step of attribution.ts. */
import { toJson } from './attributes.ts';
import { apportion, thoughtWeights } from './apportion.ts';
import type { CarriedScope } from './call.ts';
import type { Part } from './part.ts';
import type { ThinkingState } from './state.ts';
import { REASONING_TOKEN_SOURCES, type ReasoningTokenSource, type Usage } from './usage.ts';

/** A call, or what trails or is handed on, with the lengths of its thoughts in characters; null = no text. */
export interface TokenOwner {
  target: { state: ThinkingState; reasoningTokens?: number; reasoningTokensSource?: ReasoningTokenSource };
  lengths: (number | null)[];
  /** Thoughts of an earlier response of the same turn that the target holds as well: their tokens were counted there. */
  carried?: CarriedScope;
}

/**
 * Sets `reasoningTokens` and their source on the owners. One owner gets the figure as it is; several get shares by length
 * (`apportioned`). Without a figure, verbatim thinking is `estimated` by its share of the characters of the output; summaries and hidden
 * thoughts are not, since their length says nothing (providers.md §14).
 */
export function attributeTokens(owners: readonly TokenOwner[], parts: readonly Part[], usage: Usage | undefined): void {
  if (owners.length === 0 || !usage) return;
  const tokens = usage.reasoning ?? estimate(owners, parts, usage.output);
  if (tokens === undefined) return;
  const given: ReasoningTokenSource =
    usage.reasoning === undefined ? 'estimated' : (usage.reasoningSource ?? 'reported');
  const source = owners.length > 1 && given !== 'estimated' ? 'apportioned' : given;
  const lengths = owners.flatMap((owner) => owner.lengths);
  const weights = thoughtWeights(lengths);
  let at = 0;
  const perOwner = owners.map((owner) => {
    const own = weights.slice(at, (at += owner.lengths.length));
    return own.reduce((left, right) => left + right, 0);
  });
  apportion(tokens, perOwner).forEach((share, index) => {
    const owner = owners[index];
    if (owner) pay(owner, share, source);
  });
}

/** Half a sum is no figure: when the tokens of carried thoughts are unknown, so are the target's. */
function pay({ target, carried }: TokenOwner, share: number, source: ReasoningTokenSource): void {
  if (carried && (carried.reasoningTokens === undefined || !carried.reasoningTokensSource)) return;
  const sources = [source, carried?.reasoningTokensSource ?? source].map((word) =>
    REASONING_TOKEN_SOURCES.indexOf(word),
  );
  target.reasoningTokens = share + (carried?.reasoningTokens ?? 0);
  // In their order each is less sure than the one before.
  target.reasoningTokensSource = REASONING_TOKEN_SOURCES[Math.max(...sources)] ?? source;
}

function estimate(
  owners: readonly TokenOwner[],
  parts: readonly Part[],
  output: number | undefined,
): number | undefined {
  if (output === undefined) return undefined;
  if (owners.some((owner) => owner.target.state !== 'readable' || owner.lengths.includes(null))) return undefined;
  let thinking = 0;
  let rest = 0;
  for (const part of parts) {
    if (part.kind === 'reasoning') thinking += part.text.length;
    else if (part.kind === 'text') rest += part.text.length;
    else if (part.kind === 'tool_call') rest += part.name.length + toJson(part.arguments).length;
  }
  return thinking > 0 ? Math.round((output * thinking) / (thinking + rest)) : undefined;
}
