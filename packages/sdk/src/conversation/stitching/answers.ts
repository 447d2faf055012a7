/**
 * Finds the call that each tool result of a request belongs to: by id where ids are unique, else by the position of its
 * call in the history.
 */
import type { Message, ModelRequest, ToolCallPart, ToolResult, ToolResultPart } from '@subtext/reasoning';
import type { Continuation } from './stitch.ts';
import { callMark, isAssistants, requestHistory, type Marks } from './request-history.ts';
import { isCounter, type RequestedCall } from './turn.ts';

export interface Answer {
  result: ToolResult;
  /**
   * The call of the response that the request continues. undefined: the call is from an earlier response, and only its
   * id is known.
   */
  requested: RequestedCall | undefined;
}

/**
 * The new results, then those results of the whole history whose ids are unique: an unobserved request may have brought
 * them.
 */
export function answersIn(request: ModelRequest, continuation: Continuation | null): Answer[] {
  const { calls, results } = lastTurn(request, continuation);
  const pairs = continuation ? pairedCalls(calls, continuation) : new Map<ToolCallPart, RequestedCall>();
  const open = [...calls];
  const answer = (result: ToolResult): Answer => {
    // Calls with equal ids, and calls without ids, are matched in order.
    const at = open.findIndex((call) => answersCall(result, call));
    const [call] = at < 0 ? [] : open.splice(at, 1);
    return { result, requested: call && pairs.get(call) };
  };
  const within = results
    .map(asResult)
    .map(answer)
    .filter(({ requested }) => requested !== undefined);
  return [...within, ...request.toolResults.map(answer), ...earlierResults(request)];
}

function earlierResults({ messages, toolResults }: ModelRequest): Answer[] {
  const fresh = new Set(toolResults.map(({ callId }) => callId));
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part): Answer[] => {
      if (part.kind !== 'tool_result' || fresh.has(part.callId) || isCounter({ id: part.callId, name: '' })) return [];
      return [{ result: asResult(part), requested: undefined }];
    }),
  );
}

function asResult({ callId, name, result, isError }: ToolResultPart): ToolResult {
  return { callId, ...(name !== undefined && { name }), result, ...(isError !== undefined && { isError }) };
}

function answersCall({ callId, name }: ToolResult, call: ToolCallPart): boolean {
  return callId === '' ? name === undefined || name === call.name : callId === call.id;
}

/**
 * The calls of the assistant's last turn, and the results that stand between them: some clients write parallel calls
 * one after another, each followed by its result.
 */
function lastTurn(
  request: ModelRequest,
  continuation: Continuation | null,
): { calls: ToolCallPart[]; results: ToolResultPart[] } {
  const { messages } = request;
  const end = messages.findLastIndex(isAssistants) + 1;
  let start = startOfTurn(messages, end);
  while (continuation) {
    const endBefore = messages.findLastIndex((message, at) => at < start && !isOnlyResults(message)) + 1;
    const earlier = startOfTurn(messages, endBefore);
    const added = callsIn(messages.slice(earlier, start));
    if (added.length === 0 || !areNew(callsIn(messages.slice(earlier, end)), request, continuation)) break;
    start = earlier;
  }
  const turn = messages.slice(start, end);
  return {
    calls: callsIn(turn),
    results: turn.flatMap(({ parts }) => parts.filter((part) => part.kind === 'tool_result')),
  };
}

/** True when the request whose answer is continued contained none of these calls. */
function areNew(calls: readonly ToolCallPart[], request: ModelRequest, { turn }: Continuation): boolean {
  const { marks } = requestHistory(request);
  const times = (mark: number, all: Marks) => all.filter((other) => other === mark).length;
  const own = calls.map(callMark);
  return own.every((mark) => times(mark, own) <= times(mark, marks) - times(mark, turn.before.marks));
}

/** The index of the first of the assistant's messages that end before `end`. */
function startOfTurn(messages: readonly Message[], end: number): number {
  return messages.findLastIndex((message, at) => at < end && !isAssistants(message)) + 1;
}

function callsIn(messages: readonly Message[]): ToolCallPart[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.kind === 'tool_call'));
}

function isOnlyResults({ parts }: Message): boolean {
  return parts.every(({ kind }) => kind === 'tool_result');
}

/**
 * Matches by id, then by name and arguments, then by name, each in order: a client that repeats a history may have
 * dropped ids and rewritten arguments.
 */
function pairedCalls(
  calls: readonly ToolCallPart[],
  { matchedCall, turn }: Continuation,
): Map<ToolCallPart, RequestedCall> {
  const pairs = new Map<ToolCallPart, RequestedCall>();
  // The history continues after the last turn that was observed.
  if (matchedCall && !calls.includes(matchedCall)) return pairs;
  const free = new Set(turn.calls.filter(({ isFunction }) => isFunction));
  const pair = (fits: (call: ToolCallPart, requested: RequestedCall) => boolean) => {
    for (const call of calls) {
      const requested = pairs.has(call) ? undefined : [...free].find((candidate) => fits(call, candidate));
      if (!requested) continue;
      pairs.set(call, requested);
      free.delete(requested);
    }
  };
  pair((call, requested) => !call.idGenerated && call.id === requested.id && callMark(call) === requested.mark);
  pair((call, requested) => !call.idGenerated && call.id === requested.id && call.name === requested.name);
  pair((call, requested) => call.name === requested.name && callMark(call) === requested.mark);
  pair((call, requested) => call.name === requested.name);
  return pairs;
}
