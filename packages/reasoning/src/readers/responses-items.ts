/** One output item of the OpenAI Responses API to parts (providers.md §2.1, §2.3). Second half of openai-responses.ts; also reads history. */
import type { Part, ReasoningFormat, ToolCallPart, ToolType } from '../part.ts';
import { filled, isCutJson, isRecord, parseArguments, record, records, text, type JsonRecord } from './json.ts';

export interface ItemContext {
  /** Distinguishes the blocks of one item from those of its neighbours. */
  key: string;
  /** The response broke off, so what does not parse was cut. */
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
  if (isCall(type)) return [callPart(item, type, context), ...ownResultParts(item, type)];
  return [{ kind: 'other', providerType: type }];
}

function isCall(type: string): boolean {
  return (
    type.endsWith('_call') || type === 'mcp_approval_request' || type === 'program' || type.startsWith('openrouter:')
  );
}

/** `content` (raw) wins over `summary`; some hosts write the same text to both, so never both. */
function reasoningParts(item: JsonRecord, key: string): Part[] {
  const raw = textBlocks(item.content, `${key}/c`, { format: 'parsed', field: 'content' });
  if (raw.length > 0) return raw;
  const summary = textBlocks(item.summary, `${key}/s`, { format: 'summary', field: 'summary' });
  if (summary.length > 0) return summary;
  const encrypted = filled(item.encrypted_content) !== undefined;
  return [{ kind: 'hidden', key, encrypted, format: 'summary', field: encrypted ? 'encrypted_content' : 'summary' }];
}

function textBlocks(source: unknown, prefix: string, how: { format: ReasoningFormat; field: string }): Part[] {
  return records(source).flatMap((block, index): Part[] => {
    const blockText = filled(block.text);
    return blockText === undefined ? [] : [{ kind: 'reasoning', key: `${prefix}${index}`, text: blockText, ...how }];
  });
}

/** The content parts of one message are one text; a refusal is kept apart. In history, content may be a plain string. */
function messageParts(item: JsonRecord, key: string): Part[] {
  if (typeof item.content === 'string') return [{ kind: 'text', key, text: item.content }];
  return records(item.content).map((part): Part => {
    if (part.type === 'refusal')
      return { kind: 'text', key: `${key}/refusal`, text: text(part.refusal) ?? '', refusal: true };
    const content = text(part.text);
    return content === undefined
      ? { kind: 'other', providerType: text(part.type) ?? '' }
      : { kind: 'text', key, text: content };
  });
}

function outputParts(item: JsonRecord, type: string, context: ItemContext): Part[] {
  const callId = filled(item.call_id) ?? context.previousCallId;
  if (callId === undefined) return [{ kind: 'other', providerType: type }];
  const failed = item.status === 'failed' || item.is_error === true;
  const result = item.output ?? item.result ?? item.tools;
  return [{ kind: 'tool_result', callId, result, ...(failed && { isError: true }) }];
}

/** Fields that may hold the result inside the call's own item. The image of `image_generation_call` is dropped: base64 of megabytes. */
const OWN_RESULT = new Map([
  ['mcp_call', 'output'],
  ['code_interpreter_call', 'outputs'],
  ['file_search_call', 'results'],
]);

function ownResultParts(item: JsonRecord, type: string): Part[] {
  const callId = filled(item.call_id) ?? filled(item.id);
  const field = OWN_RESULT.get(type);
  if (callId === undefined || field === undefined) return [];
  const failed = item.error !== undefined && item.error !== null;
  const result = failed ? item.error : item[field];
  if (result === undefined || result === null) return [];
  return [{ kind: 'tool_result', callId, result, ...(failed && { isError: true }) }];
}

function callPart(item: JsonRecord, type: string, context: ItemContext): ToolCallPart {
  const id = filled(item.call_id) ?? filled(item.id);
  const caller = record(item.caller);
  const parentId = caller.type === 'program' ? filled(caller.caller_id) : undefined;
  const namespace = filled(item.namespace);
  const name = filled(item.name) ?? type;
  const source = argumentSource(item, type);
  // A custom tool takes free text, which tells nothing about being whole.
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
  };
}

/** Where the arguments are, per item type; the convention of the recordings for items that have no `arguments` field. */
function argumentSource(item: JsonRecord, type: string): unknown {
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
      // Not `container_id`: where the code runs is no choice of the model.
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
