/** Thinking that is sent back to its chat host in the field it came in (providers.md §3.2). Half of openai-chat.ts. */
import type { Part } from '../../../parts/part.ts';
import { isRecord, text, type JsonRecord } from '../../../json/json.ts';
import type { ThinkingPart } from '../common/thoughts.ts';

/** All fields but the content. */
export function chatThinkingFields(parts: readonly ThinkingPart[]): JsonRecord {
  const details = parts.filter((part) => part.field === 'reasoning_details').map(detailOf);
  const blocks = parts.filter((part) => part.field === 'thinking_blocks').map(blockOf);
  return {
    ...textFields(parts),
    ...(details.length > 0 && { reasoning_details: details }),
    ...(blocks.length > 0 && { thinking_blocks: blocks }),
    ...opaqueFields(parts),
  };
}

const TEXT_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text', 'cot_summary', 'thinking', 'thought'] as const;

function textFields(parts: readonly ThinkingPart[]): JsonRecord {
  return Object.fromEntries(
    TEXT_FIELDS.flatMap((field): [string, string][] => {
      const fieldTexts = parts.flatMap((part) =>
        part.kind === 'reasoning' && part.field === field ? [part.text] : [],
      );
      return fieldTexts.length === 0 ? [] : [[field, fieldTexts.join('')]];
    }),
  );
}

/** One entry of `reasoning_details`: the seal holds everything but its text. */
function detailOf(part: ThinkingPart): JsonRecord {
  const type = text(part.extra?.type) ?? typeOf(part);
  const textField = part.kind === 'reasoning' ? { [type === 'reasoning.summary' ? 'summary' : 'text']: part.text } : {};
  return {
    ...part.extra,
    type,
    ...(part.itemId !== undefined && { id: part.itemId }),
    ...textField,
    ...(part.data !== undefined && { data: part.data }),
    ...(part.signature !== undefined && { signature: part.signature }),
  };
}

function typeOf(part: ThinkingPart): string {
  if (part.kind !== 'reasoning') return 'reasoning.encrypted';
  return part.format === 'summary' ? 'reasoning.summary' : 'reasoning.text';
}

/** LiteLLM's blocks are Anthropic's. */
function blockOf(part: ThinkingPart): JsonRecord {
  if (part.kind === 'redacted') return { type: 'redacted_thinking', data: part.data };
  const thoughtText = part.kind === 'reasoning' ? part.text : '';
  return {
    type: 'thinking',
    thinking: thoughtText,
    ...(part.signature !== undefined && { signature: part.signature }),
  };
}

/** Copilot's and Qwen's encrypted thinking, and Gemini's signature of a whole message. */
function opaqueFields(parts: readonly ThinkingPart[]): JsonRecord {
  const fields: JsonRecord = {};
  for (const part of parts) {
    if (part.kind !== 'hidden') continue;
    if (part.field === 'reasoning_opaque' || part.field === 'encrypted_content') fields[part.field] = part.data;
    if (part.field !== 'thought_signature') continue;
    Object.assign(fields, signatureFields(part.extra ?? {}));
    if (part.signature !== undefined) fields.extra_content = { google: { thought_signature: part.signature } };
  }
  return fields;
}

/**
 * The content: text, with thinking at the position where it was; chunks where the host sent chunks (Mistral,
 * Databricks).
 */
export function contentWithThinking(parts: readonly Part[]): string | JsonRecord[] {
  const inside = parts.filter(
    (part) => part.kind === 'text' || (part.kind === 'reasoning' && part.field === 'content'),
  );
  const chunked = inside.some((part) => part.kind === 'reasoning' && part.format !== 'think_tags' && !isTagged(part));
  return chunked ? inside.map(chunkOf) : inside.map(taggedText).join('');
}

/** The original tags; when not recorded, those that most models write. */
function taggedText(part: Part): string {
  if (part.kind === 'text') return part.text;
  if (part.kind !== 'reasoning') return '';
  const close = part.incomplete ? '' : '</think>\n\n';
  return (text(part.extra?.open) ?? '<think>') + part.text + (text(part.extra?.close) ?? close);
}

/** A summary between tags lost the tags' format, but its seal still records them. */
function isTagged(part: Part): boolean {
  return part.kind === 'reasoning' && typeof part.extra?.open === 'string';
}

function chunkOf(part: Part): JsonRecord {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  if (part.kind !== 'reasoning') return {};
  const signed = part.signature === undefined ? {} : { signature: part.signature };
  if (part.format === 'summary') {
    return { type: 'reasoning', summary: [{ type: 'summary_text', text: part.text, ...signed }] };
  }
  return { ...part.extra, type: 'thinking', thinking: [{ type: 'text', text: part.text }], ...signed };
}

/** Where LiteLLM and Databricks put Gemini's signature. Nothing else that a host sent with a call is sent back. */
export function signatureFields(extra: JsonRecord): JsonRecord {
  const { provider_specific_fields: specific, thoughtSignature } = extra;
  return {
    ...(isRecord(specific) && { provider_specific_fields: specific }),
    ...(typeof thoughtSignature === 'string' && { thoughtSignature }),
  };
}
