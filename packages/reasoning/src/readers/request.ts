/** What a request body says, whichever wire format it has. Beside readers/index.ts, for the other direction. */
import type { ModelRequest, ToolResult } from '../model-request.ts';
import type { Message } from '../message.ts';
import { WIRE_FORMATS } from './formats.ts';
import { filled, finite, isRecord, list, record, type JsonRecord } from './json.ts';
import type { RequestSettings } from './wire-format.ts';

/**
 * null for what is no model request. Chat Completions and Messages can look alike (one user message and nothing else): then `path`, the path
 * of the URL, tells them apart, and without it the request counts as a chat completion.
 */
export function readRequest(body: unknown, path?: string): ModelRequest | null {
  if (!isRecord(body)) return null;
  const format = WIRE_FORMATS.find((candidate) => candidate.isRequest(body, path));
  if (!format) return null;
  const { system, messages } = format.conversation(body);
  return {
    api: format.api,
    ...usualSettings(body),
    ...format.settings?.(body, path),
    system,
    messages,
    historyCallIds: callIds(messages),
    toolResults: newResults(messages),
    endsWithHumanMessage: isHuman(messages.at(-1)),
  };
}

/** As most formats write them. */
function usualSettings(body: JsonRecord): RequestSettings {
  const optional = {
    model: filled(body.model),
    maxTokens: finite(body.max_output_tokens ?? body.max_completion_tokens ?? body.max_tokens),
    temperature: finite(body.temperature),
    reasoningEffort:
      filled(body.reasoning_effort) ??
      filled(record(body.reasoning).effort) ??
      filled(record(body.output_config).effort),
    previousResponseId: filled(body.previous_response_id) ?? filled(record(body.thread).previous_message_id),
    conversationId: filled(body.conversation) ?? filled(record(body.conversation).id),
  };
  return { stream: body.stream === true, toolDefinitions: list(body.tools), ...withoutUndefined(optional) };
}

function withoutUndefined<T extends object>(source: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const said = Object.entries(source).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as { [K in keyof T]?: NonNullable<T[K]> };
}

function callIds(messages: readonly Message[]): string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'tool_call' && !part.idGenerated ? [part.id] : [])),
  );
}

/** Results behind the last turn of the assistant; those of the provider's own tools stand inside that turn. */
function newResults(messages: readonly Message[]): ToolResult[] {
  const lastTurn = messages.findLastIndex((message) => message.role === 'assistant');
  return messages.slice(lastTurn + 1).flatMap(({ parts }) =>
    parts.flatMap((part): ToolResult[] => {
      if (part.kind !== 'tool_result') return [];
      return [{ callId: part.callId, result: part.result, isError: part.isError === true }];
    }),
  );
}

function isHuman(message: Message | undefined): boolean {
  return message?.role === 'user' && message.parts.some((part) => part.kind !== 'tool_result');
}
