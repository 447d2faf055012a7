/** A run of an agent without the form of any sender: what the writers in this folder write as spans. */

import { randomBytes } from 'node:crypto';

export interface AgentRun {
  system?: string;
  tools?: readonly AgentTool[];
  input: string;
  /** Effort in every request. `none`: some providers write a budget of 0, or that thinking is disabled. */
  effort?: string;
  turns: readonly Turn[];
}

export interface AgentTool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/** One answer of the model, and what its calls returned. */
export interface Turn {
  thought?: string;
  thinkingTokens?: number;
  text?: string;
  calls?: readonly AgentCall[];
  /** The token limit cut the answer. */
  isCut?: true;
  /** The user writes this after the answer. */
  reply?: string;
}

export interface AgentCall {
  name: string;
  arguments: Record<string, unknown>;
  /** As the tool returned it: a text that may be JSON. */
  result?: string;
}

export type CallWithId = AgentCall & { id: string };

export type Message =
  | { role: 'user'; text: string }
  | { role: 'assistant'; thought?: string; text?: string; calls: readonly CallWithId[] }
  | { role: 'tool'; results: readonly CallWithId[] };

export type Answer = Extract<Message, { role: 'assistant' }>;

/** A request of the run and its answer. */
export interface Exchange {
  /** As providers name an answer: no other exchange has it. */
  id: string;
  run: AgentRun;
  turn: Turn;
  history: readonly Message[];
  answer: Answer;
}

export function exchangesOf(run: AgentRun): Exchange[] {
  const history: Message[] = [{ role: 'user', text: run.input }];
  return run.turns.map((turn, index) => {
    const { thought, text, calls = [], reply } = turn;
    const named = calls.map((call, at) => ({ ...call, id: `call_${index}_${at}` }));
    const answer: Answer = {
      role: 'assistant',
      ...(thought !== undefined && { thought }),
      ...(text !== undefined && { text }),
      calls: named,
    };
    const exchange = { id: randomBytes(8).toString('hex'), run, turn, history: [...history], answer };
    history.push(answer);
    const results = named.filter(({ result }) => result !== undefined);
    if (results.length > 0) history.push({ role: 'tool', results });
    if (reply !== undefined) history.push({ role: 'user', text: reply });
    return exchange;
  });
}
