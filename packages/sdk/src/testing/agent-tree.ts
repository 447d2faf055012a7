/**
 * Agents that run other agents as tools, with the real OpenAI client and a server on loopback. Every answer contains
 * the name of its agent, which is also its system prompt, so that a span shows its agent.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import OpenAI from 'openai';
import { withContext } from '../exchange/context.ts';
import { observe } from '../observe/observe.ts';
import { tool } from '../observe/tool.ts';
import type { Reply, ReplayServer, SeenRequest } from './replay-server.ts';
import { named } from './spans.ts';
import * as wire from './wire.ts';

export interface AgentCall {
  id: string;
  tool: string;
  arguments: object;
  /** The agent that the tool runs. Its result is the agent's answer, or the message of its error. */
  agent?: Agent;
  /** The result of a tool without an agent. */
  result?: string | (() => Promise<string>);
  /** The application wrapped the function with `tool()`. */
  isWrapped?: boolean;
}

export interface Agent {
  /** Unique. */
  name: string;
  question: string;
  /** A message of the user before the question. */
  background?: string;
  /** The calls of each turn, which run in parallel. */
  turns: readonly (readonly AgentCall[])[];
  answer: string;
  /** The name that the application gives it. */
  agentName?: string;
  /** Turns of the event loop before each request. */
  pause?: number;
  /** The provider answers after this. */
  after?: Promise<unknown>;
  /** The provider refuses the last request. */
  refusal?: { status: number; message: string };
  /** What the tool returns of the agent's answer; by default the answer itself. */
  returned?: (answer: string) => string;
}

export type AgentRunner = (agent: Agent) => Promise<string>;

/** Routes the server's requests to the agents that run. */
export function agentRunner(server: ReplayServer): AgentRunner {
  const client = observe(new OpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1`, maxRetries: 0 }));
  const agents = new Map<string, Agent>();
  server.route((request) => reply(agents, request));
  return async function run(agent) {
    agents.set(agent.name, agent);
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      { role: 'system', content: agent.name },
      ...(agent.background ? [{ role: 'user' as const, content: agent.background }] : []),
      { role: 'user', content: agent.question },
    ];
    for (;;) {
      for (let turn = 0; turn < (agent.pause ?? 0); turn += 1) await nextTurn();
      const { choices } = await client.chat.completions.create({ model: 'test-model', messages });
      const message = choices[0]!.message;
      messages.push(message);
      const calls = agent.turns[messages.filter(({ role }) => role === 'assistant').length - 1];
      if (!calls) return message.content ?? '';
      const results = await Promise.all(calls.map((call) => resultOf(call, run)));
      for (const [index, { id }] of calls.entries())
        messages.push({ role: 'tool', tool_call_id: id, content: results[index]! });
    }
  };
}

async function resultOf(call: AgentCall, run: AgentRunner): Promise<string> {
  const { agent, result = '', isWrapped } = call;
  if (!agent) return typeof result === 'string' ? result : result();
  const runAgent = () => (agent.agentName ? withContext({ agent: agent.agentName }, () => run(agent)) : run(agent));
  try {
    const answer = await (isWrapped ? tool(call.tool, (_: object) => runAgent())(call.arguments) : runAgent());
    return agent.returned?.(answer) ?? answer;
  } catch (error) {
    return `Error: ${String(error)}`;
  }
}

function reply(agents: ReadonlyMap<string, Agent>, { body }: SeenRequest): Reply | undefined {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
  const agent = agents.get(messages.find(({ role }) => role === 'system')?.content ?? '');
  if (!agent) return undefined;
  const number = messages.filter(({ role }) => role === 'assistant').length;
  const calls = agent.turns[number];
  const id = `chatcmpl-${agent.name}-${number}`;
  const { refusal } = agent;
  if (!calls && refusal) return wire.json({ error: { message: refusal.message } }, { status: refusal.status });
  if (!calls) return answeredAfter(agent.after, wire.chat({ id, text: agent.answer }));
  const tools = calls.map((call) => ({ id: call.id, name: call.tool, arguments: call.arguments }));
  return wire.chat({ id, reasoning: `${agent.name} thinks ${number}.`, tools });
}

function answeredAfter(after: Promise<unknown> | undefined, whole: Reply): Reply {
  return after ? { ...whole, body: '', later: [after.then(() => String(whole.body))] } : whole;
}

/** The model calls of an agent, in order. */
export function chatsOf(spans: readonly ReadableSpan[], { name }: Pick<Agent, 'name'>): ReadableSpan[] {
  const isOfAgent = ({ attributes }: ReadableSpan) =>
    attributes['gen_ai.system_instructions'] === JSON.stringify([{ type: 'text', content: name }]);
  return named(spans, 'chat').filter(isOfAgent);
}

export function callSpan(spans: readonly ReadableSpan[], { id }: Pick<AgentCall, 'id'>): ReadableSpan | undefined {
  return named(spans, 'execute_tool').find(({ attributes }) => attributes['gen_ai.tool.call.id'] === id);
}
