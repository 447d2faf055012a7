/**
 * Finds the call that each tool result of a request belongs to: by id where ids are unique, else by the position of its
 * call in the history.
 */
import type { Message, ModelRequest, ToolCallPart, ToolResult } from '@subtext/reasoning';
import type { Continuation } from './stitch.ts';
import { callMark, isAssistants } from './request-history.ts';
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
  const calls = lastCalls(request.messages);
  const pairs = continuation ? pairedCalls(calls, continuation) : new Map<ToolCallPart, RequestedCall>();
  const open = [...calls];
  const fresh = request.toolResults.map((result): Answer => {
    // Calls with equal ids, and calls without ids, are matched in order.
    const at = open.findIndex((call) => answersCall(result, call));
    const [call] = at < 0 ? [] : open.splice(at, 1);
    return { result, requested: call && pairs.get(call) };
  });
  return [...fresh, ...earlierResults(request)];
}

function earlierResults({ messages, toolResults }: ModelRequest): Answer[] {
  const fresh = new Set(toolResults.map(({ callId }) => callId));
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part): Answer[] => {
      if (part.kind !== 'tool_result' || fresh.has(part.callId) || isCounter({ id: part.callId, name: '' })) return [];
      const { callId, result, isError } = part;
      return [{ result: { callId, result, ...(isError !== undefined && { isError }) }, requested: undefined }];
    }),
  );
}

function answersCall({ callId, name }: ToolResult, call: ToolCallPart): boolean {
  return callId === '' ? name === undefined || name === call.name : callId === call.id;
}

/** The calls of the assistant's last turn. */
function lastCalls(messages: readonly Message[]): ToolCallPart[] {
  const end = messages.findLastIndex(isAssistants);
  const start = messages.findLastIndex((message, index) => index <= end && !isAssistants(message));
  const turn = messages.slice(start + 1, end + 1);
  return turn.flatMap(({ parts }) => parts.filter((part) => part.kind === 'tool_call'));
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
