/**
 * Builds a generation from the facts of its conventions: messages decoded, thoughts attributed by the same code as in the SDK.
 */
import {
  attribute,
  SUBTEXT,
  together,
  usageOfChoice,
  type AttributedCall,
  type AttributeOptions,
  type AttributedResponse,
  type DecodeOptions,
  type Message,
  type ToolResult,
  type Usage,
} from '@subtext/reasoning';
import { countTokens } from '../prices/count-tokens.ts';
import type { Span } from '../otlp/wire.ts';
import type { Conversation, Generation } from './model.ts';
import { firstText, withoutUndefined } from '@subtext/conventions';

export function generationOf(span: Span, conversation: Conversation): Generation {
  const { model } = conversation;
  const name = model.responseModel ?? model.requestModel;
  const generateId = idsOf(span);
  const options: DecodeOptions = { generateId, ...(name !== undefined && { model: name }) };
  const messages = conversation.output(options);
  const output = fewerParts(messages);
  const input = fewerParts(conversation.input(options).toReversed()).toReversed();
  const { usage } = conversation;
  const found = {
    ...model,
    finishReason: model.finishReason ?? output[0]?.finishReason,
    usage,
    asked: latestInput(input),
    answered: output.map(messageText).find((text) => text !== undefined),
  };
  return {
    ...withoutUndefined(found),
    incomplete:
      span.attributes.get(SUBTEXT.incomplete) === true ||
      output.at(-1) !== messages.at(-1) ||
      isBroken(found.finishReason),
    response: attributed(output, usage, {
      generateId,
      countTokens,
      lastReasoningCallId: firstText([span.attributes], [SUBTEXT.reasoningRef]) ?? lastThoughtOf(input),
      earlierCalls: new Map([...thoughtsOfCalls(input), ...parentRefsOf(span)]),
    }),
    results: resultsOf(input),
    repeated: repeatedCalls(conversation.repeats, input),
  };
}

/** By the conventions the finish reason of a response that never reported one: the stream was abandoned, or broke. */
const isBroken = (finishReason: string | undefined): boolean => finishReason === 'error';

/** By the conventions each output message is one choice; messages with other roles are not choices. */
function attributed(
  output: readonly Message[],
  usage: Usage | undefined,
  options: AttributeOptions,
): AttributedResponse {
  const replies = output.filter(({ role }) => !OTHER_ROLES.has(role));
  const choices = replies.length > 0 ? replies.map(({ parts }) => parts) : [output[0]?.parts ?? []];
  const ownUsage = usageOfChoice(usage, choices.length);
  return together(
    choices.map((parts) => attribute(parts, { ...options, ...(ownUsage && { usage: ownUsage }) })),
    usage,
  );
}

const OTHER_ROLES: ReadonlySet<string> = new Set(['user', 'tool', 'function', 'system', 'developer']);

/**
 * Maximum number of parts read from an answer or the end of a history: real ones have far fewer, and each becomes a
 * row. The payload keeps all.
 */
const MAX_PARTS = 10_000;

function fewerParts(messages: readonly Message[]): readonly Message[] {
  if (messages.reduce((sum, { parts }) => sum + parts.length, 0) <= MAX_PARTS) return messages;
  let left = MAX_PARTS;
  return messages.flatMap((message) => {
    const parts = message.parts.length <= left ? message.parts : message.parts.slice(0, left);
    left -= parts.length;
    if (parts === message.parts) return [message];
    return parts.length > 0 ? [{ ...message, parts }] : [];
  });
}

/** Ids for calls without one, derived from the span, so that reprocessing gives the same rows. */
function idsOf(span: Span): () => string {
  const spanId = Buffer.from(span.spanId).toString('hex');
  let count = 0;
  return () => `${spanId}-${count++}`;
}

/** Pieces with one key are one text, as in attribution. */
function messageText(message: Message | undefined): string | undefined {
  let text = '';
  let before: string | undefined;
  for (const part of message?.parts ?? []) {
    if (part.kind === 'text') text += (text === '' || before === part.key ? '' : '\n\n') + part.text;
    before = part.kind === 'text' ? part.key : undefined;
  }
  return text.trim() === '' ? undefined : text;
}

/** The user's latest input: the subject of this turn, even when the history holds earlier questions. */
export function latestInput(input: readonly Message[]): string | undefined {
  return messageText(input.findLast(isQuestion));
}

function isQuestion({ role, parts }: Message): boolean {
  return role === 'user' && parts.some((part) => part.kind === 'text' && part.text.trim() !== '');
}

/**
 * The last call with reasoning among the turns since the last user message: calls of this response without thoughts
 * share that one (providers.md §15.5). Only what the history itself contains counts.
 */
function lastThoughtOf(input: readonly Message[]): string | null {
  const lastQuestion = input.findLastIndex(isQuestion);
  return input
    .slice(lastQuestion + 1)
    .filter((message) => message.role === 'assistant')
    .reduce<string | null>(
      (last, { parts }) =>
        attribute(parts, { lastReasoningCallId: last, generateId: () => '' }).lastReasoningCallId || null,
      null,
    );
}

/** For calls that name their parent call in the history. */
function thoughtsOfCalls(input: readonly Message[]): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>();
  for (const { role, parts } of input) {
    if (role !== 'assistant') continue;
    const { calls } = attribute(parts, { generateId: () => '' });
    for (const { id, reasoning, reasoningRef } of calls) found.set(id, reasoning.length > 0 ? id : reasoningRef);
  }
  return found;
}

/**
 * The references that our SDK sends for calls that the request does not repeat: pairs of the call and the one whose
 * thought it uses.
 */
function parentRefsOf(span: Span): [string, string][] {
  const references = span.attributes.get(SUBTEXT.parentRefs);
  const ids = Array.isArray(references) ? references.filter((id) => typeof id === 'string') : [];
  return ids.flatMap((id, index): [string, string][] => (index % 2 === 1 ? [[ids[index - 1]!, id]] : []));
}

/**
 * Attributed like a separate response; a history has no token counts. A call without a provider's id cannot be matched
 * by it.
 */
function repeatedCalls(repeats: Conversation['repeats'], input: readonly Message[]): AttributedCall[] {
  if (!repeats) return [];
  const last = input.findLastIndex((message) => message.role === 'assistant');
  const first = input.slice(0, Math.max(last, 0)).findLastIndex((message) => message.role !== 'assistant') + 1;
  const parts = input.slice(first, last + 1).flatMap((message) => message.parts);
  if (repeats === 'thoughts' && !parts.some(({ kind }) => kind === 'reasoning')) return [];
  const before = lastThoughtOf(input.slice(0, first));
  const { calls } = attribute(parts, { lastReasoningCallId: before, generateId: () => '' });
  return calls.filter(canBeFound);
}

/**
 * Calls of an answer that a span around the model call reports: without token counts, and only those with an id to
 * match them by.
 */
export function recoveredCalls(span: Span, output: (options: DecodeOptions) => Message[]): AttributedCall[] {
  const messages = fewerParts(output({ generateId: idsOf(span) }));
  const { calls } = attribute(
    messages.flatMap(({ parts }) => parts),
    { generateId: () => '' },
  );
  return calls.filter(canBeFound);
}

const canBeFound = ({ type, id, idGenerated }: AttributedCall): boolean =>
  type !== 'answer' && id !== '' && !idGenerated;

/** Results after the last assistant turn: earlier ones were in an earlier request already. */
function resultsOf(input: readonly Message[]): ToolResult[] {
  const lastTurn = input.findLastIndex((message) => message.role === 'assistant');
  return input
    .slice(lastTurn + 1)
    .flatMap((message) =>
      message.parts.flatMap((part) =>
        part.kind === 'tool_result' && part.callId !== ''
          ? [{ callId: part.callId, result: part.result, ...(part.isError !== undefined && { isError: part.isError }) }]
          : [],
      ),
    );
}
