/** What one wire format must tell of itself: one file a format exports one of these, formats.ts lists them, nothing else knows any by name. */
import type { Message } from '../message.ts';
import type { ModelRequest } from '../model-request.ts';
import type { ApiName, ModelResponse } from '../model-response.ts';
import type { JsonRecord } from './json.ts';
import type { ReadOptions } from './options.ts';

export interface WireFormat {
  api: ApiName;
  /** Paths of URLs that ask for an output in this format: a request that failed has no other shape to know it by. */
  path: RegExp;
  /** By the shape of a whole body, never by the host. */
  isBody(body: JsonRecord): boolean;
  /** By the shape of one event, line or frame of a stream. */
  isEvent(event: JsonRecord): boolean;
  readBody(body: JsonRecord, options: ReadOptions): ModelResponse;
  /** Equal to `readBody` of the same output, up to generated ids. `done`: the stream said that it was whole (`[DONE]`). */
  readEvents(events: readonly JsonRecord[], options: ReadOptions & { done?: boolean }): ModelResponse;
  /** `path` of the URL, where known, tells apart formats whose requests can look alike. */
  isRequest(body: JsonRecord, path: string | undefined): boolean;
  conversation(body: JsonRecord, path: string | undefined): Conversation;
  /** Where a request of this format differs from the usual fields (`model`, `stream`, `tools`, …): what it says of those. */
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
  | 'previousResponseId'
  | 'continuationToken'
  | 'conversationId'
  | 'toolDefinitions'
>;
