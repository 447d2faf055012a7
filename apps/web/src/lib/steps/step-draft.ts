// A step before it is placed in the tree: created by build-steps.ts, nested by step-tree.ts.
import type { ReasoningTokenSource, ThinkingState } from '@subtext/reasoning';
import type { SpanRow } from '../skeleton/skeleton.ts';
import type { Paid } from './allocate.ts';
import type { Call } from './joined-call.ts';

export interface Thought {
  /** `<span id>:<index>` of the row that has the texts of thought and preamble; null = none. */
  key: string | null;
  state: ThinkingState;
  count: number;
  characters: number;
  /** Tokens of this step's own thinking; null = not reported. */
  tokens: number | null;
  source: ReasoningTokenSource | null;
  hasPreamble: boolean;
  /** The response lost the thought; a later request repeated it. */
  fromHistory: boolean;
}

/** A step before it has a position and a number. */
export interface StepDraft {
  /** Key of its first call, or the span id of a response without calls. */
  key: string;
  kind: 'calls' | 'answer' | 'trailing' | 'response' | 'run';
  calls: Call[];
  thought: Thought;
  /** The response it came from, or the execution of a call that no response requested. */
  span: SpanRow | null;
  /** null = the step has no cost of its own. */
  paid: Paid | null;
  start: number;
  /**
   * A model call inside another one that reports only its usage, such as an advisor or a compaction that the provider
   * ran.
   */
  isWithin: boolean;
  /** Number of steps that the response's thinking tokens and cost were split over. */
  siblings: number;
}

/** A redacted thought is a placeholder in the list, not a text. */
export const hasText = ({ state, characters }: Pick<Thought, 'state' | 'characters'>): boolean =>
  characters > 0 && (state === 'readable' || state === 'summary');
