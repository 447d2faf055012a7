/**
 * Stream events of the OpenAI Responses API to output items, as far as they arrived (providers.md §2.2). First half of
 * openai-responses.ts.
 */
import { filled, isRecord, label, list, record, records, text, type JsonRecord } from '../../json/json.ts';

export interface StreamedItem {
  /** `output_index`: the order of the output, and the only key that is stable on every host. */
  index: number;
  item: JsonRecord;
  /** Its `output_item.done` came. */
  closed: boolean;
}

interface Progress {
  items: Map<number, JsonRecord>;
  indexById: Map<string, number>;
  closedIndexes: Set<number>;
  highest: number;
}

/**
 * Items sorted by output index. `item_id` changes from event to event on some hosts, so it is used only where an event
 * has no index. Items may close in another order than they opened; the closing order means nothing.
 */
export function accumulateItems(events: readonly JsonRecord[]): StreamedItem[] {
  const progress: Progress = { items: new Map(), indexById: new Map(), closedIndexes: new Set(), highest: -1 };
  const { items, indexById, closedIndexes: closedOnes } = progress;
  for (const event of events) {
    if (!touches(event)) continue;
    const ids = idsOf(event);
    const sentIndex = typeof event.output_index === 'number' ? event.output_index : undefined;
    const index = sentIndex ?? positionById(ids, progress) ?? positionByType(event, progress) ?? progress.highest + 1;
    if (index < 0) continue;
    progress.highest = Math.max(progress.highest, index);
    for (const id of ids) indexById.set(id, index);
    if (isDone(event)) closedOnes.add(index);
    items.set(index, applied(items.get(index), event));
  }
  const inOrder = [...items.entries()].sort(([left], [right]) => left - right);
  return inOrder.map(([index, item]) => ({ index, item, closed: closedOnes.has(index) }));
}

function isDone(event: JsonRecord): boolean {
  return event.type === 'response.output_item.done';
}

/** Ids of the item that an event belongs to, and of its call; the output of a call has the call's id, too. */
function idsOf(event: JsonRecord): string[] {
  const { id, type, call_id: callId } = record(event.item);
  const called = filled(callId);
  return [filled(event.item_id) ?? filled(id), called && `${label(type)}/${called}`].flatMap((itemId) => itemId ?? []);
}

function positionById(ids: readonly string[], { indexById }: Progress): number | undefined {
  return ids.map((id) => indexById.get(id)).find((index) => index !== undefined);
}

/** In an answer with more items than this, events without a position are not matched by searching. */
const MAX_SEARCHED = 256;

/**
 * For hosts that send neither indexes nor stable ids. An opening event is a new item; a closing event belongs to the
 * first open item of its type without an id; a text goes to the last open item of its type.
 */
function positionByType(event: JsonRecord, { items, closedIndexes: closedOnes }: Progress): number | undefined {
  if (event.type === 'response.output_item.added' || items.size > MAX_SEARCHED) return undefined;
  const subject = subjectOf(event);
  const type = subject ? subject.target.type : record(event.item).type;
  const ofType = [...items].filter(([, item]) => item.type === type);
  const open = ofType.filter(([index]) => !closedOnes.has(index));
  if (isDone(event)) return open.find(([, item]) => idsOf({ item }).length === 0)?.[0];
  return (subject?.done ? ofType : open).at(-1)?.[0];
}

/** A block inside a list of the item, created when missing. */
interface BlockList {
  name: string;
  index: string;
  blockType: string;
}

/** Where the text of a delta event belongs; the `.done` event has it in a field of the same name. */
interface Target {
  type: string;
  field: string;
  list?: BlockList;
  /** The nested record that holds the text. */
  inside?: 'operation';
}

const SUMMARY = { name: 'summary', index: 'summary_index', blockType: 'summary_text' };
const CONTENT = { name: 'content', index: 'content_index' };
const TARGETS: ReadonlyMap<string, Target> = new Map([
  ['reasoning_summary_text', { type: 'reasoning', field: 'text', list: SUMMARY }],
  ['reasoning_text', { type: 'reasoning', field: 'text', list: { ...CONTENT, blockType: 'reasoning_text' } }],
  ['output_text', { type: 'message', field: 'text', list: { ...CONTENT, blockType: 'output_text' } }],
  ['refusal', { type: 'message', field: 'refusal', list: { ...CONTENT, blockType: 'refusal' } }],
  ['function_call_arguments', { type: 'function_call', field: 'arguments' }],
  ['mcp_call_arguments', { type: 'mcp_call', field: 'arguments' }],
  ['custom_tool_call_input', { type: 'custom_tool_call', field: 'input' }],
  ['code_interpreter_call_code', { type: 'code_interpreter_call', field: 'code' }],
  ['apply_patch_call_operation_diff', { type: 'apply_patch_call', field: 'diff', inside: 'operation' }],
  ['shell_call_command', { type: 'shell_call', field: 'command' }],
]);

/** `response.<subject>.delta` and `.done`. */
function subjectOf(event: JsonRecord): { target: Target; done: boolean } | undefined {
  const match = /^response\.(.+)\.(delta|done)$/.exec(text(event.type) ?? '');
  const target = TARGETS.get(match?.[1] ?? '');
  return target && { target, done: match?.[2] === 'done' };
}

function isItemEvent(event: JsonRecord): boolean {
  return /^response\.output_item\.(?:added|done)$/.test(text(event.type) ?? '') && isRecord(event.item);
}

function touches(event: JsonRecord): boolean {
  return isItemEvent(event) || subjectOf(event) !== undefined;
}

/** Changes the item in place; it and its block lists are copies made here. */
function applied(item: JsonRecord | undefined, event: JsonRecord): JsonRecord {
  if (isItemEvent(event)) {
    const whole = record(event.item);
    return event.type === 'response.output_item.added' ? opened(whole) : closed(item ?? {}, whole);
  }
  const subject = subjectOf(event);
  const changed = item ?? {};
  if (!subject) return changed;
  const { target, done } = subject;
  changed.type ??= target.type;
  changed.status ??= 'in_progress';
  // `.done` carries the whole value; when a backend leaves it blank, the deltas stay.
  const grown = (soFar: string) => (done ? (filled(event[target.field]) ?? soFar) : soFar + (text(event.delta) ?? ''));
  if (target.field === 'command') return withCommand(changed, event, grown);
  const holder = holderOf(changed, target, event);
  holder[target.field] = grown(text(holder[target.field]) ?? '');
  return changed;
}

function holderOf(item: JsonRecord, { list: blockList, inside }: Target, event: JsonRecord): JsonRecord {
  if (blockList) return blockOf(item, blockList, event);
  if (inside === undefined) return item;
  const holder = { ...record(item[inside]) };
  item[inside] = holder;
  return holder;
}

/** The commands of a shell call are a list of texts. */
function withCommand(item: JsonRecord, event: JsonRecord, grown: (soFar: string) => string): JsonRecord {
  const action = record(item.action);
  const commands = [...list(action.commands)];
  const index = blockPosition(commands, event.command_index);
  while (commands.length <= index) commands.push('');
  commands[index] = grown(text(commands[index]) ?? '');
  item.action = { ...action, commands };
  return item;
}

function opened(whole: JsonRecord): JsonRecord {
  const item = { ...whole };
  for (const name of ['summary', 'content']) {
    if (Array.isArray(item[name])) item[name] = records(item[name]).map((block) => ({ ...block }));
  }
  return item;
}

/** More blocks than any item has; a larger index is an attack on memory. */
const MAX_BLOCKS = 10_000;

function blockPosition(blocks: readonly unknown[], sentIndex: unknown): number {
  const usable = typeof sentIndex === 'number' && sentIndex >= 0 && sentIndex < MAX_BLOCKS;
  return usable ? Math.trunc(sentIndex) : Math.max(0, blocks.length - 1);
}

function blockOf(item: JsonRecord, blockList: BlockList, event: JsonRecord): JsonRecord {
  const blocks = list(item[blockList.name]).filter(isRecord);
  const index = blockPosition(blocks, event[blockList.index]);
  while (blocks.length <= index) blocks.push({ type: blockList.blockType });
  item[blockList.name] = blocks;
  return blocks[index] ?? {};
}

/** The closing event has the whole item; when a sparse backend sends blank fields, the deltas stay. */
function closed(streamed: JsonRecord, whole: JsonRecord): JsonRecord {
  const merged: JsonRecord = { ...streamed, ...whole, status: filled(whole.status) ?? 'completed' };
  for (const field of ['summary', 'content']) {
    if (list(whole[field]).length === 0 && list(streamed[field]).length > 0) merged[field] = streamed[field];
  }
  for (const field of ['arguments', 'input', 'code']) {
    const blank = whole[field] === undefined || whole[field] === null || whole[field] === '';
    if (blank && filled(streamed[field]) !== undefined) merged[field] = streamed[field];
  }
  return merged;
}
