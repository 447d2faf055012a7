/**
 * One output item of the OpenAI Responses API to parts (providers.md §2.1, §2.3). Second half of openai-responses.ts;
 * also reads history.
 */
import { isApprovalRequest } from '../../parts/call.ts';
import type { Part, ReasoningFormat, Seal, ToolCallPart, ToolType } from '../../parts/part.ts';
import { otherFields, sealOf } from '../../parts/seal.ts';
import { encodeMedia } from '../../media/media-codec.ts';
import { readMedia } from '../../media/read-media.ts';
import { otherPart } from '../request-messages.ts';
import {
  filled,
  isCutJson,
  isRecord,
  list,
  parseArguments,
  record,
  records,
  text,
  type JsonRecord,
} from '../../json/json.ts';

export interface ItemContext {
  /** Distinguishes the blocks of one item from those of its neighbors. */
  key: string;
  /** The response broke off, so an unparsable value was cut. */
  incomplete: boolean;
  /** Id of the call before this item, for outputs that name none (`tool_search_output`). */
  previousCallId?: string;
}

/** Unknown items are kept by name; those that end in `_call` count as calls. */
export function responsesItemParts(item: JsonRecord, context: ItemContext): Part[] {
  const agent = filled(record(item.agent).agent_name);
  const parts = partsOf(item, context);
  return agent === undefined ? parts : parts.map((part) => (isInAgent(part) ? { ...part, agent } : part));
}

function isInAgent(part: Part): part is Exclude<Part, { kind: 'tool_result' | 'other' }> {
  return part.kind !== 'tool_result' && part.kind !== 'other';
}

function partsOf(item: JsonRecord, context: ItemContext): Part[] {
  const type = text(item.type) ?? '';
  if (type === 'reasoning') return reasoningParts(item, context.key);
  if (type === 'message') return messageParts(item, context.key);
  if (type.endsWith('_output')) return outputParts(item, type, context);
  if (type === APPROVAL) return approvalParts(item);
  if (isCall(type)) return [callPart(item, type, context), ...ownResultParts(item, type)];
  return [{ kind: 'other', providerType: type }];
}

const APPROVAL = 'mcp_approval_response';

/**
 * The answer of a user, or their program, to an approval request. When the answer is unknown, the call was not
 * approved.
 */
export function approvalItem(id: string, result: unknown): JsonRecord {
  const { approve, reason } = record(result);
  const answerReason = typeof approve === 'boolean' ? filled(reason) : '[answer not recorded]';
  return {
    type: APPROVAL,
    approval_request_id: id,
    approve: approve === true,
    ...(answerReason !== undefined && { reason: answerReason }),
  };
}

export function isAnswerOfCaller(item: JsonRecord): boolean {
  return item.type === APPROVAL || text(item.type)?.endsWith('_output') === true;
}

function approvalParts(item: JsonRecord): Part[] {
  const callId = filled(item.approval_request_id);
  if (callId === undefined) return [{ kind: 'other', providerType: APPROVAL }];
  const reason = filled(item.reason);
  return [{ kind: 'tool_result', callId, result: { approve: item.approve, ...(reason !== undefined && { reason }) } }];
}

function isCall(type: string): boolean {
  return type.endsWith('_call') || isApprovalRequest(type) || type === 'program' || type.startsWith('openrouter:');
}

/** `content` (raw) wins over `summary`; some hosts write the same text to both, so never both. */
function reasoningParts(item: JsonRecord, key: string): Part[] {
  const data = filled(item.encrypted_content);
  const field = hasText(item.content) ? 'content' : 'summary';
  const seal = sealOf({
    signature: filled(item.signature),
    data,
    itemId: filled(item.id),
    // The other list is sent back unchanged; it repeats the first, or is empty.
    extra: { ...otherFields(item, REASONING_FIELDS), ...notEmpty(item, field === 'content' ? 'summary' : 'content') },
  });
  if (!hasText(item[field])) {
    const encrypted = data !== undefined;
    return [
      {
        kind: 'hidden',
        key,
        encrypted,
        format: 'summary',
        field: encrypted ? 'encrypted_content' : 'summary',
        ...seal,
      },
    ];
  }
  const how =
    field === 'content'
      ? ({ format: 'parsed', field, prefix: `${key}/c` } as const)
      : ({ format: 'summary', field, prefix: `${key}/s` } as const);
  return sealedAsOne(textBlocks(item[field], how), seal);
}

const REASONING_FIELDS = new Set([
  'type',
  'id',
  'status',
  'summary',
  'content',
  'encrypted_content',
  'signature',
  'agent',
]);

function hasText(blocks: unknown): boolean {
  return records(blocks).some((block) => filled(block.text) !== undefined);
}

function notEmpty(item: JsonRecord, name: string): JsonRecord {
  const blocks = list(item[name]);
  return blocks.length > 0 ? { [name]: blocks } : {};
}

/**
 * What belongs to the whole item is on its first part, its id on all: consecutive parts with one id become one item
 * again.
 */
function sealedAsOne<T extends Part>(parts: T[], seal: Seal): T[] {
  const { itemId } = seal;
  return parts.map((part, index) => (index === 0 ? { ...part, ...seal } : { ...part, ...sealOf({ itemId }) }));
}

function textBlocks(source: unknown, how: { format: ReasoningFormat; field: string; prefix: string }): Part[] {
  const { format, field, prefix } = how;
  return records(source).flatMap((block, index): Part[] => {
    const blockText = filled(block.text);
    return blockText === undefined
      ? []
      : [{ kind: 'reasoning', key: `${prefix}${index}`, text: blockText, format, field }];
  });
}

/**
 * The content parts of one message are one text; a refusal is kept separate. In history, content may be a plain string.
 */
function messageParts(item: JsonRecord, key: string): Part[] {
  const phase = filled(item.phase);
  const seal = sealOf({ itemId: filled(item.id), extra: phase === undefined ? {} : { phase } });
  if (typeof item.content === 'string') return [{ kind: 'text', key, text: item.content, ...seal }];
  let remainingSeal = seal;
  return records(item.content).map((part): Part => {
    const content = part.type === 'refusal' ? (text(part.refusal) ?? '') : text(part.text);
    if (content === undefined) return otherPart(part, '');
    const own = remainingSeal;
    remainingSeal = sealOf({ itemId: seal.itemId });
    return part.type === 'refusal'
      ? { kind: 'text', key: `${key}/refusal`, text: content, refusal: true, ...own }
      : { kind: 'text', key, text: content, ...own };
  });
}

function outputParts(item: JsonRecord, type: string, context: ItemContext): Part[] {
  const callId = filled(item.call_id) ?? context.previousCallId;
  if (callId === undefined) return [{ kind: 'other', providerType: type }];
  // `completed` says only that the item is whole: callers also send it with the message of an error.
  const failed = item.status === 'failed' || (typeof item.is_error === 'boolean' ? item.is_error : undefined);
  const result = item.output ?? item.result ?? item.tools;
  return [{ kind: 'tool_result', callId, result, ...(failed !== undefined && { isError: failed }) }];
}

/** Fields that may hold the result inside the call's own item. */
const OWN_RESULT = new Map([
  ['mcp_call', 'output'],
  ['code_interpreter_call', 'outputs'],
  ['file_search_call', 'results'],
]);

function ownResultParts(item: JsonRecord, type: string): Part[] {
  const callId = filled(item.call_id) ?? filled(item.id);
  const field = OWN_RESULT.get(type);
  if (callId !== undefined && type === 'image_generation_call') return imageResult(callId, item);
  if (callId === undefined || field === undefined) return [];
  const failed = item.error !== undefined && item.error !== null;
  const result = failed ? item.error : item[field];
  if (result === undefined || result === null) return [];
  const isOver = failed || item.status === 'failed' || item.status === 'completed';
  return [{ kind: 'tool_result', callId, result, ...(isOver && { isError: item.status !== 'completed' || failed }) }];
}

/** The facts of the image in place of megabytes of base64, and the image itself only where it is small. */
function imageResult(callId: string, { result, output_format: format, status }: JsonRecord): Part[] {
  const media = readMedia('image', { data: result, format });
  if (!media) return [];
  const isOver = status === 'completed' || status === 'failed';
  const image = encodeMedia(media);
  return [{ kind: 'tool_result', callId, result: [image], ...(isOver && { isError: status === 'failed' }) }];
}

function callPart(item: JsonRecord, type: string, context: ItemContext): ToolCallPart {
  const id = filled(item.call_id) ?? filled(item.id);
  const caller = record(item.caller);
  const parentId = caller.type === 'program' ? filled(caller.caller_id) : filled(item.approval_request_id);
  const namespace = filled(item.namespace);
  const name = filled(item.name) ?? type;
  const source = argumentSource(item, type);
  // A custom tool takes free text, which never shows whether it is complete.
  const unparsable = type !== 'custom_tool_call' && isCutJson(source) && source !== '';
  const cut = item.status === 'incomplete' || (context.incomplete && (unparsable || item.status === 'in_progress'));
  return {
    kind: 'tool_call',
    id: id ?? `call_${globalThis.crypto.randomUUID()}`,
    ...(id === undefined && { idGenerated: true }),
    name,
    ...(namespace !== undefined && { namespace }),
    arguments: type === 'custom_tool_call' ? (source ?? '') : parseArguments(source),
    itemType: type,
    type: toolType(item, type),
    ...(parentId !== undefined && { parentId }),
    ...(cut && { incomplete: true }),
    ...callSeal(item, type),
  };
}

/**
 * The item's own id, where the call has another; and fields without a place in a call, such as `container_id` or
 * `server_label`.
 */
function callSeal(item: JsonRecord, type: string): Seal {
  const itemId = filled(item.call_id) === undefined ? undefined : filled(item.id);
  const fields = ARGUMENT_FIELDS.get(type) ?? (item.arguments === undefined ? undefined : []);
  // An item without an argument field: the arguments are all remaining fields.
  if (!fields) return sealOf({ itemId });
  return sealOf({ itemId, extra: otherFields(item, new Set([...CALL_FIELDS, ...fields])) });
}

/** Where the arguments are, for the types that have no field `arguments`. */
const ARGUMENT_FIELDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['custom_tool_call', ['input']],
  ['web_search_call', ['action']],
  ['shell_call', ['action']],
  ['local_shell_call', ['action']],
  ['computer_call', ['action', 'actions']],
  ['file_search_call', ['queries']],
  ['code_interpreter_call', ['code']],
  ['program', ['code']],
  ['apply_patch_call', ['operation']],
]);

/** The arguments by item type. Items without an `arguments` field follow the convention of the recordings. */
function argumentSource(item: JsonRecord, type: string): unknown {
  // xAI writes the arguments of its search and its interpreter like a function's.
  const own = ARGUMENT_FIELDS.get(type) ?? [];
  if (typeof item.arguments === 'string' && own.every((field) => item[field] === undefined)) return item.arguments;
  switch (type) {
    case 'custom_tool_call':
      return item.input;
    case 'web_search_call':
    case 'shell_call':
    case 'local_shell_call':
      return item.action;
    case 'computer_call':
      return item.action ?? { actions: item.actions };
    case 'file_search_call':
      return { queries: item.queries };
    case 'code_interpreter_call':
    case 'program':
      // Without `container_id`: the model does not choose where the code runs.
      return { code: item.code };
    case 'apply_patch_call':
      return item.operation;
    default:
      return 'arguments' in item ? item.arguments : rest(item);
  }
}

const NOT_ARGUMENTS = new Set([
  'type',
  'id',
  'call_id',
  'status',
  'result',
  'results',
  'output',
  'outputs',
  'name',
  'caller',
  'agent',
]);

const CALL_FIELDS: readonly string[] = [...NOT_ARGUMENTS, 'arguments', 'namespace', 'error'];

function rest(item: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(item).filter(([key]) => !NOT_ARGUMENTS.has(key)));
}

const RUN_BY_CALLER = new Set([
  'function_call',
  'custom_tool_call',
  'computer_call',
  'local_shell_call',
  'apply_patch_call',
]);

function toolType(item: JsonRecord, type: string): ToolType {
  if (type.startsWith('mcp_')) return 'mcp';
  if (RUN_BY_CALLER.has(type)) return 'function';
  if (type === 'tool_search_call') return item.execution === 'client' ? 'function' : 'server';
  // A shell of the caller has no environment, or a local one; OpenAI's own runs in a container.
  if (type === 'shell_call')
    return isRecord(item.environment) && item.environment.type !== 'local' ? 'server' : 'function';
  return 'server';
}
