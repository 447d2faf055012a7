/**
 * The conversation up to a step of a trace: the messages of its request, with the assistant turns as they were
 * originally generated, thoughts and seals included, because clients often send back less. First half of
 * conversation.ts.
 */
import { toJson } from '../../json/attributes.ts';
import { isAnsweredByCaller } from '../../parts/call.ts';
import type { Message } from '../../parts/message.ts';
import type { ToolResult } from '../../parts/model-request.ts';
import type { Part, ToolCallPart } from '../../parts/part.ts';
import type { Origin } from './common/types.ts';

/**
 * One generation of a trace. A decoded span has all of it; so has a `ModelRequest` with the `ModelResponse` that
 * answered it.
 */
export interface TracedGeneration {
  origin: Origin;
  system?: readonly string[];
  /** The request's messages, without the system ones. */
  messages: readonly Message[];
  output: readonly Part[];
  /** As they were sent. */
  toolDefinitions?: readonly unknown[];
  /** Results of its own calls, when they come from another source than a later request: from tool spans. */
  toolResults?: readonly ToolResult[];
  responseId?: string;
  /** The response that this request continues; its messages then hold only what is new. */
  previousResponseId?: string;
}

export interface Entry {
  role: string;
  parts: readonly Part[];
  /** Set for an assistant turn. */
  origin?: Origin;
  /** Index of the generation that produced this turn; absent when only the history has it. */
  generation?: number;
  /**
   * Ids that the history uses for the calls of the turn, by the calls' own ids: some clients invent ids where the
   * provider gave none, some tracers write the ids of items. Results may refer to either.
   */
  aliases?: ReadonlyMap<string, string>;
}

/** The messages of generation `index`'s request, and of the earlier requests that it continues. */
export function historyOf(generations: readonly TracedGeneration[], index: number): Entry[] {
  const generation = generations[index];
  if (!generation) return [];
  const { previousResponseId } = generation;
  const before =
    previousResponseId === undefined
      ? -1
      : generations.slice(0, index).findLastIndex(({ responseId }) => responseId === previousResponseId);
  const earlier = before < 0 ? [] : [...historyOf(generations, before), outputOf(generations, before)];
  const earlierGenerations = generations.slice(0, index);
  let last = before;
  const own = generation.messages.map((message): Entry => {
    if (message.role !== 'assistant') return { role: message.role, parts: message.parts };
    const found = originalOf(message.parts, earlierGenerations, last);
    if (found === undefined) return { role: 'assistant', parts: message.parts, origin: generation.origin };
    last = found;
    return { ...outputOf(generations, found), aliases: aliasesOf(generations[found]?.output ?? [], message.parts) };
  });
  return [...earlier, ...own];
}

export function outputOf(generations: readonly TracedGeneration[], index: number): Entry {
  const generation = generations[index];
  const origin = generation ? { origin: generation.origin } : {};
  return { role: 'assistant', parts: generation?.output ?? [], ...origin, generation: index };
}

/**
 * The generation that produced this turn of the history. Turns keep their order, so the next one almost always matches.
 */
function originalOf(turn: readonly Part[], generations: readonly TracedGeneration[], last: number): number | undefined {
  const turnArguments = argumentsOf(turn);
  let firstMatch: number | undefined;
  for (let index = last + 1; index < generations.length; index += 1) {
    const output = generations[index]?.output ?? [];
    if (!sameTurn(turn, output)) continue;
    // Some hosts start at `call_0` in every response: the arguments distinguish the calls.
    if (argumentsOf(output) === turnArguments) return index;
    firstMatch ??= index;
  }
  return firstMatch;
}

/** The same calls, by id where both have one; without calls, the same text. */
function sameTurn(turn: readonly Part[], output: readonly Part[]): boolean {
  const [calls, made] = [callsOf(turn), callsOf(output)];
  if (calls.length !== made.length) return false;
  if (made.length === 0) return partsText(output) !== '' && partsText(turn) === partsText(output);
  return made.every((call, index) => {
    const other = calls[index];
    if (other?.name !== call.name) return false;
    if (other.id === call.id) return true;
    return (call.idGenerated || other.idGenerated) === true && argumentsOf([call]) === argumentsOf([other]);
  });
}

function callsOf(parts: readonly Part[]): ToolCallPart[] {
  return parts.filter((part) => part.kind === 'tool_call' && isAnsweredByCaller(part)) as ToolCallPart[];
}

function argumentsOf(parts: readonly Part[]): string {
  return toJson(callsOf(parts).map((call) => call.arguments));
}

function partsText(parts: readonly Part[]): string {
  return parts
    .map((part) => (part.kind === 'text' ? part.text : ''))
    .join('')
    .trim();
}

function aliasesOf(output: readonly Part[], turn: readonly Part[]): Map<string, string> {
  const turnCalls = callsOf(turn);
  return new Map(
    callsOf(output).flatMap((call, index) => (turnCalls[index] ? [[call.id, turnCalls[index].id] as const] : [])),
  );
}

/**
 * Results of the calls of generation `index`: from its tool spans, else from the first later request that holds them.
 */
export function resultsOf(
  generations: readonly TracedGeneration[],
  index: number | undefined,
): Map<string, ToolResult> {
  const results = new Map<string, ToolResult>();
  const generation = index === undefined ? undefined : generations[index];
  if (!generation || index === undefined) return results;
  for (let later = index + 1; later < generations.length && results.size === 0; later += 1) {
    for (const [callId, result] of resultsIn(generations[later], generation)) results.set(callId, result);
  }
  for (const result of generation.toolResults ?? []) results.set(result.callId, result);
  return results;
}

function resultsIn(later: TracedGeneration | undefined, generation: TracedGeneration): [string, ToolResult][] {
  if (!later) return [];
  const { previousResponseId } = later;
  const goesOn = previousResponseId !== undefined && previousResponseId === generation.responseId;
  const at = later.messages.findIndex(({ role, parts }) => role === 'assistant' && sameTurn(parts, generation.output));
  if (at < 0 && !goesOn) return [];
  const turn = later.messages[at];
  const behind = later.messages.slice(at + 1);
  const next = behind.findIndex(({ role }) => role === 'assistant');
  const aliases = turn ? aliasesOf(generation.output, turn.parts) : new Map<string, string>();
  const answers = (next < 0 ? behind : behind.slice(0, next)).flatMap(({ parts }) => parts);
  return callsOf(generation.output).flatMap(({ id }): [string, ToolResult][] => {
    const knownIds = [aliases.get(id), id];
    const answer = answers.find((part) => part.kind === 'tool_result' && knownIds.includes(part.callId));
    if (answer?.kind !== 'tool_result') return [];
    return [[id, { callId: id, result: answer.result, isError: answer.isError === true }]];
  });
}
