/** What a request body says, of all wire formats: for the span of the generation and for stitching requests into traces. */
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
  /** The response this one continues: OpenAI Responses, and Anthropic message threads, whose requests then hold only what is new. */
  previousResponseId?: string;
  /** Gemini: where the answer of an earlier response was cut; the same request, sent again with it, goes on from there. */
  continuationToken?: string;
  /** OpenAI Responses: the stored conversation. */
  conversationId?: string;
  /** System and developer instructions, in order. */
  system: string[];
  /** Without the system ones, in order; calls and their results as parts. */
  messages: Message[];
  /** As sent. */
  toolDefinitions: unknown[];
  /** Ids of the calls in the history, in order. */
  historyCallIds: string[];
  /** Results that came after the last turn of the assistant: what closes the calls now open. */
  toolResults: ToolResult[];
  /** The last message is a person's: more than tool results. */
  endsWithHumanMessage: boolean;
}

/** What a request says that a tool gave. */
export interface ToolResult {
  /** Empty where the history holds no id (Gemini): then results answer the open calls of that name, in order. */
  callId: string;
  /** Of the tool, where the request names it beside the result (Gemini). */
  name?: string;
  result: unknown;
  isError: boolean;
}
