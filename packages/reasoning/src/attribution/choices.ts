/**
 * Several choices of one response (`n > 1`): what is known about each one's tokens, and all of them merged. Used by the
 * SDK and by ingest.
 */
import type { AttributedResponse, Trailing } from '../parts/call.ts';
import { responseState } from '../thinking/thinking-state.ts';
import type { Usage } from '../usage/usage.ts';

/**
 * The tokens to attribute one of `count` choices with. Providers count all choices together and do not report which of
 * them thought how much. With several choices, the only thing known about each is that none thought, when the total is
 * 0.
 */
export function usageOfChoice(usage: Usage | undefined, count: number): Usage | undefined {
  if (!usage || count <= 1) return usage;
  const { reasoning, reasoningSource } = usage;
  return reasoning === 0 ? { reasoning, ...(reasoningSource && { reasoningSource }) } : undefined;
}

/** All choices as one response, in their order; `usage` is the total. */
export function together(choices: readonly AttributedResponse[], usage: Usage | undefined): AttributedResponse {
  const [first] = choices;
  if (choices.length === 1 && first) return first;
  const states = choices.map((choice) => choice.state).filter((state) => state !== 'none' && state !== 'unreported');
  return {
    calls: choices.flatMap((choice) => choice.calls),
    trailing: choices.reduce<Trailing | null>((all, { trailing }) => (all ? joined(all, trailing) : trailing), null),
    // Tokens that were billed to silent choices.
    state: responseState(states, (usage?.reasoning ?? 0) > 0, usage),
    lastReasoningCallId: choices.findLast((choice) => choice.lastReasoningCallId !== null)?.lastReasoningCallId ?? null,
  };
}

function joined(left: Trailing, right: Trailing | null): Trailing {
  if (!right) return left;
  const texts = [left.text, right.text].filter((text) => text !== null);
  return {
    reasoning: [...left.reasoning, ...right.reasoning],
    text: texts.length > 0 ? texts.join('\n\n') : null,
    state: left.reasoning.length > 0 ? left.state : right.state,
  };
}
