/**
 * A request of an agent that took over from another one. Frameworks give the new agent a history that they have
 * filtered or rewritten, so that it contains no call of the old one: what survives are the user's messages.
 */
import type { ModelRequest } from '@subtext/reasoning';
import type { Generation } from '../../exchange/generation.ts';
import type { PendingCall } from '../pending-calls.ts';
import { isOtherConversation, type RequestOrigin } from './likeliest-turn.ts';
import { requestHistory } from './request-history.ts';
import type { Continuation } from './stitch.ts';

/** A framework asks the new agent at once. */
const MAX_PAUSE_MS = 10_000;

/** The agent that a call hands over to, as the frameworks name such calls. undefined for other calls. */
export function agentHandedTo(call: { name: string; arguments?: unknown }): string | undefined {
  const [, agent] = /^(?:transfer|hand_?off)_to_(.+)$/.exec(call.name) ?? [];
  if (agent !== 'agent') return agent;
  const { agent_name: name, agentName = name } = (call.arguments ?? {}) as Record<string, unknown>;
  return typeof agentName === 'string' ? agentName : undefined;
}

/**
 * The pending call that handed over to the agent of this request: the only one whose conversation begins with the same
 * messages of the user. Another conversation that begins alike has the instructions of the first agent.
 */
export function findHandOver(
  request: ModelRequest,
  origin: RequestOrigin,
  pending: Iterable<PendingCall>,
): PendingCall | undefined {
  const candidates = [...pending].filter((one) => agentHandedTo(one.call) && mayHandOver(one, request, origin));
  return candidates.length === 1 ? candidates[0] : undefined;
}

function mayHandOver(
  { turn, requestedAt, settings }: PendingCall,
  request: ModelRequest,
  origin: RequestOrigin,
): boolean {
  if (!turn || turn.isContinued || origin.time - requestedAt > MAX_PAUSE_MS) return false;
  const { active } = origin;
  if (active !== undefined && active.traceId !== turn.parentSpan.traceId) return false;
  const { users, system } = requestHistory(request);
  const { before } = turn;
  const beginsAlike = before.users.length > 0 && before.users.every((mark, index) => mark === users[index]);
  return beginsAlike && system !== before.system && !isOtherConversation(settings, origin);
}

/** The agent that answers, where another one handed over to it. */
export function answeringAgent(continuation: Continuation | null): string | undefined {
  if (!continuation) return undefined;
  const { agent, turn } = continuation;
  return agent ?? turn.calls.map(agentHandedTo).findLast(Boolean) ?? turn.agent;
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
