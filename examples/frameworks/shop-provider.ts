/** The scripted provider of examples/, playing the agents of script.ts, with a record of what it served. */
import type { Conversation } from '../provider/wire-format.ts';
import { startScriptedProvider, type ScriptedProvider } from '../provider/server.ts';
import {
  agentOf,
  asTurn,
  nextTurn,
  ORDER,
  turnsOf,
  type AgentCalls,
  type AgentName,
  type ScriptedTurn,
} from './script.ts';

export interface ServedTurn extends ScriptedTurn {
  agent: AgentName;
  order: string;
  model: string;
}

export interface ShopProvider extends ScriptedProvider {
  served: ServedTurn[];
}

export async function startShopProvider(calls: AgentCalls): Promise<ShopProvider> {
  const served: ServedTurn[] = [];
  const choose = (conversation: Conversation, request: unknown) => {
    const agent = agentOf(conversation.instructions);
    const [order] = ORDER.exec(JSON.stringify(request)) ?? [];
    if (agent === undefined || order === undefined) throw new Error('No agent of the shop sends such a request.');
    const turn = nextTurn(turnsOf(agent, order, calls), conversation.answered);
    if (turn === undefined) throw new Error(`The ${agent} has nothing more to say about ${order}.`);
    served.push({ ...turn, agent, order, model: (request as { model: string }).model });
    return asTurn(turn);
  };
  return { ...(await startScriptedProvider({ pace: 0, choose })), served };
}
