/**
 * The two proofs that a conversation is a sub-agent that ran as a tool: its question is an argument of the call, and
 * the call's result is its answer.
 */
import type { Message, ModelRequest, ModelResponse } from '@subtext/reasoning';
import { parseJson, toJson } from '../../platform/json.ts';
import { isAssistants } from '../stitching/request-history.ts';

/** Values of a call's arguments or result that are looked at. */
const MAX_VALUES = 500;
/** A shorter answer, such as "yes", proves nothing inside a longer result. */
const LEAST_QUOTED = 20;

/**
 * The texts of a new conversation that may be an argument of the call that started it. Empty for a request that
 * continues another one.
 */
export function questionsOf(request: ModelRequest): readonly string[] {
  if (request.previousResponseId !== undefined || request.messages.some(isAssistants)) return [];
  const messages = request.messages.map(textsOf).filter((texts) => texts.length > 0);
  // Some frameworks send the user's own question first, and the one of the call last.
  const asked = [messages[0] ?? [], messages.at(-1) ?? []];
  return [...new Set(asked.flatMap((texts) => [...texts, texts.join('\n'), texts.join('')]))].filter(Boolean);
}

/** What the caller of a sub-agent gets back. undefined when the response requests calls, so that the loop goes on. */
export function answerOf(response: ModelResponse): string | undefined {
  const [choice] = response.choices;
  if (!choice || choice.parts.some(({ kind }) => kind === 'tool_call')) return undefined;
  const text = textsOf(choice).join('').trim();
  return text === '' ? undefined : text;
}

export function isAskedBy(call: { arguments: unknown }, questions: readonly string[]): boolean {
  if (questions.includes(toJson(call.arguments) ?? '')) return true;
  return textsWithin(call.arguments).some((argument) => questions.includes(argument.trim()));
}

/** True when the result is the answer, has it as a value, or quotes it. */
export function isAnsweredBy(result: unknown, answer: string): boolean {
  const isOrQuotes = (text: string) =>
    text.trim() === answer || (answer.length >= LEAST_QUOTED && text.includes(answer));
  return textsWithin(result).some(isOrQuotes) || isSameJson(result, answer);
}

/** Structured answers are parsed before they are returned. */
function isSameJson(result: unknown, answer: string): boolean {
  const value = /^\s*[[{]/.test(answer) ? parseJson(answer) : undefined;
  if (value === undefined) return false;
  return toJson(value) === toJson(typeof result === 'string' ? parseJson(result) : result);
}

function textsOf({ parts }: Pick<Message, 'parts'>): string[] {
  return parts.flatMap((part) => (part.kind === 'text' && part.text.trim() !== '' ? [part.text.trim()] : []));
}

/** All strings of a value, and those of a string that is JSON. */
function textsWithin(value: unknown): string[] {
  const strings: string[] = [];
  const open = [value];
  for (let seen = 0; open.length > 0 && seen < MAX_VALUES; seen += 1) {
    const next = open.pop();
    if (typeof next === 'string') {
      strings.push(next);
      const parsed = /^\s*[[{"]/.test(next) ? parseJson(next) : undefined;
      if (parsed !== undefined) open.push(parsed);
    } else if (typeof next === 'object' && next !== null) {
      open.push(...Object.values(next as object).slice(0, MAX_VALUES));
    }
  }
  return strings;
}

/**
 * The name of the agent that a call starts: that of the tool, or the one among its arguments where one tool starts
 * several agents (`subagent_type` of deepagents and of Claude's agents, `targetAgents` of VoltAgent).
 */
export function agentNameOf(call: { name: string; arguments: unknown }): string {
  const { subagent_type: type, targetAgents } = (call.arguments ?? {}) as Record<string, unknown>;
  const targets = Array.isArray(targetAgents) ? (targetAgents as unknown[]) : [type];
  const [name] = targets;
  return targets.length === 1 && typeof name === 'string' && name !== '' ? name : call.name;
}
