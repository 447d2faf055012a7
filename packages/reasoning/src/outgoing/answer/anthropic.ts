/** An answer of Anthropic Messages. */
import { record, records, text, type JsonRecord } from '../../json/json.ts';
import { toJson } from '../../json/attributes.ts';
import type { Usage } from '../../usage/usage.ts';
import type { AnswerContent, AnswerEvent, AnswerFormat, RecordedAnswer } from './types.ts';

export const ANTHROPIC_ANSWER: AnswerFormat = { body, events };

function body({ turn, answer, own, id, model }: AnswerContent): JsonRecord {
  const explanation = own ? explanationOf(answer) : '';
  const content = records(turn[0]?.content).filter((block) => explanation === '' || block.text !== explanation);
  const ending = content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
  return {
    id,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: (own ? answer.finishReason : undefined) ?? ending,
    stop_sequence: null,
    ...(explanation !== '' && { stop_details: { type: 'refusal', category: null, explanation } }),
    usage: usageFields(answer.usage ?? {}),
  };
}

/** Why a classifier stepped in before anything was written, which is not part of the content. */
function explanationOf({ parts }: RecordedAnswer): string {
  return parts.map((part) => (part.kind === 'text' && part.refusal ? part.text : '')).join('');
}

/** The clients add these figures up, so none may be missing; an input of 0 is read as not reported. */
function usageFields({ input = 0, output = 0, cacheRead = 0, cacheWrite = 0, ...usage }: Usage): JsonRecord {
  const { cacheWriteHour: hour, reasoning } = usage;
  return {
    input_tokens: Math.max(0, input - cacheRead - cacheWrite),
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    ...(hour !== undefined && {
      cache_creation: { ephemeral_5m_input_tokens: cacheWrite - hour, ephemeral_1h_input_tokens: hour },
    }),
    output_tokens: output,
    ...(reasoning !== undefined && { output_tokens_details: { thinking_tokens: reasoning } }),
  };
}

function events(message: JsonRecord): AnswerEvent[] {
  const { content, stop_reason, stop_sequence, stop_details, usage } = message;
  const start = { ...message, content: [], stop_reason: null, stop_details: undefined };
  return [
    named({ type: 'message_start', message: { ...start, usage: { ...record(usage), output_tokens: 0 } } }),
    ...records(content).flatMap((block, index) => [
      named({ type: 'content_block_start', index, content_block: opened(block) }),
      ...deltasOf(block).map((delta) => named({ type: 'content_block_delta', index, delta })),
      named({ type: 'content_block_stop', index }),
    ]),
    named({
      type: 'message_delta',
      delta: { stop_reason, stop_sequence, ...(stop_details !== undefined && { stop_details }) },
      usage,
    }),
    named({ type: 'message_stop' }),
  ];
}

function named(data: JsonRecord): AnswerEvent {
  return { event: String(data.type), data };
}

const CALLS = new Set<unknown>(['tool_use', 'server_tool_use', 'mcp_tool_use']);

/** A block at its start: what comes in deltas is still empty. */
function opened(block: JsonRecord): JsonRecord {
  if (block.type === 'text') return { ...block, text: '' };
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' };
  return CALLS.has(block.type) ? { ...block, input: {} } : block;
}

function deltasOf(block: JsonRecord): JsonRecord[] {
  if (block.type === 'text') return [{ type: 'text_delta', text: block.text }];
  if (CALLS.has(block.type)) return [{ type: 'input_json_delta', partial_json: toJson(block.input) }];
  if (block.type !== 'thinking') return [];
  const signature = text(block.signature);
  return [
    { type: 'thinking_delta', thinking: block.thinking },
    ...(signature === undefined ? [] : [{ type: 'signature_delta', signature }]),
  ];
}
