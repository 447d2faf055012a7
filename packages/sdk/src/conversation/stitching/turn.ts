/** The part of a response's choice that stitch.ts remembers, so that a later request can continue it. */
import type { SpanContext } from '@opentelemetry/api';
import type { AttributedResponse, ModelRequest, ModelResponse } from '@subtext/reasoning';
import type { RunContext } from '../../exchange/context.ts';
import { agentHandedTo } from './hand-over.ts';
import { callMark, requestHistory, type RequestHistory } from './request-history.ts';

/** Identifies a conversation by object identity. All requests that continue one of its responses belong to it. */
export type Conversation = object;

/** A requested call, as later requests may repeat it. */
export interface RequestedCall {
  id: string;
  /** True when the provider sent no id: histories then contain none, or another one. */
  idGenerated: boolean;
  name: string;
  mark: number;
  /** False for the provider's own tools, whose results are in the response itself. */
  isFunction: boolean;
  /** The call whose thoughts may stand for a later call without thoughts (providers.md §15.5). */
  lastReasoningCallId: string | null;
  /** The agent that it hands over to. */
  handsTo?: string;
  /** The `answerMark` of the result that `tool()` observed. */
  answer?: number;
}

/** One choice of a response that a later request can continue. */
export interface Turn {
  /** The parent of all spans that follow. */
  parentSpan: SpanContext;
  conversation: Conversation;
  calls: readonly RequestedCall[];
  /** The last call with thoughts: before the response, and after it. */
  startedWith: string | null;
  lastReasoningCallId: string | null;
  /**
   * Calls of this and earlier responses that a later call may name as its parent, by id, with the call whose thoughts
   * stand for each.
   */
  parents: ReadonlyMap<string, string | null>;
  /** What this turn carries over to the response that continues it. */
  carry: AttributedResponse['carry'];
  /** For a stored response: false until it is ready, or when its stream was interrupted and may be resumed. */
  whole: boolean;
  /** Unix milliseconds. */
  at: number;
  /** True when a request has continued it. */
  isContinued: boolean;
  before: Pick<RequestHistory, 'marks' | 'users' | 'system'>;
  model: string | undefined;
  run: RunContext;
  /** The agent that took over in this conversation. */
  agent: string | undefined;
}

/** A response with its place in the trace. */
export interface RecordedResponse {
  request: ModelRequest | null;
  response: ModelResponse;
  attributed: readonly AttributedResponse[];
  /** The turn that its request continued; for a fetched stored response, the turn recorded before. */
  continued: Turn | undefined;
  startedWith: string | null;
  parentSpan: SpanContext;
  time: number;
  run: RunContext;
  agent: string | undefined;
}

export function createTurn(recorded: RecordedResponse, attributed: AttributedResponse): Turn {
  const { request, response, continued } = recorded;
  // Without the parts, because they contain the whole conversation.
  const { marks: earlier = [], users = [], system = 0 } = request ? requestHistory(request) : (continued?.before ?? {});
  const calls = attributed.calls.filter(({ type }) => type !== 'answer').map(requestedCall);
  return {
    parentSpan: recorded.parentSpan,
    conversation: continued?.conversation ?? {},
    calls,
    startedWith: recorded.startedWith,
    lastReasoningCallId: attributed.lastReasoningCallId,
    parents: parentsOf(attributed, continued?.parents),
    carry: attributed.carry,
    whole: !isInProgress(response) && !isInterrupted(response),
    at: recorded.time,
    isContinued: false,
    before: { marks: earlier, users, system },
    model: request?.model ?? continued?.model,
    run: recorded.run,
    agent: recorded.agent,
  };
}

/** More approval requests than a user answers one by one. */
const MAX_PARENTS = 100;
const NO_PARENTS: ReadonlyMap<string, string | null> = new Map();

/**
 * Only the provider's own tools have calls with parents: approval requests, and code that calls tools. Most turns have
 * none.
 */
function parentsOf({ calls }: AttributedResponse, earlier = NO_PARENTS): Turn['parents'] {
  const own = calls.filter(({ type }) => type !== 'function' && type !== 'answer');
  if (own.length === 0) return earlier;
  const all = [...earlier, ...own.map((call) => [call.id, thoughtOf(call)] as const)];
  return new Map(all.slice(-MAX_PARENTS));
}

function thoughtOf({ id, reasoning, reasoningRef }: AttributedResponse['calls'][number]): string | null {
  return reasoning.length > 0 ? id : reasoningRef;
}

function requestedCall(call: AttributedResponse['calls'][number]): RequestedCall {
  const lastReasoningCallId = thoughtOf(call);
  const { id, name, type } = call;
  const isFunction = type === 'function' && call.result === undefined;
  const handsTo = agentHandedTo(call);
  return {
    id,
    idGenerated: call.idGenerated === true,
    name,
    mark: callMark(call),
    isFunction,
    lastReasoningCallId,
    ...(handsTo !== undefined && { handsTo }),
  };
}

/** True for a background response that was fetched before it was ready. */
export function isInProgress(response: ModelResponse): boolean {
  return response.continues === 'again';
}

/** True when the stream ended without a finish reason. */
export function isInterrupted({ incomplete, finishReason }: ModelResponse): boolean {
  return incomplete && finishReason === undefined;
}

/**
 * True for ids that are not unique: generated by the SDK, or counted from 0 in each response (`call_0`,
 * `functions.f:0`).
 */
export function isCounter({ id, name, idGenerated }: { id: string; name: string; idGenerated?: boolean }): boolean {
  if (idGenerated === true || id === name) return true;
  return /^[^A-Z0-9]{0,64}\d{1,4}$/.test(id.replace(name, ''));
}
