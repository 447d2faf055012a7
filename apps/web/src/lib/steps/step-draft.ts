// A step before it has its place in the tree: what build-steps.ts makes and step-tree.ts nests.
import type { ReasoningTokenSource, ThinkingState } from '@subtext/reasoning';
import type { SpanRow } from '../skeleton.ts';
import type { Paid } from './allocate.ts';
import type { Call } from './joined-call.ts';

export interface Thought {
  /** `<span id>:<index>` of the row whose texts thought and preamble are; null = there is none. */
  key: string | null;
  state: ThinkingState;
  count: number;
  characters: number;
  /** Tokens of this step's own thinking; null = not said. */
  tokens: number | null;
  source: ReasoningTokenSource | null;
  hasPreamble: boolean;
  /** The response lost it; a later request repeated it. */
  fromHistory: boolean;
}

/** A step before it has its place and number. */
export interface StepDraft {
  /** Key of its first call, or the span id of a response without calls. */
  key: string;
  kind: 'calls' | 'answer' | 'trailing' | 'response' | 'run';
  calls: Call[];
  thought: Thought;
  /** The response it came from, or the run of a call nobody asked for. */
  span: SpanRow | null;
  /** null = nothing of its own to pay. */
  paid: Paid | null;
  start: number;
  /** A model call within another one, of which nothing is told but what it used: an advisor's, or a compaction, that its provider ran. */
  isWithin: boolean;
  /** Thinking tokens and money were split over this many steps of the response. */
  siblings: number;
}

/** A redacted thought stands in the list as a placeholder: that is no text. */
export const hasText = ({ state, characters }: Pick<Thought, 'state' | 'characters'>): boolean =>
  characters > 0 && (state === 'readable' || state === 'summary');
