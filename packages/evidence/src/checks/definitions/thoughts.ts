/** What the checks have in common: thoughts with the calls they lead to, and why thinking cannot be read. */
import type { CheckId, NotChecked, NotCheckedReason, Quote } from '../finding.ts';
import type { Call, Run, Step, Thought } from '../run.ts';
import { LONGEST_THOUGHT, type Span } from '../text/sentences.ts';

export interface ThoughtUse {
  step: number;
  /** Index of the thought in its step. */
  index: number;
  thought: Thought;
  /** The calls between this thought and the next one of the step. */
  calls: { call: Call; index: number }[];
}

/** Every readable thought, in order. */
export function thoughtUses({ steps }: Run): ThoughtUse[] {
  return steps.flatMap(({ thoughts, calls }, step) =>
    thoughts.map((thought, index) => {
      const from = Math.max(0, thought.callsBefore);
      const to = thoughts.slice(index + 1).find(({ callsBefore }) => callsBefore > from)?.callsBefore ?? calls.length;
      return { step, index, thought, calls: calls.slice(from, to).map((call, at) => ({ call, index: from + at })) };
    }),
  );
}

export function quote({ step, index }: ThoughtUse, { from, to, text }: Span): Quote {
  return { kind: 'quote', step, thought: index, from, to, text };
}

/** Why the thinking of each step cannot be read, or not as a whole. */
export function unreadable(check: CheckId, { steps }: Run): NotChecked[] {
  return steps.flatMap((step, index) =>
    [...new Set(reasons(step))].map((reason) => ({ check, step: index, call: null, reason })),
  );
}

/** Some providers send the start of a thought and an ellipsis in place of a summary. */
export const isCut = ({ text }: Thought): boolean => /(?:…|\.\.\.)$/.test(text.slice(-10).trimEnd());

function reasons({ thoughts, hidden, tokens }: Step): NotCheckedReason[] {
  const found: NotCheckedReason[] = hidden.map((reason) => `thinking_${reason}` as const);
  if (thoughts.some(({ text }) => text.length > LONGEST_THOUGHT)) found.push('text_too_long');
  if (thoughts.some(isCut)) found.push('thinking_cut');
  if (thoughts.length > 0 || hidden.length > 0 || tokens.thinking === 0) return found;
  return [tokens.thinking === null ? 'thinking_not_reported' : 'thinking_withheld'];
}

/** Calls after a thought whose arguments are not held. */
export function withoutArguments(check: CheckId, run: Run): NotChecked[] {
  return thoughtUses(run).flatMap(({ step, calls }) =>
    calls
      .filter(({ call }) => call.arguments === null)
      .map(({ index }) => ({ check, step, call: index, reason: 'arguments_not_reported' as const })),
  );
}

/** At the output's rate. */
export function thinkingDollars({ tokens, rates }: Step, thinking = tokens.thinking): number | null {
  const rate = rates?.output ?? null;
  return thinking === null || rate === null ? null : (thinking * rate) / 1_000_000;
}

export function isThinking({ thoughts, hidden, tokens }: Step): boolean {
  return thoughts.length > 0 || hidden.length > 0 || (tokens.thinking ?? 0) > 0;
}
