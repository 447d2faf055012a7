/**
 * Blocks that senders put into the text of a part: as a list in its content (OpenTelemetry's package for LangChain) or
 * as JSON text (OpenLLMetry's) (otel-genai §8.5.2). The message codec uses this before it reads parts.
 */
import { attributeJson } from '../json/attributes.ts';
import { filled, isRecord, parseJson, type JsonRecord } from '../json/json.ts';

const THOUGHTS = new Set<unknown>(['thinking', 'reasoning', 'redacted_thinking']);
const CALLS = new Set<unknown>(['function_call', 'tool_use', 'tool_call']);

/**
 * Replaces such texts by their blocks. Senders that write calls this way repeat them as parts, so calls among the
 * blocks are dropped.
 */
export function unfolded(parts: readonly unknown[], role: string): readonly unknown[] {
  const inside = parts.map((part) => blocksIn(part, role));
  if (inside.every((blocks) => blocks === undefined)) return parts;
  const callIds = new Set(inside.flatMap((blocks) => blocks?.flatMap(callIdOf) ?? []));
  return parts.flatMap((part, index) => inside[index] ?? (callIdOf(part).some((id) => callIds.has(id)) ? [] : [part]));
}

function blocksIn(part: unknown, role: string): unknown[] | undefined {
  // A text with a key comes from our SDK, which never puts blocks into it.
  if (!isRecord(part) || part.type !== 'text' || typeof part.key === 'string') return undefined;
  const content = part.content ?? part.text;
  if (Array.isArray(content)) return content;
  const block = typeof content === 'string' && content.startsWith('{') ? parseJson(content) : undefined;
  return isRecord(block) && isAllowedFor(role, block) ? [block] : undefined;
}

/** Text written by a user is never a call, even if it looks like one. */
const isAllowedFor = (role: string, { type }: JsonRecord): boolean =>
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
