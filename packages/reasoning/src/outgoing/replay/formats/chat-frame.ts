/** What the chat-shaped formats (OpenAI Chat, Mistral, Ollama, Cohere) share around a turn. */
import { toJson } from '../../../json/attributes.ts';
import type { Part } from '../../../parts/part.ts';
import { isRecord, type JsonRecord } from '../../../json/json.ts';
import { argumentText, resultText } from '../common/calls.ts';
import { functionTool } from '../common/tools.ts';
import type { AnsweredCall, RequestFrame, TurnContext } from '../common/types.ts';

export function userMessage(texts: readonly string[]): JsonRecord {
  const content = texts.length === 1 ? texts[0] : texts.map((said) => ({ type: 'text', text: said }));
  return { role: 'user', content };
}

export function toolMessages(answered: readonly AnsweredCall[]): JsonRecord[] {
  return answered.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: resultText(result) }));
}

export function isChatTool({ function: inner }: JsonRecord): boolean {
  return isRecord(inner) && typeof inner.name === 'string';
}

/** `system` messages first; every tool is `{type: "function", function}`. */
export function chatRequest({ target, system, messages, tools, ownTools }: RequestFrame): JsonRecord {
  const declared = [...tools.map((tool) => ({ type: 'function', function: functionTool(tool) })), ...ownTools];
  return {
    ...(target.model !== undefined && { model: target.model }),
    messages: [...system.map((content) => ({ role: 'system', content })), ...messages],
    ...(declared.length > 0 && { tools: declared }),
  };
}

/**
 * Joins all texts of a turn into the single content field. Separate runs are separated by a blank line; the texts of
 * one run are joined directly.
 */
export function joinedText(parts: readonly Part[], context: TurnContext): string {
  let joined = '';
  let lastKey: string | undefined;
  for (const part of parts) {
    if (part.kind !== 'text') continue;
    if (joined !== '' && part.text !== '' && part.key !== lastKey && !context.own) joined += '\n\n';
    joined += part.text;
    lastKey = part.key;
  }
  return joined;
}

/** Adds a note when order is lost: a text after a call, or a thought after either, cannot stay there. */
export function noteLostOrder(parts: readonly Part[], context: TurnContext): void {
  const rank = { reasoning: 0, redacted: 0, hidden: 0, text: 1, tool_call: 2, tool_result: 2, other: 2 };
  let highest = 0;
  for (const part of parts) {
    const own = rank[part.kind];
    if (own < highest && !context.own) {
      context.note('text.joined', '§3.2', 'thoughts, texts and calls that alternated stand in one message');
      return;
    }
    highest = Math.max(highest, own);
  }
}

/** Calls with their arguments as JSON text; free text gets a name, because it is not JSON. */
export function callsAsText(parts: readonly Part[], context: TurnContext): JsonRecord[] {
  return parts.flatMap((part): JsonRecord[] => {
    if (part.kind !== 'tool_call') return [];
    const { arguments: source, name } = part;
    const json = typeof source === 'string' ? toJson({ input: source }) : argumentText(part);
    return [{ id: context.idOf(part), type: 'function', function: { name, arguments: json } }];
  });
}
