/** One text of the context of a generation, a piece at a time. */
import { traceGenerations, type Sql, type TraceKey } from '@subtext/db';
import { jsonOf, partText } from './part-text.ts';
import { readOne } from '@subtext/generations';

export interface ContextTextAddress {
  spanId: string;
  section: 'system' | 'tool' | 'message';
  index: number;
  /** The index of the part in the message. */
  part: number;
  /** In UTF-16 units. */
  offset: number;
  length: number;
}

/** `length` UTF-16 units from `offset` on of one text of the request; null when the request has no such text. */
export async function contextText(
  sql: Sql,
  key: TraceKey,
  { spanId, section, index, part, offset, length }: ContextTextAddress,
): Promise<{ text: string; totalCharacters: number } | null> {
  const [row] = await traceGenerations(sql, key, { spanId, limit: 1 });
  if (!row) return null;
  const { generation } = await readOne(sql, key, row);
  const text = {
    system: () => generation.system?.[index],
    tool: () => (index in (generation.toolDefinitions ?? []) ? jsonOf(generation.toolDefinitions?.[index]) : undefined),
    message: () => {
      const found = generation.messages[index]?.parts[part];
      return found && partText(found);
    },
  }[section]();
  if (text === undefined) return null;
  const [from, to] = [border(text, offset), border(text, offset + length)];
  return { text: text.slice(from, to).toWellFormed(), totalCharacters: text.length };
}

/** A piece never begins or ends inside a surrogate pair. */
function border(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
