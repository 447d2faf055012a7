/** Pieces of a request's conversation that several wire formats share. Used by the readers' `conversation`. */
import type { Message } from '../parts/message.ts';
import type { OtherPart, Part } from '../parts/part.ts';
import { filled, finite, records, text, type JsonRecord } from '../json/json.ts';
import { readMedia } from '../media/read-media.ts';

/** Roles whose messages are instructions. */
export const INSTRUCTION_ROLES: ReadonlySet<unknown> = new Set(['system', 'developer']);

export function named(message: JsonRecord, parts: Part[]): Message {
  const name = filled(message.name);
  return { role: filled(message.role) ?? 'user', ...(name !== undefined && { name }), parts };
}

/** Content that a user, or the caller's code, sent: texts, and anything else by type. */
export function contentParts(content: unknown): Part[] {
  if (typeof content === 'string') return [{ kind: 'text', key: '0', text: content }];
  return records(content).map((block, index): Part => {
    const blockText = text(block.text);
    if (blockText !== undefined) return { kind: 'text', key: String(index), text: blockText };
    return otherPart(block, 'unknown');
  });
}

/** A block that is not text: its type, and what is known of an image, audio, a video or a file. */
export function otherPart(block: JsonRecord, unnamed: string): OtherPart {
  const durationMs = finite(block.duration_ms);
  const providerType = text(block.type) ?? unnamed;
  const media = readMedia(providerType, block);
  return {
    kind: 'other',
    providerType,
    ...(durationMs !== undefined && { durationMs }),
    ...(media && { media }),
  };
}

export function textsOf(content: unknown): string[] {
  if (typeof content === 'string') return content.trim() === '' ? [] : [content];
  return records(content).flatMap((block) => filled(block.text) ?? []);
}

/** A result that consists of text blocks is that text; anything else stays as it was sent. */
export function plainResult(content: unknown): unknown {
  if (!Array.isArray(content) || content.length === 0) return content;
  const texts = records(content).map((block) => text(block.text));
  return texts.length === content.length && texts.every((block) => block !== undefined) ? texts.join('') : content;
}

export function withPlainResult(part: Part): Part {
  return part.kind === 'tool_result' ? { ...part, result: plainResult(part.result) } : part;
}
