/** The interface of a wire format: how to read a request, and how to write a turn, unstreamed and as events. */
import type { Turn } from './script.ts';

export interface WireFormat<Request = unknown, Body extends object = object> {
  /** Matches the path to which clients of this format send. */
  path: RegExp;
  /** The fields of a request that are in its path instead of its body. */
  fromPath?(path: string): Partial<Request>;
  read(request: Request): Conversation;
  /** The unstreamed answer. */
  write(turn: Turn, request: Request): Body;
  /** The same answer as the events of a stream. */
  stream(body: Body, turn: Turn): Iterable<ServerEvent>;
  /** The format's own error body. */
  error(message: string): object;
}

/** The position of a conversation, from its own history. */
export interface Conversation {
  /** The last human message. */
  asked: string;
  /** The system prompt, by which the agents of one application differ; blank without one. */
  instructions: string;
  /** Rounds of tool results since the last human message: the index of the next turn. */
  rounds: number;
  /** The tools whose results are anywhere in the history, in order. */
  answered: string[];
  /** The reason for which a real provider would refuse this history; undefined otherwise. */
  complaint?: string;
}

export interface ServerEvent {
  /** SSE event name; absent in formats that send only data. */
  event?: string;
  data: unknown;
  /** Tokens that the model spends before it can send this: determines the pause before it. */
  tokens?: number;
}

/** Returns a complaint when a call of the last turn has no result, as every provider does. */
export function missingResults(asked: readonly string[], answered: readonly string[]): string | undefined {
  const missing = asked.filter((id) => !answered.includes(id));
  return missing.length === 0 ? undefined : `No result was sent for the tool calls ${missing.join(', ')}.`;
}
