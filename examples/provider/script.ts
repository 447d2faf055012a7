/** The script of the provider as data: the questions it knows and, for each, the model's turns in order. */

export interface Exchange {
  /** The user's input. The last user message of a request chooses the exchange. */
  asked: string;
  /** Only for requests with this `seed`: a model that is asked the same again may answer differently. */
  seed?: number;
  /** One per request of the agent's loop: the first answers the question, each further one a round of tool results. */
  turns: Turn[];
}

export interface Turn {
  output: Item[];
  usage: TurnUsage;
}

/** One step of a turn, in the order the model took it. Each wire format writes it in its own way. */
export type Item =
  | { thought: string }
  | { redacted: true }
  | { said: string }
  | { call: string; arguments: Record<string, unknown> }
  | { search: string; found: SearchHit[] };

export interface SearchHit {
  title: string;
  url: string;
  age: string;
}

/** Token counts, with the same meaning for all formats. */
export interface TurnUsage {
  /** The whole prompt, cached parts included. */
  input: number;
  cacheRead?: number;
  cacheWrite?: number;
  /** The whole output, thinking included. */
  output: number;
  /** Absent where the host does not report thinking; 0 where it reports none. */
  thinking?: number;
}

export function thoughtsOf(turn: Turn): string[] {
  return turn.output.flatMap((item) => ('thought' in item ? [item.thought] : []));
}
