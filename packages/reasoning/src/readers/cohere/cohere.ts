/** Cohere v2 chat, whole or streamed: body to parts (providers.md §9). */
import type { ModelResponse } from '../../parts/model-response.ts';
import { usageOfCohere } from '../../usage/normalise-usage.ts';
import type { Part } from '../../parts/part.ts';
import { openCallBook, takeToolCalls, toolCallPart, type CallInProgress } from '../openai/chat-tool-calls.ts';
import { withCutThought } from '../cut-thought.ts';
import { filled, finite, isRecord, record, records, text, withoutUndefined, type JsonRecord } from '../../json/json.ts';
import { contentParts, INSTRUCTION_ROLES, named, otherPart, plainResult, textsOf } from '../request-messages.ts';
import type { Conversation, ReadOptions, RequestSettings, WireFormat } from '../wire-format.ts';
import { COHERE_PATH } from '../model-paths.ts';

export const COHERE_CHAT: WireFormat = {
  api: 'cohere.chat',
  path: COHERE_PATH,
  isBody: (body) => isRecord(body.message) && isAnswer(body, body.message),
  isEvent: (event) => EVENT.test(text(event.type) ?? ''),
  readBody: readCohereBody,
  readEvents: readCohereEvents,
  isRequest: (body, path) =>
    Array.isArray(body.messages) && (COHERE_CHAT.path.test(path ?? '') || looksLikeCohere(body)),
  conversation,
  settings,
};

const EVENT =
  /^(?:message-start|message-end|content-(?:start|delta|end)|tool-plan-delta|tool-call-(?:start|delta|end))$/;

/** Ollama's body also has a `message`, with a text in it instead of a list. */
function isAnswer(body: JsonRecord, message: JsonRecord): boolean {
  if ('done' in body || 'created_at' in body) return false;
  return Array.isArray(message.content) || Array.isArray(message.tool_calls) || typeof message.tool_plan === 'string';
}

type Block = JsonRecord & { closed?: boolean };

interface Answer {
  /** In the shape of a whole body. */
  blocks: Block[];
  plan: string;
  calls: CallInProgress[];
  id: string | undefined;
  finishReason: string | undefined;
  usage: unknown;
  error: string | undefined;
  ended: boolean;
}

function openAnswer(id: unknown): Answer {
  return {
    blocks: [],
    plan: '',
    calls: [],
    id: filled(id),
    finishReason: undefined,
    usage: undefined,
    error: undefined,
    ended: false,
  };
}

function readCohereBody(body: JsonRecord, options: ReadOptions): ModelResponse {
  const answer = openAnswer(body.id);
  takeMessage(answer, record(body.message));
  takeEnd(answer, body);
  return toResponse(answer, options);
}

function takeMessage(answer: Answer, message: JsonRecord): void {
  answer.blocks = [...records(message.content)];
  answer.plan = text(message.tool_plan) ?? '';
  answer.calls = takeToolCalls(openCallBook(), message);
}

/** The last event's `delta` holds the top-level fields of a whole body. */
function takeEnd(answer: Answer, holder: JsonRecord): void {
  answer.finishReason = filled(holder.finish_reason);
  answer.usage = holder.usage;
  answer.error = filled(holder.error);
  answer.ended = true;
}

function readCohereEvents(events: readonly JsonRecord[], options: ReadOptions): ModelResponse {
  const start = record(events.find((event) => event.type === 'message-start'));
  const answer = openAnswer(start.id);
  const book = openCallBook();
  const openBlocks: GrowingBlocks = { blocks: answer.blocks, byIndex: new Map() };
  for (const event of events) {
    const delta = record(event.delta);
    const message = record(delta.message);
    const index = finite(event.index) ?? 0;
    if (event.type === 'message-end') takeEnd(answer, delta);
    answer.plan += text(message.tool_plan) ?? '';
    if (event.type === 'content-end') closeBlock(openBlocks, index);
    else takeContent(openBlocks, index, record(message.content));
    const call = isRecord(message.tool_calls) ? message.tool_calls : records(message.tool_calls)[0];
    if (call) answer.calls.push(...takeToolCalls(book, { tool_calls: [{ ...call, index }] }));
  }
  return toResponse(answer, options);
}

/** Blocks may reuse an index one after the other: the thought's becomes the text's once the thought is closed. */
interface GrowingBlocks {
  blocks: Block[];
  /** The open block at an index. */
  byIndex: Map<number, Block>;
}

function closeBlock({ byIndex }: GrowingBlocks, index: number): void {
  const block = byIndex.get(index);
  if (block) block.closed = true;
  byIndex.delete(index);
}

function takeContent({ blocks, byIndex }: GrowingBlocks, index: number, piece: JsonRecord): void {
  for (const field of ['text', 'thinking']) {
    const more = text(piece[field]);
    if (more === undefined) continue;
    const existing = byIndex.get(index);
    const block: Block = existing?.type === field ? existing : { type: field, [field]: '' };
    if (block !== existing) blocks.push(block);
    byIndex.set(index, block);
    block[field] = (text(block[field]) ?? '') + more;
  }
}

const CUT_SHORT = new Set(['MAX_TOKENS', 'ERROR', 'TIMEOUT', 'ERROR_LIMIT', 'ERROR_TOXIC']);

function toResponse(answer: Answer, options: ReadOptions): ModelResponse {
  const { id, finishReason, error } = answer;
  const broken = options.incomplete === true || error !== undefined || !answer.ended;
  const limit = CUT_SHORT.has(finishReason ?? '');
  const incomplete = broken || limit;
  const isOpen = answer.blocks.at(-1)?.closed !== true;
  const parts = withCutThought(toParts(answer, incomplete), { broken: broken && isOpen, limit });
  const zeroIsUnknown = parts.some((part) => part.kind === 'reasoning');
  const usage = usageOfCohere(answer.usage, { zeroIsUnknown });
  return {
    api: 'cohere.chat',
    choices: [{ index: 0, parts }],
    incomplete,
    ...(id !== undefined && { id }),
    ...(usage && { usage }),
    ...(finishReason !== undefined && { finishReason }),
    ...(error !== undefined && { error: { message: error } }),
  };
}

/** Thoughts and text, then the plan, then the calls. */
function toParts({ blocks, plan, calls }: Pick<Answer, 'blocks' | 'plan' | 'calls'>, incomplete: boolean): Part[] {
  return [
    ...blocks.flatMap((block, index) => blockPart(String(index), block)),
    ...planParts(plan),
    ...calls.map((call) => toolCallPart(call, { broken: incomplete, isLast: call === calls.at(-1) })),
  ];
}

function blockPart(key: string, block: JsonRecord): Part[] {
  const thought = text(block.thinking);
  if (block.type === 'thinking' && thought !== undefined) {
    return [{ kind: 'reasoning', key, text: thought, format: 'parsed', field: 'thinking' }];
  }
  const blockText = text(block.text);
  if (blockText !== undefined) return [{ kind: 'text', key, text: blockText }];
  return [otherPart(block, 'unknown')];
}

/** A text before calls, beside `thinking` on reasoning models: a preamble. It is sent back in its own field. */
function planParts(plan: string): Part[] {
  return plan === '' ? [] : [{ kind: 'text', key: 'tool_plan', text: plan, extra: { field: 'tool_plan' } }];
}

const OWN_FIELDS = ['documents', 'citation_options', 'safety_mode', 'strict_tools'];

function looksLikeCohere(body: JsonRecord): boolean {
  if (OWN_FIELDS.some((field) => field in body) || 'token_budget' in record(body.thinking)) return true;
  return records(body.messages).some((message) => typeof message.tool_plan === 'string');
}

function conversation(body: JsonRecord): Conversation {
  const all = records(body.messages);
  const instructions = all.filter((message) => INSTRUCTION_ROLES.has(message.role));
  const rest = all.filter((message) => !INSTRUCTION_ROLES.has(message.role));
  return {
    system: instructions.flatMap((message) => textsOf(message.content)),
    messages: rest.map((message) => named(message, messageParts(message))),
  };
}

function messageParts(message: JsonRecord): Part[] {
  const callId = filled(message.tool_call_id);
  if (callId !== undefined) return [{ kind: 'tool_result', callId, result: plainResult(message.content) }];
  if (message.role !== 'assistant') return contentParts(message.content);
  const answer = openAnswer(undefined);
  takeMessage(
    answer,
    typeof message.content === 'string' ? { ...message, content: [{ type: 'text', text: message.content }] } : message,
  );
  return toParts(answer, false);
}

/** A budget is not a reasoning effort; thinking switched off is the effort `none`. */
function settings(body: JsonRecord): Partial<RequestSettings> {
  return withoutUndefined({ reasoningEffort: record(body.thinking).type === 'disabled' ? 'none' : undefined });
}
