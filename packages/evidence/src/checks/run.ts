/** The input of all checks: a run as ordered steps. `null` always means "not reported", never zero or empty. */

export interface Run {
  steps: readonly Step[];
  /** Names of the tools that the model could call, as far as they are reported. Tools that are called count anyway. */
  tools: readonly string[];
  /** How much thinking the calls of a tool usually take, from other runs. Absent: only this run is compared. */
  usualThinking?: ReadonlyMap<string, ThinkingDistribution>;
}

/** One answer of the model: what it thought, wrote and called. */
export interface Step {
  /** A message of the user is new in the request of this step. */
  newUserMessage: boolean | null;
  /** The effort in the request, as it was sent. */
  effort: string | null;
  /** The limit for thinking tokens in the request; 0 switches thinking off. */
  budgetTokens: number | null;
  /** The earlier thoughts that this step's request contained. Empty: none. */
  carried: readonly CarriedThinking[] | null;
  thoughts: readonly Thought[];
  /** Thinking of this step that has no text, by the reason. */
  hidden: readonly HiddenThinking[];
  /** The text of the answer, empty when the model wrote none. */
  message: string | null;
  calls: readonly Call[];
  finish: Finish | null;
  /** The same request was sent again, because this answer was not used. */
  retried: boolean | null;
  tokens: StepTokens;
  /** Cost of the whole step. */
  dollars: number | null;
  rates: StepRates | null;
}

/** Readable thinking of a step. */
export interface Thought {
  text: string;
  /** How many calls of the step come before the thought. It leads to those between it and the next thought. */
  callsBefore: number;
  /** The text is the provider's summary of the thinking. */
  isSummary: boolean;
}

/** A call of a tool, requested by the model or executed by its provider. */
export interface Call {
  tool: string;
  /** As JSON, or the free text of a custom tool. null: not reported, or withheld. */
  arguments: string | null;
  /** null: there is no result, or it was not reported. */
  result: string | null;
  status: CallOutcome;
  /** Tokens of the thoughts that led to this call alone. */
  thinkingTokens: number | null;
  /** The provider did not report the tokens: they are computed from the text. */
  isEstimated: boolean;
}

/** How a call ended. `no_result`: requested, and no result was seen. */
export type CallOutcome = 'ok' | 'error' | 'unknown' | 'no_result';

/**
 * `redacted`, `encrypted`, `withheld`: by the provider. `removed`: by a mask, a capture policy, or the rights of the
 * reader.
 */
export type HiddenThinking = 'redacted' | 'encrypted' | 'withheld' | 'removed';

/**
 * `complete`: the model ended its answer or asked for tools. `length`: a token limit cut it. `blocked`: a refusal or a
 * filter. `paused`: the answer continues in the next step. `failed`: an error or an abort.
 */
export type Finish = 'complete' | 'length' | 'blocked' | 'paused' | 'failed';

/** The thinking of an earlier step in the request of a later one. */
export interface CarriedThinking {
  /** Index of the earlier step. */
  step: number;
  /** The provider refuses the request without it. */
  isRequired: boolean | null;
}

/** As the provider counts: cache reads and writes are parts of the input, thinking is part of the output. */
export interface StepTokens {
  input: number | null;
  cacheRead: number | null;
  cacheWrite: number | null;
  output: number | null;
  /** Never an estimate. */
  thinking: number | null;
}

/** Dollars per million tokens. */
export interface StepRates {
  input: number | null;
  cacheRead: number | null;
  cacheWrite: number | null;
  output: number | null;
}

/** How much thinking leads to a call of a tool, in tokens. */
export interface ThinkingDistribution {
  median: number;
  p95: number;
  /** How many calls it is taken from. */
  count: number;
}
