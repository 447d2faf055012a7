/** What each wire format gives to the server: how to read a request, how to write a turn, unstreamed and as events. */
import type { Turn } from './script.ts';

export interface WireFormat<Request = unknown, Body extends object = object> {
  /** End of the path that the clients of this format send to. */
  path: string;
  read(request: Request): Conversation;
  /** The unstreamed answer. */
  write(turn: Turn, request: Request): Body;
  /** The same answer as the events of a stream. */
  stream(body: Body, turn: Turn): Iterable<ServerEvent>;
  /** The format's own error body. */
  error(message: string): object;
}

/** Where a conversation stands, by its own history. */
export interface Conversation {
  /** The last human message. */
  asked: string;
  /** Rounds of tool results since then: the index of the next turn. */
  rounds: number;
  /** Why a real provider would refuse this history; undefined when it would not. */
  complaint?: string;
}

export interface ServerEvent {
  /** SSE event name; absent in formats that send only data. */
  event?: string;
  data: unknown;
  /** Tokens the model would have spent before it could send this: the pause before it. */
  tokens?: number;
}

/** Complains when a call of the last turn came back without its result, as every provider does. */
export function missingResults(asked: readonly string[], answered: readonly string[]): string | undefined {
  const missing = asked.filter((id) => !answered.includes(id));
  return missing.length === 0 ? undefined : `No result was sent for the tool calls ${missing.join(', ')}.`;
}
