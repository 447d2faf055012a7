/**
 * A request of an agent that took over from another one. Frameworks give the new agent a history that they have
 * filtered or rewritten, so that it contains no call of the old one: what survives are the user's messages.
 */
import type { ModelRequest } from '@subtext/reasoning';
import { parseJson } from '../../platform/json.ts';
import type { Generation } from '../../exchange/generation.ts';
import type { PendingCall } from '../pending-calls.ts';
import { isOtherConversation, type RequestOrigin } from './likeliest-turn.ts';
import type { RequestHistory } from './request-history.ts';
import type { Continuation } from './stitch.ts';

/** A framework asks the new agent at once. */
const MAX_PAUSE_MS = 10_000;

/**
 * The agent that a call hands over to, as the frameworks name such calls: in the name of the tool (OpenAI Agents,
 * LangGraph), or among its arguments (Google ADK, LlamaIndex). undefined for other calls.
 */
export function agentHandedTo(call: { name: string; arguments?: unknown }): string | undefined {
  const [, agent] = /^(?:transfer|hand_?off)_to_(.+)$/.exec(call.name) ?? [];
  if (agent !== undefined && agent !== 'agent') return agent;
  if (agent === undefined && call.name !== 'handOff') return undefined;
  const {
    agent_name: inPython,
    agentName = inPython,
    toAgent = agentName,
  } = (call.arguments ?? {}) as Record<string, unknown>;
  return typeof toAgent === 'string' ? toAgent : undefined;
}

/**
 * The pending call that handed over to the agent of this request: the only one whose conversation begins with the same
 * messages of the user. Another conversation that begins alike has the instructions of the first agent.
 */
export function findHandOver(
  history: Beginning,
  origin: RequestOrigin,
  pending: Iterable<PendingCall>,
): PendingCall | undefined {
  const candidates = [...pending].filter((one) => agentHandedTo(one.call) && mayHandOver(one, history, origin));
  return candidates.length === 1 ? candidates[0] : undefined;
}

function mayHandOver({ turn, requestedAt, settings }: PendingCall, history: Beginning, origin: RequestOrigin): boolean {
  if (!turn || turn.isContinued || origin.time - requestedAt > MAX_PAUSE_MS) return false;
  const { active } = origin;
  if (active !== undefined && active.traceId !== turn.parentSpan.traceId) return false;
  return beginsAlike(turn.before, history) && !isOtherConversation(settings, origin);
}

/** The first messages of a user, and the instructions. */
export type Beginning = Pick<RequestHistory, 'users' | 'system'>;

/** True when a conversation begins with all messages of the user of another one, and has other instructions. */
export function beginsAlike(before: Beginning, { users, system }: Beginning): boolean {
  if (before.users.length === 0 || system === before.system) return false;
  return before.users.every((mark, index) => mark === users[index]);
}

/**
 * The result of the call, where the framework quotes it to the new agent (Google ADK: "[triage] tool
 * `transfer_to_agent` returned result: {…}"). undefined where it does not.
 */
export function quotedResult({ messages }: ModelRequest, { name }: PendingCall['call']): unknown {
  const start = `tool \`${name}\` returned result: `;
  const texts = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'text' ? part.text : [])));
  const quote = texts.findLast((text) => text.includes(start));
  return quote && parseJson(quote.slice(quote.indexOf(start) + start.length));
}

/** The agent that answers, where another one handed over to it. */
export function answeringAgent(continuation: Continuation | null): string | undefined {
  if (!continuation) return undefined;
  const { agent, turn } = continuation;
  return agent ?? turn.calls.findLast(({ handsTo }) => handsTo !== undefined)?.handsTo ?? turn.agent;
}

/** Names the agent in the spans of its generation, unless the application has named it. */
export function withAgent(
  generation: Generation,
  agent: string | undefined,
  continuation: Continuation | null,
): Generation {
  const { exchange } = generation;
  const { settings } = exchange;
  const { run } = settings;
  const isNamed = run.agent !== undefined && run.agent !== continuation?.turn.run.agent;
  if (agent === undefined || isNamed) return generation;
  return { ...generation, exchange: { ...exchange, settings: { ...settings, run: { ...run, agent } } } };
}
