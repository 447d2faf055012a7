/** What the agent loops of a fork have in common: the question, the call of a tool, and the answer. */
import type { Reply } from './replay-server.ts';

export type Observe = <Client extends object>(client: Client) => Client;

export interface LoopInput {
  url: string;
  observe: Observe;
  question: string;
  system: string;
  /** What the tool returns. */
  tool(city: string): Promise<string> | string;
}

export interface ForkLoop {
  name: string;
  /** Two answers: a call, and a text. */
  replies: () => Reply[];
  /** The thoughts, texts and calls that the agent got. */
  run(input: LoopInput): Promise<unknown[]>;
}

export const CALL = { id: 'call_osloABC123', name: 'get_weather', arguments: { city: 'Oslo' } };
export const THINKING = 'The user asks about Oslo, so I need the weather there.';
export const SAID = 'It rains in Oslo.';
export const SCHEMA = { type: 'object' as const, properties: { city: { type: 'string' } } };
