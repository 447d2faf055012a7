/**
 * Blocks that senders put into the text of a part: a list of them as its content, as the package of OpenTelemetry for LangChain does, or one as
 * JSON text, as the one of OpenLLMetry does (otel-genai §8.5.2). Used by the message codec, before parts are read.
 */
import { attributeJson } from './attributes.ts';
import { filled, isRecord, parseJson, type JsonRecord } from './readers/json.ts';

const THOUGHTS = new Set<unknown>(['thinking', 'reasoning', 'redacted_thinking']);
const CALLS = new Set<unknown>(['function_call', 'tool_use', 'tool_call']);

/** The blocks in the place of their texts. Calls among them are repeated as parts by who writes so: they are told once. */
export function unfolded(parts: readonly unknown[], role: string): readonly unknown[] {
  const inside = parts.map((part) => blocksIn(part, role));
  if (inside.every((blocks) => blocks === undefined)) return parts;
  const told = new Set(inside.flatMap((blocks) => blocks?.flatMap(callIdOf) ?? []));
  return parts.flatMap((part, index) => inside[index] ?? (callIdOf(part).some((id) => told.has(id)) ? [] : [part]));
}

function blocksIn(part: unknown, role: string): unknown[] | undefined {
  // A text with a key is our SDK's, which never hides anything in it.
  if (!isRecord(part) || part.type !== 'text' || typeof part.key === 'string') return undefined;
  const content = part.content ?? part.text;
  if (Array.isArray(content)) return content;
  const block = typeof content === 'string' && content.startsWith('{') ? parseJson(content) : undefined;
  return isRecord(block) && isToldBy(role, block) ? [block] : undefined;
}

/** What a person writes is no call, whatever it looks like. */
const isToldBy = (role: string, { type }: JsonRecord): boolean =>
  THOUGHTS.has(type) || (role === 'assistant' && CALLS.has(type));

function callIdOf(part: unknown): string[] {
  if (!isRecord(part) || !CALLS.has(part.type)) return [];
  const id = filled(part.call_id) ?? filled(part.id);
  return id === undefined ? [] : [id];
}

/** A content as text, or as the list of blocks that some senders write as JSON text. */
export function blocksOrText(content: string | undefined): unknown {
  const parsed = content?.trimStart().startsWith('[') ? attributeJson(content) : undefined;
  return Array.isArray(parsed) ? parsed : content;
}
