/**
 * The state of the thinking behind a call or a response (parts/state.ts lists them), and how much of it is
 * readable.
 */
import { apportion, thoughtWeights } from '../usage/apportion.ts';
import type { AttributedCall, AttributedResponse, HiddenSign, Thought, Trailing } from '../parts/call.ts';
import { HIDDEN_STATES, type ThinkingState } from '../parts/state.ts';
import type { ReasoningSplit, Usage } from '../usage/usage.ts';

/** Stands for a block whose text the provider withheld for safety. */
export const REDACTED_THINKING = '[redacted thinking]';

/** True for billed thinking whose verbatim text is not available. */
export function isHidden(state: ThinkingState): boolean {
  return HIDDEN_STATES.includes(state);
}

/** State of a call with at least one block of its own. Text outweighs a redacted block beside it. */
export function thoughtsState(thoughts: readonly Thought[]): ThinkingState {
  const visible = thoughts.filter((thought) => !thought.redacted);
  if (visible.length === 0) return 'redacted';
  return visible.some((thought) => thought.format === 'summary') ? 'summary' : 'readable';
}

/**
 * State of a call without a block of its own. `shared`: it refers to an earlier call. `sign`: the hidden thought before
 * it, or before the call it follows directly. Hidden thinking has no reference, yet this call was made because of it,
 * too.
 */
export function stateWithoutThoughts(
  facts: { shared: boolean; sign: HiddenSign | null },
  usage: Usage | undefined,
): ThinkingState {
  if (facts.shared) return 'shared';
  // A sign outweighs 0 reported tokens: hosts that do not count thinking also report 0 (providers.md §2.1, §14).
  if (facts.sign) return facts.sign;
  return usage?.reasoning === 0 ? 'none' : 'unreported';
}

const MOST_INFORMATIVE: readonly ThinkingState[] = ['summary', 'readable', 'redacted', 'encrypted', 'withheld'];

/**
 * State of a whole response from the states of all that own a thought. `silent`: tokens billed, no sign at all. Never
 * `shared`.
 */
export function responseState(
  owned: readonly ThinkingState[],
  silent: boolean,
  usage: Usage | undefined,
): ThinkingState {
  const mostInformative = MOST_INFORMATIVE.find((state) => owned.includes(state));
  return mostInformative ?? stateWithoutThoughts({ shared: false, sign: silent ? 'withheld' : null }, usage);
}

/** A thought without its text. */
export interface ThoughtBlock {
  kind: keyof ReasoningSplit;
  /** Characters; null = no text. */
  length: number | null;
}

/**
 * Splits the response's reasoning tokens (integer ≥ 0) over its blocks by length; all is `noText` when no block is
 * known.
 */
export function splitReasoningByReadability(
  response: Pick<AttributedResponse, 'calls' | 'trailing'>,
  reasoningTokens: number,
): ReasoningSplit {
  const holders = response.trailing ? [...response.calls, response.trailing] : response.calls;
  return splitOverBlocks(holders.flatMap(blocksOf), reasoningTokens);
}

/** The same from the blocks alone, for callers that do not have the texts. */
export function splitOverBlocks(ownBlocks: readonly ThoughtBlock[], reasoningTokens: number): ReasoningSplit {
  const blocks: readonly ThoughtBlock[] = ownBlocks.length > 0 ? ownBlocks : [{ kind: 'noText', length: null }];
  const shares = apportion(reasoningTokens, thoughtWeights(blocks.map((block) => block.length)));
  const split: ReasoningSplit = { readable: 0, summary: 0, noText: 0 };
  blocks.forEach((block, index) => (split[block.kind] += shares[index] ?? 0));
  return split;
}

type Holder = Pick<AttributedCall | Trailing, 'reasoning' | 'state' | 'reasoningTokens'>;

/** A call that merely follows a hidden thought owns none: it has the state and no tokens. */
export function blocksOf({ reasoning, state, reasoningTokens: tokens }: Holder): ThoughtBlock[] {
  if (reasoning.length === 0) {
    return (state === 'encrypted' || state === 'withheld') && tokens !== undefined
      ? [{ kind: 'noText', length: null }]
      : [];
  }
  return reasoning.map((text) => {
    if (state === 'redacted' || text === REDACTED_THINKING) return { kind: 'noText', length: null };
    return { kind: state === 'summary' ? 'summary' : 'readable', length: text.length };
  });
}
