/** Which call each result of a request answers: by id where ids say it, else by the place of the call it stands for in the history. */
import type { Message, ModelRequest, ToolCallPart, ToolResult } from '@subtext/reasoning';
import type { Continuation } from './stitch.ts';
import { callMark, isAssistants } from './trail.ts';
import { isCounter, type AskedCall } from './turn.ts';

export interface Answer {
  result: ToolResult;
  /** The call of the response that the request continues; undefined: of an earlier one, known by its id alone. */
  asked: AskedCall | undefined;
}

/** Results that are new, then those of the whole history whose ids nobody else can have: a request that nobody saw may have brought them. */
export function answersIn(request: ModelRequest, continuation: Continuation | null): Answer[] {
  const calls = lastCalls(request.messages);
  const pairs = continuation ? pairedCalls(calls, continuation) : new Map<ToolCallPart, AskedCall>();
  const open = [...calls];
  const fresh = request.toolResults.map((result): Answer => {
    // Equal ids, and calls without any, are answered in order.
    const at = open.findIndex((call) => isOf(result, call));
    const [call] = at < 0 ? [] : open.splice(at, 1);
    return { result, asked: call && pairs.get(call) };
  });
  return [...fresh, ...earlierResults(request)];
}

function earlierResults({ messages, toolResults }: ModelRequest): Answer[] {
  const fresh = new Set(toolResults.map(({ callId }) => callId));
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part): Answer[] => {
      if (part.kind !== 'tool_result' || fresh.has(part.callId) || isCounter({ id: part.callId, name: '' })) return [];
      const { callId, result, isError = false } = part;
      return [{ result: { callId, result, isError }, asked: undefined }];
    }),
  );
}

function isOf({ callId, name }: ToolResult, call: ToolCallPart): boolean {
  return callId === '' ? name === undefined || name === call.name : callId === call.id;
}

/** Of the last turn of the assistant. */
function lastCalls(messages: readonly Message[]): ToolCallPart[] {
  const end = messages.findLastIndex(isAssistants);
  const start = messages.findLastIndex((message, index) => index <= end && !isAssistants(message));
  const turn = messages.slice(start + 1, end + 1);
  return turn.flatMap(({ parts }) => parts.filter((part) => part.kind === 'tool_call'));
}

/** By id, then by name and arguments, then by name, each in order: what repeats a history may have dropped ids and rewritten arguments. */
function pairedCalls(calls: readonly ToolCallPart[], { by, turn }: Continuation): Map<ToolCallPart, AskedCall> {
  const pairs = new Map<ToolCallPart, AskedCall>();
  // The history has gone on since the turn we know.
  if (by && !calls.includes(by)) return pairs;
  const free = new Set(turn.calls.filter(({ isFunction }) => isFunction));
  const pair = (fits: (call: ToolCallPart, asked: AskedCall) => boolean) => {
    for (const call of calls) {
      const asked = pairs.has(call) ? undefined : [...free].find((candidate) => fits(call, candidate));
      if (!asked) continue;
      pairs.set(call, asked);
      free.delete(asked);
    }
  };
  pair((call, asked) => !call.idGenerated && call.id === asked.id && callMark(call) === asked.mark);
  pair((call, asked) => !call.idGenerated && call.id === asked.id && call.name === asked.name);
  pair((call, asked) => call.name === asked.name && callMark(call) === asked.mark);
  pair((call, asked) => call.name === asked.name);
  return pairs;
}
