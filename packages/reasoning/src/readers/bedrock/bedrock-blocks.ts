/** Content blocks of Bedrock Converse, whole or built from deltas, to parts. The middle of bedrock-converse.ts. */
import { optionalFlag } from '../../parts/call-status.ts';
import type { Part } from '../../parts/part.ts';
import {
  filled,
  isCutJson,
  isRecord,
  parseArguments,
  record,
  records,
  text,
  type JsonRecord,
} from '../../json/json.ts';
import { otherPart } from '../request-messages.ts';

/** One content block in the shape of a whole body, as far as it arrived. */
export interface Block {
  content: JsonRecord;
  /** Pieces of the JSON text of a call's input. */
  partialInput: string;
  /** Pieces of redacted bytes, each in base64. */
  redacted: string[];
  /** Pieces of a result. */
  results: JsonRecord[];
  closed: boolean;
}

export function openBlock(content: JsonRecord): Block {
  return { content: { ...content }, partialInput: '', redacted: [], results: [], closed: false };
}

export function wholeBlock(content: JsonRecord): Block {
  return { ...openBlock(content), closed: true };
}

/** Adds a delta to the block, so that a streamed block ends up in the shape of a whole one. */
export function takeBlockDelta(block: Block, delta: JsonRecord): void {
  const { content } = block;
  if (typeof delta.text === 'string') content.text = (text(content.text) ?? '') + delta.text;
  if (isRecord(delta.toolUse)) {
    content.toolUse = { ...delta.toolUse, ...record(content.toolUse) };
    block.partialInput += text(delta.toolUse.input) ?? '';
  }
  if (Array.isArray(delta.toolResult)) {
    for (const piece of records(delta.toolResult)) block.results.push(piece);
    content.toolResult = { ...record(content.toolResult), content: block.results };
  }
  if (isRecord(delta.reasoningContent)) takeThought(block, delta.reasoningContent);
  // Citations come as a block of their own between the pieces of a sentence.
  if (isRecord(delta.citation)) content.citationsContent ??= {};
}

function takeThought({ content, redacted }: Block, delta: JsonRecord): void {
  const thought = record(content.reasoningContent);
  const piece = text(delta.redactedContent);
  if (piece !== undefined) redacted.push(piece);
  const { text: thoughtText, signature } = record(thought.reasoningText);
  content.reasoningContent = {
    ...thought,
    reasoningText: {
      text: (text(thoughtText) ?? '') + (text(delta.text) ?? ''),
      signature: (text(signature) ?? '') + (text(delta.signature) ?? ''),
    },
  };
}

/** Each piece is encoded by itself, so padding may appear in the middle. */
function joinedBase64(pieces: readonly string[]): string {
  try {
    return pieces.length === 1
      ? (pieces[0] ?? '')
      : globalThis.btoa(pieces.map((piece) => globalThis.atob(piece)).join(''));
  } catch {
    return pieces.join('');
  }
}

export interface BlockContext {
  format: 'summary' | 'parsed';
  incomplete: boolean;
}

export function blockParts(blocks: readonly Block[], context: BlockContext): Part[] {
  let textKey = '';
  return blocks.flatMap((block, index): Part[] => {
    const blockText = contentText(block.content);
    if (blockText === undefined) {
      textKey = '';
      return partsOf(block, String(index), context);
    }
    // Citations split one sentence into many blocks: a run of neighboring text blocks is one text.
    textKey ||= String(index);
    return [{ kind: 'text', key: textKey, text: blockText }];
  });
}

function contentText(content: JsonRecord): string | undefined {
  if (typeof content.text === 'string') return content.text;
  if (!isRecord(content.citationsContent)) return undefined;
  const pieces = records(content.citationsContent.content);
  return pieces.map((piece) => text(piece.text) ?? '').join('');
}

function partsOf(block: Block, key: string, context: BlockContext): Part[] {
  const { content } = block;
  if (isRecord(content.reasoningContent)) return thoughtParts(content.reasoningContent, { key, block, context });
  if (isRecord(content.toolUse)) return [callPart(content.toolUse, block, context)];
  if (isRecord(content.toolResult)) return resultParts(content.toolResult);
  const [providerType] = Object.keys(content);
  return providerType === undefined ? [] : [otherPart({ ...content, type: providerType }, '')];
}

interface BlockPosition {
  key: string;
  block: Block;
  context: BlockContext;
}

function thoughtParts(thought: JsonRecord, { key, block, context }: BlockPosition): Part[] {
  const { format } = context;
  const field = 'reasoningContent';
  const data = filled(thought.redactedContent) ?? filled(joinedBase64(block.redacted));
  if (data !== undefined) return [{ kind: 'redacted', key, format, field, data }];
  const reasoningText = record(thought.reasoningText);
  const reasoning = text(reasoningText.text) ?? '';
  const signature = filled(reasoningText.signature);
  const signed = signature === undefined ? {} : { signature };
  if (reasoning.trim() !== '') {
    const cut = context.incomplete && !block.closed ? { incomplete: true } : {};
    return [{ kind: 'reasoning', key, text: reasoning, format, field, ...signed, ...cut }];
  }
  // Display omitted: the signature proves the thinking.
  return signature === undefined ? [] : [{ kind: 'hidden', key, encrypted: false, format, field, ...signed }];
}

function callPart(call: JsonRecord, block: Block, context: BlockContext): Part {
  const id = filled(call.toolUseId);
  const source = block.partialInput.trim() === '' ? call.input : block.partialInput;
  const cut = context.incomplete && (!block.closed || isCutJson(source));
  const server = call.type === 'server_tool_use';
  return {
    kind: 'tool_call',
    id: id ?? `call_${globalThis.crypto.randomUUID()}`,
    ...(id === undefined && { idGenerated: true }),
    name: text(call.name) ?? '',
    arguments: parseArguments(source),
    itemType: filled(call.type) ?? 'toolUse',
    type: server ? 'server' : 'function',
    ...(cut && { incomplete: true }),
  };
}

/** Results of server tools are in the answer, those of the caller's tools in the next request. */
function resultParts(result: JsonRecord): Part[] {
  const callId = filled(result.toolUseId);
  if (callId === undefined) return [{ kind: 'other', providerType: 'toolResult' }];
  const flag = typeof result.status === 'string' ? result.status === 'error' : undefined;
  return [{ kind: 'tool_result', callId, result: result.content, ...optionalFlag(flag, result.content) }];
}
