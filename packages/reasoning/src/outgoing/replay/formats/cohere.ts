/** Cohere v2: one turn as one message, thinking as a content block, the plan beside the calls (providers.md §9). */
import type { Part, TextPart } from '../../../parts/part.ts';
import type { JsonRecord } from '../../../json/json.ts';
import { callsAsText, chatRequest, isChatTool, noteLostOrder, toolMessages, userMessage } from './chat-frame.ts';
import type { TargetFormat, TurnContext } from '../common/types.ts';

export const COHERE_TARGET: TargetFormat = {
  api: 'cohere.chat',
  thinking: () => ({ own: 'may', foreign: 'may', section: '§9', ruleText: 'Cohere may get its thinking back' }),
  callId: () => /^[\w.:-]{1,64}$/,
  serverCalls: false,
  assistant,
  user: userMessage,
  results: toolMessages,
  isTool: isChatTool,
  request: chatRequest,
};

function assistant(parts: readonly Part[], context: TurnContext): JsonRecord[] {
  const calls = callsAsText(parts, context);
  const plan = parts.flatMap((part) => (part.kind === 'text' && isPlan(part) ? [part.text] : [])).join('');
  const content = parts.flatMap((part): JsonRecord[] => {
    if (part.kind === 'reasoning') return [{ type: 'thinking', thinking: part.text }];
    return part.kind === 'text' && part.text !== '' && !isPlan(part) ? [{ type: 'text', text: part.text }] : [];
  });
  if (content.length === 0 && calls.length === 0 && plan === '') return [];
  noteLostOrder(parts, context);
  return [
    {
      role: 'assistant',
      ...(content.length > 0 && { content }),
      ...(plan !== '' && { tool_plan: plan }),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ];
}

/** Cohere's own plan is sent back in its own field; another model's preamble is text. */
function isPlan(part: TextPart): boolean {
  return part.extra?.field === 'tool_plan';
}
