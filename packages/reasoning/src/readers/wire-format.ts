/**
 * The interface of one wire format. Each format's file exports one, formats.ts lists them, and no other code refers to
 * a format by name.
 */
import type { Message } from '../parts/message.ts';
import type { ModelRequest } from '../parts/model-request.ts';
import type { ApiName, ModelResponse } from '../parts/model-response.ts';
import type { JsonRecord } from '../json/json.ts';

/** Options of a reader besides the body. */
export interface ReadOptions {
  /** The body was cut by the caller or the network: what had arrived is the result. */
  incomplete?: boolean;
  /** Model of the request, for hosts whose response names none. */
  requestModel?: string;
}

export interface WireFormat {
  api: ApiName;
  /** URL paths that request an output in this format (model-paths.ts). */
  path: RegExp;
  /** Recognizes a whole body by its shape, never by the host. */
  isBody(body: JsonRecord): boolean;
  /** Recognizes one event, line or frame of a stream by its shape. */
  isEvent(event: JsonRecord): boolean;
  readBody(body: JsonRecord, options: ReadOptions): ModelResponse;
  /**
   * Equal to `readBody` of the same output, except for generated ids. `done`: the stream reported its end (`[DONE]`).
   */
  readEvents(events: readonly JsonRecord[], options: ReadOptions & { done?: boolean }): ModelResponse;
  /** `path` of the URL, when available, distinguishes formats whose requests can look alike. */
  isRequest(body: JsonRecord, path: string | undefined): boolean;
  conversation(body: JsonRecord, path: string | undefined): Conversation;
  /** The settings that this format does not keep in the usual fields (`model`, `stream`, `tools`, …). */
  settings?(body: JsonRecord, path: string | undefined): Partial<RequestSettings>;
}

export interface Conversation {
  system: string[];
  messages: Message[];
}

export type RequestSettings = Pick<
  ModelRequest,
  | 'model'
  | 'stream'
  | 'maxTokens'
  | 'temperature'
  | 'reasoningEffort'
  | 'thinkingBudget'
  | 'previousResponseId'
  | 'continuationToken'
  | 'itemReferences'
  | 'conversationId'
  | 'toolDefinitions'
>;
