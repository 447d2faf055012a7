import type { Part } from './part.ts';
import type { Usage } from '../usage/usage.ts';

/** What a reader returns for one response body. Streamed and whole bodies give equal results. */
export interface ModelResponse {
  api: ApiName;
  /** Provider's response id, undefined when it gave none. */
  id?: string;
  model?: string;
  /** One list per choice; most responses have one. */
  choices: Choice[];
  usage?: Usage;
  /** Charged with this response but not included in its `usage`. */
  paidBeside?: PaidBeside[];
  /**
   * The conversation in which the provider stores the answer, where it names one: requests that continue it send this
   * id.
   */
  conversationId?: string;
  /** The provider's own spelling; of several choices, the first with a known reason. */
  finishReason?: string;
  /** The model's turn does not end with this response. */
  continues?: Continuation;
  /** Gemini: the request that continues this answer sends it as its own `continuationToken`. */
  continuationToken?: string;
  /** An error event inside the body. */
  error?: { type?: string; message: string };
  /** The body broke off before its proper end (abort, cut stream, error, token limit). */
  incomplete: boolean;
}

/**
 * How the next response continues (providers.md §15.5). `turn`: with new blocks of the same turn (Anthropic
 * `pause_turn`). `output`: where this one was cut, possibly inside a text (Gemini's continuation token). `again`: it
 * has the same id and repeats everything (background, polled).
 */
export type Continuation = 'turn' | 'output' | 'again';

/** Tokens of another model run that the provider made for this response, at that model's rates. */
export interface PaidBeside {
  /** The provider's own name for it (Anthropic: `advisor_message`, `compaction`, `message`). */
  type: string;
  /** undefined: the model is not reported. */
  model?: string;
  usage: Usage;
}

export interface Choice {
  index: number;
  parts: Part[];
  /** With several choices, why this one ended; with one, the response has it. */
  finishReason?: string;
}

/**
 * A wire format: the provider, or the first that used it, and its kind of request. Hosts that speak the same format
 * share its name.
 */
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
