/** What the database has of one model call: the input of check-trace.ts. */
import type { TracedGeneration } from '@subtext/reasoning';
import type { CallOutcome, HiddenThinking, StepRates, StepTokens } from '../checks/run.ts';

export interface StoredStep {
  spanId: string;
  /** On which it started, in UTC: `2026-11-28`. */
  day: string;
  model: string | null;
  /** Calls of a sub-agent belong to a run of their own: model calls with the same value are one run. */
  agent: string;
  /** Its end has not arrived, so nothing is said about how it ended. */
  isOpen: boolean;
  hasFailed: boolean;
  finishReason: string | null;
  effort: string | null;
  tokens: StepTokens;
  dollars: number | null;
  rates: StepRates | null;
  /** The state of the thinking as a whole, for an answer without calls. */
  state: string | null;
  /** In the order of the answer, with the answers between the calls. */
  calls: readonly StoredCall[];
  /** null: the payload is not stored, or beyond the limits. */
  context: StoredContext | null;
}

export interface StoredContext {
  generation: TracedGeneration;
  /** The request is stored. */
  hasInput: boolean;
  /** A text of the request was withheld, cut or dropped. */
  isIncomplete: boolean;
  /** The sender reports no instructions, or no tools: there may have been some. */
  lacksInstructions: boolean;
  hasOutput: boolean;
  /** The limit for thinking tokens; 0 switches thinking off. undefined = not reported. */
  thinkingBudget: number | undefined;
}

export interface StoredCall {
  /** Its index in the answer: with the span, the key of its texts. */
  index: number;
  callId: string | null;
  tool: string;
  /** `server`: the provider runs it before it answers. */
  type: 'function' | 'server' | 'mcp' | 'answer' | 'trailing';
  arguments: string | null;
  /** As its execution reports it; what a later request reports is added. */
  result: string | null;
  status: CallOutcome;
  thoughts: readonly string[];
  preamble: string | null;
  isSummary: boolean;
  hidden: HiddenThinking | null;
  thinkingTokens: number | null;
  isEstimated: boolean;
}

export interface CallPlace {
  spanId: string;
  index: number;
}
