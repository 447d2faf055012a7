/** Entries of a Mistral conversation, whole or built from events, to parts. The middle of mistral-conversations.ts. */
import type { Part, Seal } from '../../parts/part.ts';
import { otherFields, sealOf } from '../../parts/seal.ts';
import { filled, isCutJson, isRecord, list, parseArguments, records, text, type JsonRecord } from '../../json/json.ts';
import { otherPart } from '../request-messages.ts';

export interface Entry {
  /** In the shape of a whole body. */
  content: JsonRecord;
  closed: boolean;
}

export function entryParts(entries: readonly Entry[], incomplete: boolean): Part[] {
  const agents = new Set(entries.flatMap(({ content }) => filled(content.agent_id) ?? []));
  return entries.flatMap((entry, index) => {
    // After a handoff another agent thinks, with thoughts of its own.
    const agent = agents.size > 1 ? filled(entry.content.agent_id) : undefined;
    const cut = incomplete && index === entries.length - 1;
    const parts = partsOf(entry, String(index), cut);
    return agent === undefined
      ? parts
      : parts.map((part) => (part.kind === 'tool_result' || part.kind === 'other' ? part : { ...part, agent }));
  });
}

function partsOf(entry: Entry, key: string, cut: boolean): Part[] {
  const { content } = entry;
  switch (content.type) {
    case 'message.output':
      return messageParts(content, key);
    case 'function.call':
    case 'tool.execution':
      return callParts(entry, cut);
    default:
      return [{ kind: 'other', providerType: filled(content.type) ?? 'unknown' }];
  }
}

/** The text of one message is one text, even when references split it; a thought ends where text begins. */
function messageParts(content: JsonRecord, key: string): Part[] {
  const seal = entrySeal(content);
  if (typeof content.content === 'string') return [{ kind: 'text', key, text: content.content, ...seal }];
  const parts: Part[] = [];
  let run = 0;
  for (const chunk of records(content.content)) {
    const chunkText = text(chunk.text);
    if (chunk.type === 'thinking') parts.push(thoughtPart(chunk, `${key}/${run}`, seal));
    else if (chunkText !== undefined) {
      run = parts.length + 1;
      parts.push({ kind: 'text', key, text: chunkText, ...seal });
    } else if (chunk.type === 'tool_file') parts.push(otherPart(chunk, ''));
  }
  return merged(parts);
}

const CHUNK_FIELDS = new Set(['type', 'thinking', 'signature']);

function thoughtPart(chunk: JsonRecord, key: string, seal: Seal): Part {
  const thought =
    text(chunk.thinking) ??
    records(chunk.thinking)
      .map((piece) => text(piece.text) ?? '')
      .join('');
  const own = sealOf({ ...seal, signature: filled(chunk.signature), extra: otherFields(chunk, CHUNK_FIELDS) });
  return { kind: 'reasoning', key, text: thought, format: 'parsed', field: 'content', ...own };
}

/** Merges neighboring parts with the same key, as a whole body has them. */
function merged(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const goesOn =
      last !== undefined && 'text' in part && 'text' in last && last.kind === part.kind && last.key === part.key;
    if (goesOn) joined[joined.length - 1] = { ...last, ...part, text: last.text + part.text } as Part;
    else joined.push(part);
  }
  return joined;
}

function entrySeal(content: JsonRecord): Seal {
  return sealOf({ itemId: filled(content.id) });
}

/**
 * `function.call` is the caller's tool; `tool.execution` is a connector that has already run, identified by its entry's
 * id.
 */
function callParts({ content, closed }: Entry, cut: boolean): Part[] {
  const server = content.type === 'tool.execution';
  const providedId = filled(server ? content.id : content.tool_call_id) ?? filled(content.id);
  const id = providedId ?? `call_${globalThis.crypto.randomUUID()}`;
  const call: Part = {
    kind: 'tool_call',
    id,
    ...(providedId === undefined && { idGenerated: true }),
    name: text(content.name) ?? '',
    arguments: parseArguments(content.arguments),
    itemType: String(content.type),
    type: server ? 'server' : 'function',
    ...(cut && !closed && isCutJson(content.arguments) && { incomplete: true }),
    ...(!server && entrySeal(content)),
  };
  const result = isRecord(content.info) || list(content.info).length > 0 ? content.info : undefined;
  return server && result !== undefined ? [call, { kind: 'tool_result', callId: id, result }] : [call];
}
