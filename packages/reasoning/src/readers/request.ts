/** What a request body says, whichever of the three wire formats it has. Beside readers/index.ts, for the other direction. */
import type { ModelRequest, ToolResult } from '../model-request.ts';
import type { Message } from '../message.ts';
import { filled, finite, isRecord, list, record, records, type JsonRecord } from './json.ts';
import {
  anthropicConversation,
  chatConversation,
  responsesConversation,
  type Conversation,
} from './request-messages.ts';

type RequestApi = 'openai.responses' | 'openai.chat' | 'anthropic.messages';

/**
 * null for what is no model request. Chat Completions and Messages can look alike (one user message and nothing else): then `path`, the path
 * of the URL, tells them apart, and without it the request counts as a chat completion.
 */
export function readRequest(body: unknown, path?: string): ModelRequest | null {
  if (!isRecord(body)) return null;
  const api = apiOf(body, path);
  if (api === null) return null;
  const { system, messages } = CONVERSATIONS[api](body);
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
  return {
    api,
    stream: body.stream === true,
    ...withoutUndefined(optional),
    system,
    messages,
    toolDefinitions: list(body.tools),
    historyCallIds: callIds(messages),
    toolResults: newResults(messages),
    endsWithHumanMessage: isHuman(messages.at(-1)),
  };
}

const CONVERSATIONS: Record<RequestApi, (body: JsonRecord) => Conversation> = {
  'openai.responses': responsesConversation,
  'openai.chat': chatConversation,
  'anthropic.messages': anthropicConversation,
};

function apiOf(body: JsonRecord, path: string | undefined): RequestApi | null {
  if (!Array.isArray(body.messages)) {
    return 'input' in body || 'previous_response_id' in body || isRecord(body.prompt) ? 'openai.responses' : null;
  }
  return path?.endsWith('/messages') === true || looksLikeAnthropic(body) ? 'anthropic.messages' : 'openai.chat';
}

const ANTHROPIC_FIELDS = ['anthropic_version', 'system', 'mcp_servers', 'output_config', 'context_management'];
const ANTHROPIC_BLOCKS = new Set<unknown>([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'server_tool_use',
]);

function looksLikeAnthropic(body: JsonRecord): boolean {
  if (ANTHROPIC_FIELDS.some((field) => field in body)) return true;
  const thinking = record(body.thinking);
  if (
    'budget_tokens' in thinking ||
    thinking.type === 'adaptive' ||
    (isRecord(body.tool_choice) && body.tool_choice.type !== 'function')
  )
    return true;
  // The provider's own tools carry a date: `web_search_20250305`.
  if (records(body.tools).some((tool) => 'input_schema' in tool || /_\d{8}$/.test(String(tool.type)))) return true;
  return records(body.messages).some((message) =>
    records(message.content).some(({ type }) => ANTHROPIC_BLOCKS.has(type)),
  );
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
