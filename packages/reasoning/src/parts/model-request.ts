/**
 * The content of a request body, for all wire formats: for the generation's span and for stitching requests into
 * traces.
 */
import type { Message } from './message.ts';
import type { ApiName } from './model-response.ts';

export interface ModelRequest {
  api: ApiName;
  model?: string;
  stream: boolean;
  maxTokens?: number;
  temperature?: number;
  /** The exact effort string sent to the provider. */
  reasoningEffort?: string;
  /** The limit for thinking tokens; 0 switches thinking off. */
  thinkingBudget?: number;
  /**
   * The response this one continues: OpenAI Responses, and Anthropic message threads, whose requests then hold only
   * what is new.
   */
  previousResponseId?: string;
  /**
   * Gemini: where an earlier answer was cut. Sending the same request with this token continues the answer from there.
   */
  continuationToken?: string;
  /** OpenAI Responses: ids of stored items that stand in the history instead of the items, in order. */
  itemReferences?: string[];
  /** OpenAI Responses: the stored conversation. */
  conversationId?: string;
  /** System and developer instructions, in order. */
  system: string[];
  /** Messages without system ones, in order; calls and their results as parts. */
  messages: Message[];
  /** As sent. */
  toolDefinitions: unknown[];
  /** Ids of the calls in the history, in order. */
  historyCallIds: string[];
  /** Results after the last assistant turn: they answer the calls that are still open. */
  toolResults: ToolResult[];
  /** The last message is a user's: it has more than tool results. */
  endsWithHumanMessage: boolean;
  /** The attributes whose content was not seen, or only in part (agents that send their requests themselves). */
  unreported?: readonly string[];
}

/** A tool's result as the request reports it. */
export interface ToolResult {
  /** Empty where the history has no ids (Gemini): then results answer the open calls of that name, in order. */
  callId: string;
  /** The tool's name, where the request gives it beside the result (Gemini). */
  name?: string;
  result: unknown;
  /** Absent where the request does not say it. */
  isError?: boolean;
}
