/** Input and output of writing a recorded answer as its provider sent it, and the interface of a wire format here. */
import type { ApiName } from '../../parts/model-response.ts';
import type { JsonRecord } from '../../json/json.ts';
import type { Part } from '../../parts/part.ts';
import type { Usage } from '../../usage/usage.ts';
import type { Origin, ReplayNote } from '../replay/common/types.ts';

/** One answer of a model as it is stored. */
export interface RecordedAnswer {
  parts: readonly Part[];
  /** The provider that answered. */
  origin: Origin;
  id?: string;
  /** The model that the response names. */
  model?: string;
  finishReason?: string;
  usage?: Usage;
}

/**
 * The request that gets the answer. `list`: Gemini's stream as one JSON array. `chunks`: the vendor's events inside the
 * frames of Bedrock's InvokeModelWithResponseStream.
 */
export interface AnswerForm {
  api: ApiName;
  stream: boolean | 'list' | 'chunks';
  /** The request has a prompt instead of messages: `/api/generate` of Ollama, and `/completions`. */
  isCompletion?: boolean;
  /** Google's Code Assist puts the whole answer into a field `response`. */
  isWrapped?: boolean;
}

/** Bytes where the format streams binary frames. */
export interface EncodedEvents {
  contentType: string;
  body: string | Uint8Array<ArrayBuffer>;
}

export interface WrittenAnswer extends EncodedEvents {
  /** What was left out, because the provider would refuse it in the next request. */
  notes: ReplayNote[];
}

/** One event of a stream. */
export interface AnswerEvent {
  /** Name of the server-sent event, where the format has one. */
  event?: string;
  data: unknown;
}

/** What a format's body is made of. */
export interface AnswerContent {
  /** The answer as the turn of a request: messages, items or contents. */
  turn: readonly JsonRecord[];
  answer: RecordedAnswer;
  /** The answer comes from this format, so its finish reason is in this format's words. */
  own: boolean;
  id: string;
  model: string;
  isCompletion: boolean;
  isWrapped: boolean;
}

export interface AnswerFormat {
  body(content: AnswerContent): JsonRecord;
  events(body: JsonRecord): AnswerEvent[];
  /** Default: server-sent events. */
  encode?(events: readonly AnswerEvent[]): EncodedEvents;
}
