/** Mistral's chat: one turn as one message, thinking as a chunk of the content (providers.md §9). */
import type { Part } from '../../../parts/part.ts';
import type { JsonRecord } from '../../../json/json.ts';
import { callsAsText, chatRequest, isChatTool, joinedText, noteLostOrder, userMessage } from './chat-frame.ts';
import { resultText } from '../common/calls.ts';
import { MISTRAL_TURNS, textChunk, thinkingChunk } from './mistral-chunks.ts';
import type { AnsweredCall, TargetFormat, TurnContext } from '../common/types.ts';

export const MISTRAL_TARGET: TargetFormat = {
  api: 'mistral.chat',
  ...MISTRAL_TURNS,
  assistant,
  user: userMessage,
  results: (answered) => answered.map(toolMessage),
  between,
  isTool: isChatTool,
  request: chatRequest,
};

/**
 * Mistral answers 400 "Unexpected role 'user' after role 'tool'" when a user message comes before the assistant has
 * used the results.
 */
function between(before: JsonRecord, after: JsonRecord): JsonRecord | undefined {
  return before.role === 'tool' && after.role === 'user' ? { role: 'assistant', content: 'OK.' } : undefined;
}

function assistant(parts: readonly Part[], context: TurnContext): JsonRecord[] {
  const calls = callsAsText(parts, context);
  const content = contentOf(parts, context);
  if (content.length === 0 && calls.length === 0) return [];
  noteLostOrder(parts, context);
  return [{ role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) }];
}

/** A plain string unless it has to hold thinking. */
function contentOf(parts: readonly Part[], context: TurnContext): string | JsonRecord[] {
  if (!parts.some((part) => part.kind === 'reasoning')) return joinedText(parts, context);
  return parts.flatMap((part): JsonRecord[] => {
    if (part.kind === 'text') return part.text === '' ? [] : [textChunk(part.text)];
    return part.kind === 'reasoning' ? [thinkingChunk(part)] : [];
  });
}

function toolMessage({ call, id, result }: AnsweredCall): JsonRecord {
  return { role: 'tool', tool_call_id: id, name: call.name, content: resultText(result) };
}
