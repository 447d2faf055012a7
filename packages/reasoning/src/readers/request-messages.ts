/** The conversation a request carries, as messages of parts: one function per wire format. Used by request.ts. */
import type { Message } from '../message.ts';
import type { Part } from '../part.ts';
import { summarisesThinking } from '../thinking-model.ts';
import { anthropicContentParts } from './anthropic.ts';
import { choiceParts, openChoice, takeDelta } from './chat-choice.ts';
import { filled, records, text, type JsonRecord } from './json.ts';
import { itemsToParts } from './openai-responses.ts';

export interface Conversation {
  system: string[];
  messages: Message[];
}

const INSTRUCTIONS = new Set<unknown>(['system', 'developer']);

export function chatConversation(body: JsonRecord): Conversation {
  const summarises = summarisesThinking(text(body.model));
  const all = records(body.messages);
  const instructions = all.filter((message) => INSTRUCTIONS.has(message.role));
  const rest = all.filter((message) => !INSTRUCTIONS.has(message.role));
  return {
    system: instructions.flatMap((message) => textsOf(message.content)),
    messages: rest.map((message) => named(message, chatParts(message, summarises))),
  };
}

/** The parts of one message in the chat format, of a request or of a foreign span. */
export function chatParts(message: JsonRecord, summarises: boolean): Part[] {
  const callId = filled(message.tool_call_id) ?? (message.role === 'function' ? filled(message.name) : undefined);
  if (callId !== undefined) return [{ kind: 'tool_result', callId, result: plainResult(message.content) }];
  if (message.role !== 'assistant') return contentParts(message.content);
  const choice = openChoice(0);
  takeDelta(choice, message);
  return choiceParts(choice, { summarises, incomplete: false });
}

export function anthropicConversation(body: JsonRecord): Conversation {
  const format = summarisesThinking(text(body.model)) ? 'summary' : 'anthropic';
  const messages = records(body.messages).map((message) => {
    const parts = anthropicContentParts(message.content, format);
    return named(message, parts.map(withPlainResult));
  });
  return { system: textsOf(body.system), messages };
}

/** Items of one side in a row are one message: reasoning, text and calls of the assistant, or outputs of tools. */
export function responsesConversation(body: JsonRecord): Conversation {
  const system = textsOf(body.instructions);
  if (typeof body.input === 'string') return { system, messages: [{ role: 'user', parts: contentParts(body.input) }] };
  const messages: Message[] = [];
  let run: { role: string; items: JsonRecord[] } | undefined;
  const close = () => {
    if (run) messages.push({ role: run.role, parts: itemsToParts(run.items, false).map(withPlainResult) });
    run = undefined;
  };
  for (const item of records(body.input)) {
    const role = roleOf(item);
    if (INSTRUCTIONS.has(role)) {
      system.push(...textsOf(item.content));
    } else if (role === 'assistant' || role === 'tool') {
      if (run?.role !== role) close();
      run ??= { role, items: [] };
      // Messages may come without their type.
      run.items.push(item.type === undefined ? { ...item, type: 'message' } : item);
    } else {
      close();
      messages.push({ role, parts: contentParts(item.content) });
    }
  }
  close();
  return { system, messages };
}

function roleOf(item: JsonRecord): string {
  const role = filled(item.role);
  if (role !== undefined) return role;
  return text(item.type)?.endsWith('_output') ? 'tool' : 'assistant';
}

function named(message: JsonRecord, parts: Part[]): Message {
  const name = filled(message.name);
  return { role: filled(message.role) ?? 'user', ...(name !== undefined && { name }), parts };
}

/** What a person, or the caller's code, sent: texts, and anything else by its type. */
function contentParts(content: unknown): Part[] {
  if (typeof content === 'string') return [{ kind: 'text', key: '0', text: content }];
  return records(content).map((block, index): Part => {
    const blockText = text(block.text);
    if (blockText !== undefined) return { kind: 'text', key: String(index), text: blockText };
    return { kind: 'other', providerType: text(block.type) ?? 'unknown' };
  });
}

function textsOf(content: unknown): string[] {
  if (typeof content === 'string') return content.trim() === '' ? [] : [content];
  return records(content).flatMap((block) => filled(block.text) ?? []);
}

/** A result that is nothing but text blocks is that text; anything else stays as it was sent. */
function plainResult(content: unknown): unknown {
  if (!Array.isArray(content) || content.length === 0) return content;
  const texts = records(content).map((block) => text(block.text));
  return texts.length === content.length && texts.every((block) => block !== undefined) ? texts.join('') : content;
}

function withPlainResult(part: Part): Part {
  return part.kind === 'tool_result' ? { ...part, result: plainResult(part.result) } : part;
}
