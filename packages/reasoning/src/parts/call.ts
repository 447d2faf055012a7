/**
 * Output of attribution: calls with the thinking that led to them. Produced by attribution.ts and span-codec; used by
 * spans, rows and screens.
 */
import type { CallStatus } from './call-status.ts';
import type { ReasoningFormat, ToolType } from './part.ts';
import type { ThinkingState } from './state.ts';
import type { ReasoningTokenSource } from '../usage/usage.ts';

/** A tool call with the thinking that led to it. */
export interface AttributedCall {
  id: string;
  idGenerated?: boolean;
  /** `text_output` for the pseudo call of an answer without tools. */
  name: string;
  namespace?: string;
  arguments: unknown;
  itemType: string;
  type: ToolType | 'answer';
  parentId?: string;
  incomplete?: boolean;
  refusal?: boolean;
  /** Result in the same response (server tools); undefined when there is none. */
  result?: unknown;
  /** How it ended; absent while nothing but the request is known. */
  status?: CallStatus;
  /**
   * The time of the call lies between two messages of the conversation: it contains the other calls of the response,
   * and any wait for approval.
   */
  durationInferred?: boolean;
  /** Thoughts since the previous call, in order, verbatim, blank ones dropped. Displayed joined by a blank line. */
  reasoning: string[];
  /** What the model wrote between its thoughts and this call; null when nothing. */
  preamble: string | null;
  /** Call id of the most recent call with reasoning, only when this one has none; null when there is none. */
  reasoningRef: string | null;
  state: ThinkingState;
  /** How the thoughts came, and in which wire field; absent without thoughts. */
  reasoningFormat?: ReasoningFormat;
  reasoningField?: string;
  /** Tokens of this call's own thoughts. Absent = unknown, or it has no thoughts of its own. */
  reasoningTokens?: number;
  reasoningTokensSource?: ReasoningTokenSource;
}

/**
 * A call of a provider's tool that waits for the caller's approval: the caller answers it, and the approved call refers
 * to it.
 */
const APPROVAL_REQUEST = 'mcp_approval_request';

export function isApprovalRequest(itemType: string): boolean {
  return itemType === APPROVAL_REQUEST;
}

/** True when the result of the call comes with a later request. */
export function isAnsweredByCaller({ type, itemType }: Pick<AttributedCall, 'type' | 'itemType'>): boolean {
  return type === 'function' || isApprovalRequest(itemType);
}

/** Reasoning and text after the last call of a response that has calls. */
export interface Trailing {
  reasoning: string[];
  text: string | null;
  state: ThinkingState;
  reasoningTokens?: number;
  reasoningTokensSource?: ReasoningTokenSource;
}

/** One response, attributed. */
export interface AttributedResponse {
  calls: AttributedCall[];
  trailing: Trailing | null;
  /** State of the response's thinking as a whole, for its tokens. Never `shared`. */
  state: ThinkingState;
  /** What the next response of the same turn uses as its last call with reasoning. */
  lastReasoningCallId: string | null;
  /**
   * What the first call of the next response takes over; set only when the turn continues there and something is
   * pending.
   */
  carry?: Carry;
  /**
   * Results of calls in an earlier response: the provider's tools, when the turn was paused between call and result.
   */
  lateResults?: LateResult[];
}

/**
 * Thoughts and texts that no call of their own response took, because its turn continues in the next one. One entry per
 * agent.
 */
export type Carry = readonly CarriedScope[];

export interface CarriedScope {
  agent?: string;
  thoughts: readonly Thought[];
  texts: readonly string[];
  /** A text or thought that is split between two responses. */
  open?: { kind: 'reasoning' | 'text'; text: string; how?: { format: ReasoningFormat; field: string } };
  /** A hidden thought since the last call. */
  sign: HiddenSign | null;
  state: ThinkingState;
  /** Tokens of the pending thoughts, from the response they came with. Absent = unknown. */
  reasoningTokens?: number;
  reasoningTokensSource?: ReasoningTokenSource;
}

export interface LateResult {
  callId: string;
  result?: unknown;
  isError?: boolean;
}

/** One closed block of thinking. */
export interface Thought {
  text: string;
  format: ReasoningFormat;
  field: string;
  /** `text` is the placeholder. */
  redacted?: boolean;
}

/** A thought that left a sign but no text. */
export type HiddenSign = 'encrypted' | 'withheld';
