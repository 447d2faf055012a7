/** Ollama's own chat: one turn as one message with `thinking` beside the content (providers.md §7). */
import type { Part } from '../../../parts/part.ts';
import type { JsonRecord } from '../../../json/json.ts';
import { argumentObject, resultText } from '../common/calls.ts';
import { chatRequest, isChatTool, joinedText, noteLostOrder } from './chat-frame.ts';
import { contentWithThinking } from './chat-thinking.ts';
import type { AnsweredCall, TargetFormat, TurnContext } from '../common/types.ts';

export const OLLAMA_TARGET: TargetFormat = {
  api: 'ollama.chat',
  thinking: () => ({
    own: 'may',
    foreign: 'may',
    section: '§7',
    ruleText: 'Ollama hands `thinking` to the model’s template',
  }),
  callId: () => /^[\w.:-]{1,64}$/,
  serverCalls: false,
  assistant,
  // Content is always a string here.
  user: (texts) => ({ role: 'user', content: texts.join('\n\n') }),
  results: (answered) => answered.map(toolMessage),
  isTool: isChatTool,
  request: chatRequest,
};

function assistant(parts: readonly Part[], context: TurnContext): JsonRecord[] {
  // An answer comes as it was sent: some models write their thoughts into the content.
  const isInContent = (part: Part) => context.isAnswer && part.kind === 'reasoning' && part.field === 'content';
  const thoughts = parts.filter((part) => part.kind === 'reasoning').filter((part) => !isInContent(part));
  const calls = parts.filter((part) => part.kind === 'tool_call');
  const content = parts.some(isInContent) ? contentWithThinking(parts) : joinedText(parts, context);
  const thinking = thoughts.map((part) => part.text).join(context.own ? '' : '\n\n');
  if (content === '' && thinking === '' && calls.length === 0) return [];
  noteLostOrder(parts, context);
  const written = calls.map((call) => {
    const id = call.idGenerated ? {} : { id: context.idOf(call) };
    return { ...id, function: { name: call.name, arguments: argumentObject(call) } };
  });
  return [
    {
      role: 'assistant',
      content,
      ...(thinking !== '' && { thinking }),
      ...(written.length > 0 && { tool_calls: written }),
    },
  ];
}

/** Older servers have no ids: the name identifies the call. */
function toolMessage({ call, id, result }: AnsweredCall): JsonRecord {
  const idField = call.idGenerated ? {} : { tool_call_id: id };
  return { role: 'tool', tool_name: call.name, ...idField, content: resultText(result) };
}
