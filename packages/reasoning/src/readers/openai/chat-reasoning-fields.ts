/**
 * Every field of a chat message or delta in which some host puts thinking, and which of them to use (providers.md
 * §3.2). Proxies mirror the same text in several fields, so exactly one source is read per choice.
 */
import type { ReasoningFormat, Seal } from '../../parts/part.ts';
import { otherFields, sealOf } from '../../parts/seal.ts';
import { filled, label, record, records, text, type JsonRecord } from '../../json/json.ts';

/**
 * `cot_summary`: Copilot in 2025 and Azure behind it. Its `cot_id` comes after the calls and says nothing about the
 * thought.
 */
const STRING_SOURCES = [
  'reasoning_content',
  'reasoning',
  'reasoning_text',
  'cot_summary',
  'thinking',
  'thought',
] as const;

/** In order of precedence. */
const SOURCES = ['reasoning_details', 'thinking_blocks', ...STRING_SOURCES, 'content'] as const;
export type ReasoningSource = (typeof SOURCES)[number];

/** Text of one block of thinking, as far as one message or delta carries it. */
export interface ReasoningPiece {
  kind: 'reasoning';
  source: ReasoningSource;
  block: string;
  text: string;
  format: ReasoningFormat;
  seal: Seal;
}

/** Thinking without text. */
export type SilentPiece =
  | { kind: 'redacted'; field: ReasoningSource; seal: Seal }
  | { kind: 'hidden'; encrypted: boolean; field: string; seal: Seal };

export interface ServerCallPiece {
  kind: 'server_call';
  /** Equal for all reports of one call; a symbol where the host gives it no key. */
  block: string | symbol;
  name: string;
  arguments: unknown;
  result: unknown;
  seal: Seal;
}

export type ThinkingPiece = ReasoningPiece | SilentPiece | ServerCallPiece;

/** All pieces of a message or delta, best source first; those in its content are separate. */
export function thinkingPieces(message: JsonRecord): ThinkingPiece[] {
  const pieces: ThinkingPiece[] = [];
  // Most deltas of a long stream have none of these fields.
  for (const detail of records(message.reasoning_details)) pieces.push(...detailPieces(detail));
  for (const block of records(message.thinking_blocks)) pieces.push(...blockPieces(block));
  addStringPieces(pieces, message);
  addOpaquePieces(pieces, message);
  return pieces;
}

/** OpenRouter, MiniMax, Snowflake (providers.md §8). Details with the same type and index are one block. */
function detailPieces(detail: JsonRecord): ThinkingPiece[] {
  const type = text(detail.type) ?? '';
  const block = `${type}/${label(detail.index ?? detail.id)}`;
  const source = 'reasoning_details';
  const seal = detailSeal(detail);
  switch (type) {
    case 'reasoning.summary':
      return [{ kind: 'reasoning', source, block, text: text(detail.summary) ?? '', format: 'summary', seal }];
    case 'reasoning.encrypted':
      return seal.data === undefined ? [] : [{ kind: 'hidden', encrypted: true, field: source, seal }];
    case 'reasoning.server_tool_call':
      return [
        {
          kind: 'server_call',
          block: detail.index === undefined && seal.itemId === undefined ? Symbol(type) : block,
          name: text(detail.tool_name) ?? type,
          arguments: detail.arguments,
          result: detail.result,
          seal,
        },
      ];
    default:
      return [{ kind: 'reasoning', source, block, text: text(detail.text) ?? '', format: 'details', seal }];
  }
}

const DETAIL_FIELDS = new Set(['text', 'summary', 'signature', 'data', 'id', 'tool_name', 'arguments', 'result']);

/** Everything in a detail but its text: the list is sent back unmodified and in order. */
function detailSeal(detail: JsonRecord): Seal {
  const { signature, data, id } = detail;
  return sealOf({
    signature: filled(signature),
    data: filled(data),
    itemId: filled(id),
    extra: otherFields(detail, DETAIL_FIELDS),
  });
}

/**
 * LiteLLM in front of Anthropic: the same text as `reasoning_content`, with the borders and redactions of the blocks.
 */
function blockPieces(block: JsonRecord): ThinkingPiece[] {
  const source = 'thinking_blocks';
  const seal = sealOf({ signature: filled(block.signature), data: filled(block.data) });
  if (block.type === 'redacted_thinking') return [{ kind: 'redacted', field: source, seal }];
  return [{ kind: 'reasoning', source, block: '', text: text(block.thinking) ?? '', format: 'parsed', seal }];
}

/** Only strings count: on unknown hosts `reasoning` may be an object. */
function addStringPieces(pieces: ThinkingPiece[], message: JsonRecord): void {
  for (const source of STRING_SOURCES) {
    const value = text(message[source]);
    if (value === undefined || value === '') continue;
    const format = source === 'cot_summary' ? 'summary' : 'parsed';
    pieces.push({ kind: 'reasoning', source, block: '', text: value, format, seal: {} });
  }
}

const CHUNK_FIELDS = new Set(['type', 'thinking', 'signature']);

/** Mistral's thinking chunks (strings or lists of text and references), Databricks' reasoning chunks. */
export function chunkPieces(chunk: JsonRecord): ThinkingPiece[] {
  const source = 'content';
  if (chunk.type === 'thinking') {
    const thinking = text(chunk.thinking) ?? joined(chunk.thinking);
    const seal = sealOf({ signature: filled(chunk.signature), extra: otherFields(chunk, CHUNK_FIELDS) });
    return [{ kind: 'reasoning', source, block: '', text: thinking, format: 'parsed', seal }];
  }
  if (chunk.type === 'reasoning') {
    const signed = records(chunk.summary).findLast((block) => filled(block.signature) !== undefined);
    const seal = sealOf({ signature: filled(signed?.signature) });
    return [{ kind: 'reasoning', source, block: '', text: joined(chunk.summary), format: 'summary', seal }];
  }
  return [];
}

function joined(chunks: unknown): string {
  return records(chunks)
    .map((chunk) => text(chunk.text) ?? '')
    .join('');
}

/**
 * Signs of thinking without text: Copilot's opaque blob, Qwen's encrypted thinking, Gemini's signature on message or
 * call.
 */
function addOpaquePieces(pieces: ThinkingPiece[], message: JsonRecord): void {
  for (const field of OPAQUE_FIELDS) {
    const data = filled(message[field]);
    if (data !== undefined) pieces.push({ kind: 'hidden', encrypted: true, field, seal: { data } });
  }
  const seals = [message, ...records(message.tool_calls)].map(thoughtSignature);
  if (seals.some((seal) => seal !== undefined)) {
    // The signature of a call stays with the call.
    pieces.push({ kind: 'hidden', encrypted: false, field: 'thought_signature', seal: seals[0] ?? {} });
  }
}

const OPAQUE_FIELDS = ['reasoning_opaque', 'encrypted_content'];

/**
 * Gemini's compatible endpoint flags the pieces of a stream that are thoughts (`extra_content.google.thought`), mostly
 * with tags around them (providers.md §5.3). A flag with a signature belongs to the answer: recorded answers carry
 * both.
 */
export function isFlagged(delta: JsonRecord): boolean {
  const google = record(record(delta.extra_content).google);
  return google.thought === true && filled(google.thought_signature) === undefined;
}

/**
 * Gemini's signature in a chat-shaped format, on a message or a call: as `signature` on Google's own endpoint
 * (`extra_content.google.thought_signature`), in its field from LiteLLM or Databricks.
 */
export function thoughtSignature(holder: JsonRecord): Seal | undefined {
  const signature = filled(record(record(holder.extra_content).google).thought_signature);
  if (signature !== undefined) return { signature };
  const specific = record(holder.provider_specific_fields);
  const list = specific.thought_signatures;
  if (filled(specific.thought_signature) !== undefined || (Array.isArray(list) && list.length > 0)) {
    return { extra: { provider_specific_fields: specific } };
  }
  const bare = filled(holder.thoughtSignature);
  return bare === undefined ? undefined : { extra: { thoughtSignature: bare } };
}

/** The text of one source in the whole message, in order of first appearance. */
export interface SourceText {
  source: ReasoningSource;
  text: string;
  /** Number of the first delta with non-blank text. */
  firstAt: number;
}

/**
 * The source to use: the best of those that began first, unless a better one repeats all of it from the start (a mirror
 * that began later). undefined when none has text.
 */
export function chooseSource(sourceTexts: readonly SourceText[]): ReasoningSource | undefined {
  const ranked = sourceTexts
    .filter((candidate) => candidate.text.trim() !== '')
    .sort((left, right) => SOURCES.indexOf(left.source) - SOURCES.indexOf(right.source));
  const earliest = Math.min(...ranked.map((candidate) => candidate.firstAt));
  const first = ranked.find((candidate) => candidate.firstAt === earliest);
  if (!first) return undefined;
  const better = ranked.slice(0, ranked.indexOf(first)).find((candidate) => candidate.text.startsWith(first.text));
  return (better ?? first).source;
}
