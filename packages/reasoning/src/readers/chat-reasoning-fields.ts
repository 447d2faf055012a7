/**
 * Every field of a chat message or delta in which some host puts thinking, and which of them to believe (providers.md §3.2). Proxies
 * mirror the same text in several fields, so exactly one source is read per choice.
 */
import type { ReasoningFormat } from '../part.ts';
import { filled, label, record, records, text, type JsonRecord } from './json.ts';

/** In order of precedence. */
const SOURCES = [
  'reasoning_details',
  'thinking_blocks',
  'reasoning_content',
  'reasoning',
  'reasoning_text',
  'thinking',
  'thought',
  'content',
] as const;
export type ReasoningSource = (typeof SOURCES)[number];

/** A piece of thinking as one message or delta carries it. */
export type ThinkingPiece =
  | {
      kind: 'reasoning';
      source: ReasoningSource;
      block: string;
      text: string;
      format: ReasoningFormat;
      signature?: string;
    }
  | { kind: 'redacted'; source: ReasoningSource; block: string }
  | { kind: 'hidden'; encrypted: boolean; field: string }
  | { kind: 'server_call'; name: string; arguments: unknown; result: unknown };

/** All pieces of a message or delta, best source first. */
export function thinkingPieces(message: JsonRecord): ThinkingPiece[] {
  return [
    ...records(message.reasoning_details).flatMap(detailPieces),
    ...records(message.thinking_blocks).flatMap(blockPieces),
    ...stringPieces(message),
    ...records(message.content).flatMap(contentPieces),
    ...opaquePieces(message),
  ];
}

/** OpenRouter, MiniMax, Snowflake (providers.md §8). Details of one type and index are one block. */
function detailPieces(detail: JsonRecord): ThinkingPiece[] {
  const type = text(detail.type) ?? '';
  const block = `${type}/${label(detail.index ?? detail.id)}`;
  const source = 'reasoning_details';
  const signature = filled(detail.signature);
  const signed = signature === undefined ? {} : { signature };
  switch (type) {
    case 'reasoning.summary':
      return [{ kind: 'reasoning', source, block, text: text(detail.summary) ?? '', format: 'summary', ...signed }];
    case 'reasoning.encrypted':
      return filled(detail.data) === undefined ? [] : [{ kind: 'hidden', encrypted: true, field: source }];
    case 'reasoning.server_tool_call':
      return [
        {
          kind: 'server_call',
          name: text(detail.tool_name) ?? type,
          arguments: detail.arguments,
          result: detail.result,
        },
      ];
    default:
      return [{ kind: 'reasoning', source, block, text: text(detail.text) ?? '', format: 'details', ...signed }];
  }
}

/** LiteLLM before Anthropic: the same text as `reasoning_content`, with the borders and redactions of the blocks. */
function blockPieces(block: JsonRecord): ThinkingPiece[] {
  const source = 'thinking_blocks';
  if (block.type === 'redacted_thinking') return [{ kind: 'redacted', source, block: filled(block.data) ?? '' }];
  const signature = filled(block.signature);
  const signed = signature === undefined ? {} : { signature };
  return [{ kind: 'reasoning', source, block: '', text: text(block.thinking) ?? '', format: 'parsed', ...signed }];
}

/** Only strings count: on unknown hosts `reasoning` may be an object. */
function stringPieces(message: JsonRecord): ThinkingPiece[] {
  const names = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking', 'thought'] as const;
  // Qwen with `thinking_display: summarized` sends the thinking itself encrypted beside its summary.
  const format = filled(message.encrypted_content) === undefined ? 'parsed' : 'summary';
  return names.flatMap((source): ThinkingPiece[] => {
    const value = text(message[source]);
    return value === undefined || value === '' ? [] : [{ kind: 'reasoning', source, block: '', text: value, format }];
  });
}

/** Mistral's thinking chunks (strings or lists of text and references), Databricks' reasoning chunks. */
function contentPieces(chunk: JsonRecord): ThinkingPiece[] {
  const source = 'content';
  if (chunk.type === 'thinking') {
    const thinking = text(chunk.thinking) ?? joined(chunk.thinking);
    return [{ kind: 'reasoning', source, block: '', text: thinking, format: 'parsed' }];
  }
  if (chunk.type === 'reasoning') {
    return [{ kind: 'reasoning', source, block: '', text: joined(chunk.summary), format: 'summary' }];
  }
  return [];
}

function joined(chunks: unknown): string {
  return records(chunks)
    .map((chunk) => text(chunk.text) ?? '')
    .join('');
}

/** Signs without text: Copilot's opaque blob, Qwen's encrypted thinking, Gemini's signature on message or call. */
function opaquePieces(message: JsonRecord): ThinkingPiece[] {
  const pieces: ThinkingPiece[] = [];
  for (const field of ['reasoning_opaque', 'encrypted_content']) {
    if (filled(message[field]) !== undefined) pieces.push({ kind: 'hidden', encrypted: true, field });
  }
  if ([message, ...records(message.tool_calls)].some(hasThoughtSignature)) {
    pieces.push({ kind: 'hidden', encrypted: false, field: 'thought_signature' });
  }
  return pieces;
}

function hasThoughtSignature(holder: JsonRecord): boolean {
  const google = record(record(holder.extra_content).google);
  const specific = record(holder.provider_specific_fields);
  const single = google.thought_signature ?? specific.thought_signature ?? holder.thoughtSignature;
  return (
    filled(single) !== undefined ||
    (Array.isArray(specific.thought_signatures) && specific.thought_signatures.length > 0)
  );
}

/** What one source said in the whole message, in order of its first appearance. */
export interface SourceText {
  source: ReasoningSource;
  text: string;
  /** Number of the delta with its first text that is not blank. */
  firstAt: number;
}

/**
 * The source to believe: the best of those that spoke first, unless a better one repeats all of it from the start (a mirror that began
 * later). undefined when none has text.
 */
export function chooseSource(said: readonly SourceText[]): ReasoningSource | undefined {
  const ranked = said
    .filter((candidate) => candidate.text.trim() !== '')
    .sort((left, right) => SOURCES.indexOf(left.source) - SOURCES.indexOf(right.source));
  const earliest = Math.min(...ranked.map((candidate) => candidate.firstAt));
  const first = ranked.find((candidate) => candidate.firstAt === earliest);
  if (!first) return undefined;
  const better = ranked.slice(0, ranked.indexOf(first)).find((candidate) => candidate.text.startsWith(first.text));
  return (better ?? first).source;
}
