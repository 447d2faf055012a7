/** Input and output types of `reasoningRequest`. The rules are in providers/, listed in families.ts. */
import type { ApiName } from '../../../parts/model-response.ts';

export const REASONING_EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
/** From no thinking to the most. Providers support some of them, and `reasoningRequest` reports which. */
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

/** Where a request goes. */
export interface ReasoningTarget {
  /**
   * Short name (`openai`, `google`, `xai`, …) or the value of `gen_ai.provider.name` (`gcp.gemini`, `x_ai`, …). Absent:
   * the vendor of the API or of the model, where that is certain.
   */
  provider?: string;
  /** The wire format, where the provider offers several; absent: the one it recommends for this model. */
  api?: ApiName;
  /** The model's name as in the request. */
  model: string;
  /**
   * The spelling of parameters: as the provider's own JavaScript client takes them (default), or as they are sent over
   * the wire.
   */
  form?: 'client' | 'wire';
}

/**
 * How much thinking is requested. Empty: the provider's default amount, made visible. Effort and budget exclude each
 * other.
 */
export interface ReasoningWish {
  /** `none` switches thinking off. */
  effort?: ReasoningEffort;
  /** Tokens the model may spend on thinking; 0 switches it off. */
  budgetTokens?: number;
  /** OpenAI and xAI: length of the summary; `auto` when absent. */
  summary?: 'auto' | 'concise' | 'detailed';
  /**
   * OpenAI and xAI: the provider stores nothing; the thinking comes encrypted, to be sent back with the next request.
   */
  stateless?: boolean;
  /** Claude with a budget: think between tool calls, too. Newer models do so by default. */
  interleaved?: boolean;
  /** Claude Sonnet 5.5: think between tool calls only. */
  betweenTools?: boolean;
}

/** Why the provider would refuse the request, or would not do what was wished. */
export type ReasoningErrorCode =
  | 'TARGET_INCOMPLETE'
  | 'UNKNOWN_PROVIDER'
  | 'UNKNOWN_API'
  | 'MODEL_DOES_NOT_THINK'
  | 'MODEL_RETIRED'
  | 'CANNOT_BE_SWITCHED_OFF'
  | 'EFFORT_AND_BUDGET'
  | 'EFFORT_UNSUPPORTED'
  | 'BUDGET_UNSUPPORTED'
  | 'BUDGET_OUT_OF_RANGE'
  | 'MAX_TOKENS_TOO_SMALL'
  | 'WISH_UNSUPPORTED'
  | 'SETTING_CONFLICT'
  | 'SETTING_REFUSED'
  | 'SAMPLING_REFUSED'
  | 'FORCED_TOOL_REFUSED'
  | 'TOOLS_REFUSED'
  | 'PREFILL_REFUSED'
  | 'STREAM_ONLY';

/** Why a request with these settings would be refused, and what to do instead. */
export interface ReasoningError {
  code: ReasoningErrorCode;
  message: string;
  /** The setting it is about: a path in the given request (`thinking.budget_tokens`), or `wish.…`, `target.…`. */
  where: string;
  /** What to do instead. */
  fix: string;
}

/** How the thinking will be readable: verbatim, as the provider's summary, or not at all. */
export type ThinkingText = 'verbatim' | 'summary' | 'none';

/** `ok`: the parameters to spread over the request; else every conflict that was found, and no parameters. */
export type ReasoningRequest<Parameters extends object = object> =
  | {
      ok: true;
      /**
       * To spread over the request: `{ ...request, ...parameters }`. Holds the request's own values beside the new
       * ones, so nothing is lost.
       */
      parameters: Parameters;
      /** HTTP headers to add. Join a header that is already sent with a comma. */
      headers?: Record<string, string>;
      text: ThinkingText;
      /** Further notes, in sentences. */
      notes: string[];
      /** Section of docs/providers.md that the rules come from. */
      section: string;
    }
  | { ok: false; errors: ReasoningError[] };
