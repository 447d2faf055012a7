/** Reads a request body of any wire format. The counterpart of readers/index.ts. */
import type { ModelRequest, ToolResult } from '../parts/model-request.ts';
import type { Message } from '../parts/message.ts';
import type { Part, ToolResultPart } from '../parts/part.ts';
import { WIRE_FORMATS } from './formats.ts';
import { filled, finite, isRecord, list, record, withoutUndefined, type JsonRecord } from '../json/json.ts';
import { boundMedia } from './bound-media.ts';
import { INSTRUCTION_ROLES } from './request-messages.ts';
import { unwrapped } from './google/gemini-names.ts';
import { thinkingBudgetIn } from './thinking-budget.ts';
import type { RequestSettings, WireFormat } from './wire-format.ts';

/**
 * null when it is not a model request. Chat Completions and Messages can look alike (one user message and nothing
 * else): then `path`, the path of the URL, distinguishes them, and without it the request counts as a chat completion.
 */
export function readRequest(body: unknown, path?: string): ModelRequest | null {
  if (!isRecord(body)) return null;
  const format = formatOf(body, path);
  if (!format) return null;
  const { system, messages: sent } = format.conversation(body, path);
  const messages = boundMedia(sent);
  return {
    api: format.api,
    ...usualSettings(body),
    ...format.settings?.(body, path),
    system,
    messages,
    historyCallIds: callIds(messages),
    toolResults: newResults(messages),
    // Instructions in the middle of a conversation come after the message that they apply to (providers.md §4).
    endsWithHumanMessage: isHuman(messages.findLast(({ role }) => !INSTRUCTION_ROLES.has(role))),
  };
}

/** A path that belongs to one format decides, because bodies can look alike. */
function formatOf(body: JsonRecord, path: string | undefined): WireFormat | undefined {
  const named =
    path === undefined
      ? undefined
      : WIRE_FORMATS.find((format) => format.path.test(path) && format.isRequest(body, path));
  return named ?? WIRE_FORMATS.find((format) => format.isRequest(body, path));
}

/** The fields that most formats share. */
function usualSettings(body: JsonRecord): RequestSettings {
  const optional = {
    model: filled(body.model),
    maxTokens: finite(body.max_output_tokens ?? body.max_completion_tokens ?? body.max_tokens),
    temperature: finite(body.temperature),
    reasoningEffort:
      filled(body.reasoning_effort) ??
      filled(record(body.reasoning).effort) ??
      filled(record(body.output_config).effort),
    thinkingBudget: thinkingBudgetIn(unwrapped(body)),
    previousResponseId: filled(body.previous_response_id) ?? filled(record(body.thread).previous_message_id),
    conversationId: filled(body.conversation) ?? filled(record(body.conversation).id),
  };
  return { stream: body.stream === true, toolDefinitions: list(body.tools), ...withoutUndefined(optional) };
}

function callIds(messages: readonly Message[]): string[] {
  const ids: string[] = [];
  for (const { parts } of messages) {
    for (const part of parts) if (part.kind === 'tool_call' && !part.idGenerated) ids.push(part.id);
  }
  return ids;
}

/** Results after the last assistant turn; those of the provider's own tools are inside that turn. */
function newResults(messages: readonly Message[]): ToolResult[] {
  const lastTurn = messages.findLastIndex((message) => message.role === 'assistant');
  const fresh: ToolResultPart[] = [];
  for (const { parts } of messages.slice(lastTurn + 1)) {
    for (const part of parts) if (part.kind === 'tool_result') fresh.push(part);
  }
  if (fresh.length === 0) return [];
  const unnamed = new Set(messages.flatMap(({ parts }) => parts.flatMap(generatedId)));
  return fresh.map(({ callId: sentId, name, result, isError }): ToolResult => {
    // An id generated here means nothing outside this request.
    const callId = unnamed.has(sentId) ? '' : sentId;
    return { callId, ...(name !== undefined && { name }), result, ...(isError !== undefined && { isError }) };
  });
}

function generatedId(part: Part): string[] {
  return part.kind === 'tool_call' && part.idGenerated ? [part.id] : [];
}

function isHuman(message: Message | undefined): boolean {
  return message?.role === 'user' && message.parts.some((part) => part.kind !== 'tool_result');
}
