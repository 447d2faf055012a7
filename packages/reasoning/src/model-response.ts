import type { Part } from './part.ts';
import type { Usage } from './usage.ts';

/** What a reader makes of one response body, streamed or not: equal for both. */
export interface ModelResponse {
  api: ApiName;
  /** Provider's response id, undefined when it gave none. */
  id?: string;
  model?: string;
  /** One list per choice; most responses have one. */
  choices: Choice[];
  usage?: Usage;
  /** Paid for with this response and not in its `usage`. */
  paidBeside?: PaidBeside[];
  /** The conversation that the provider stores the answer in, where it names it: requests that go on with it send this id. */
  conversationId?: string;
  /** The provider's own spelling; of several choices, the first that is known. */
  finishReason?: string;
  /** What the model does is not over with this response. */
  continues?: Continuation;
  /** Gemini: the request that goes on with this answer sends it, and says so in its own `continuationToken`. */
  continuationToken?: string;
  /** An error event inside the body. */
  error?: { type?: string; message: string };
  /** The body broke off before its proper end (abort, cut stream, error, token limit). */
  incomplete: boolean;
}

/**
 * How the next response goes on (providers.md §15.5). `turn`: with new blocks of the same turn (Anthropic `pause_turn`). `output`: where this one
 * was cut, maybe inside a text (Gemini's continuation token). `again`: it has the same id and holds everything anew (background, polled).
 */
export type Continuation = 'turn' | 'output' | 'again';

/** Tokens of another run of a model that the provider made for this response, at the rates of that model. */
export interface PaidBeside {
  /** The provider's own word for it (Anthropic: `advisor_message`, `compaction`, `message`). */
  type: string;
  /** undefined: nobody says which model it was. */
  model?: string;
  usage: Usage;
}

export interface Choice {
  index: number;
  parts: Part[];
  /** Of several choices, why this one ended; of one, the response says it. */
  finishReason?: string;
}

/** A wire format: the provider, or the first who had it, and its kind of request. Hosts that speak the same have the same name. */
export type ApiName =
  | 'openai.responses'
  | 'openai.chat'
  | 'anthropic.messages'
  | 'gemini.generateContent'
  | 'gemini.interactions'
  | 'mistral.chat'
  | 'mistral.conversations'
  | 'ollama.chat'
  | 'cohere.chat'
  | 'bedrock.converse';
