/** OpenAI Responses, whole or streamed, from any host that speaks the format: body to parts (providers.md §2). */
import type { Message } from '../../parts/message.ts';
import type { ModelResponse } from '../../parts/model-response.ts';
import { usageOfResponses } from '../../usage/normalise-usage.ts';
import type { Part } from '../../parts/part.ts';
import { withCutThought } from '../cut-thought.ts';
import { filled, isRecord, label, list, record, records, text, type JsonRecord } from '../../json/json.ts';
import { contentParts, INSTRUCTION_ROLES, textsOf, withPlainResult } from '../request-messages.ts';
import { accumulateItems, type StreamedItem } from './responses-stream.ts';
import { isAnswerOfCaller, responsesItemParts } from './responses-items.ts';
import { wireError, type WireError } from '../wire-error.ts';
import type { Conversation, ReadOptions, RequestSettings, WireFormat } from '../wire-format.ts';
import { RESPONSES_PATH } from '../model-paths.ts';

export const OPENAI_RESPONSES: WireFormat = {
  api: 'openai.responses',
  path: RESPONSES_PATH,
  isBody: (body) => body.object === 'response' || ('status' in body && areItems(body.output)),
  isEvent: (event) => text(event.type)?.startsWith('response.') === true,
  readBody: readResponsesBody,
  readEvents: readResponsesEvents,
  isRequest: (body) =>
    !Array.isArray(body.messages) && ('input' in body || 'previous_response_id' in body || isRecord(body.prompt)),
  conversation,
  settings: itemReferences,
};

/** Hosts of other models also have an output and a status: a list of texts, or of image URLs. */
function areItems(output: unknown): boolean {
  return Array.isArray(output) && output.every((item) => filled(record(item).type) !== undefined);
}

function readResponsesBody(body: JsonRecord, options: ReadOptions): ModelResponse {
  return toResponse(body, records(body.output), { ended: true, options });
}

const TERMINAL = new Set(['response.completed', 'response.incomplete', 'response.failed', 'response.done']);

function readResponsesEvents(events: readonly JsonRecord[], options: ReadOptions): ModelResponse {
  let envelope: JsonRecord = {};
  let terminal: JsonRecord | undefined;
  let failure: JsonRecord | undefined;
  for (const event of events) {
    const type = text(event.type) ?? '';
    const response = record(event.response);
    if (type === 'error') failure = event;
    // `response.done` of xAI repeats the completed event, sometimes with less.
    else if (TERMINAL.has(type)) terminal = { ...response, ...dropNull(terminal ?? {}) };
    else if (type === 'response.created' || type === 'response.in_progress' || type === 'response.queued') {
      envelope = { ...envelope, ...response };
    }
  }
  const items = mergeTerminal(accumulateItems(events), records(terminal?.output));
  const body = { ...envelope, ...dropNull(terminal ?? {}) };
  const error = failure ? { error: failure.error ?? failure } : {};
  return toResponse({ ...body, ...error }, items, { ended: terminal !== undefined, options });
}

function dropNull(source: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== null && value !== undefined));
}

/** A streamed item, and the terminal event's items that belong after it. */
interface Slot {
  item: JsonRecord;
  closed: boolean;
  filled: boolean;
  behind: JsonRecord[];
}

/**
 * The terminal event usually repeats the output, but some hosts leave it out, and OpenRouter sends other ids and
 * another order. So each of its items is matched to a streamed one (by id, else as the next of its type) and completes
 * it; an item without a match goes after its neighbor.
 */
function mergeTerminal(streamed: readonly StreamedItem[], terminal: readonly JsonRecord[]): JsonRecord[] {
  const slots = streamed.map(({ item, closed }): Slot => ({ item, closed, filled: false, behind: [] }));
  // Some hosts restart their ids, so one id stands for several items: they are matched in order.
  const byIdentity = lastFirst(slots, (slot) => identity(slot.item));
  const byType = lastFirst(slots, (slot) => slot.item.type);
  const leading: JsonRecord[] = [];
  let neighbour: Slot | undefined;
  for (const item of terminal) {
    const slot = unfilled(byIdentity.get(identity(item)) ?? []) ?? unfilled(byType.get(item.type) ?? []);
    if (!slot) {
      (neighbour?.behind ?? leading).push(item);
      continue;
    }
    slot.filled = true;
    slot.item = fill(slot.item, item, slot.closed);
    neighbour = slot;
  }
  return [...leading, ...slots.flatMap((slot) => [slot.item, ...slot.behind])];
}

function lastFirst(slots: readonly Slot[], slotKey: (slot: Slot) => unknown): Map<unknown, Slot[]> {
  const found = new Map<unknown, Slot[]>();
  for (const slot of slots.toReversed()) {
    const same = found.get(slotKey(slot));
    if (same) same.push(slot);
    else found.set(slotKey(slot), [slot]);
  }
  return found;
}

/** Type and id, because some hosts give the same id to items of different types. */
function identity(item: JsonRecord): string {
  return `${label(item.type)}/${label(item.call_id ?? item.id)}`;
}

/** The last one that no terminal item has completed yet; completed ones at the end are removed. */
function unfilled(slots: Slot[]): Slot | undefined {
  while (slots.at(-1)?.filled) slots.pop();
  return slots.at(-1);
}

/** Terminal text wins where it is not blank; missing fields stay as streamed. */
function fill(streamed: JsonRecord, terminal: JsonRecord, closed: boolean): JsonRecord {
  const merged: JsonRecord = { ...streamed };
  for (const [key, value] of Object.entries(terminal)) {
    const empty = value === null || value === undefined || value === '' || (Array.isArray(value) && isBlank(value));
    // Encrypted anew in each event; clients send back the one of `output_item.done` (providers.md §2.2).
    if (key === 'encrypted_content' && closed && filled(merged[key]) !== undefined) continue;
    if (!empty || merged[key] === undefined) {
      Object.defineProperty(merged, key, { value, enumerable: true, writable: true, configurable: true });
    }
  }
  return merged;
}

/** No text anywhere in the blocks of `summary` or `content`. */
function isBlank(blocks: readonly unknown[]): boolean {
  return blocks.every(
    (block) => filled(record(block).text) === undefined && filled(record(block).refusal) === undefined,
  );
}

/** Background responses: the output is fetched later, by id. */
const UNFINISHED = new Set(['queued', 'in_progress']);

interface Ending {
  ended: boolean;
  options: ReadOptions;
}

function toResponse(body: JsonRecord, items: readonly JsonRecord[], ending: Ending): ModelResponse {
  const id = filled(body.id);
  const model = filled(body.model);
  const error = errorOf(body);
  const status = filled(body.status);
  const broken = ending.options.incomplete === true || !ending.ended || error !== undefined;
  const incomplete = broken || status === 'incomplete' || status === 'failed' || status === 'cancelled';
  const isOpen = items.at(-1)?.status !== 'completed';
  const read = withCutThought(itemsToParts(items, incomplete), { broken: false, limit: incomplete && isOpen });
  const parts = read.some(({ kind }) => kind === 'reasoning') ? read : [...loneThought(body), ...read];
  const zeroIsUnknown =
    parts.some((part) => part.kind === 'reasoning' && part.format === 'parsed') || echoesSummary(items);
  const usage = usageOfResponses(body.usage, { zeroIsUnknown });
  const finishReason = filled(record(body.incomplete_details).reason) ?? (ending.ended ? status : undefined);
  return {
    api: 'openai.responses',
    choices: [{ index: 0, parts }],
    incomplete,
    ...(id !== undefined && { id }),
    ...(model !== undefined && { model }),
    ...(usage && { usage }),
    ...(finishReason !== undefined && { finishReason }),
    ...(ending.ended && UNFINISHED.has(status ?? '') && { continues: 'again' as const }),
    ...(error && { error }),
  };
}

/** mistral.rs writes the thinking where other hosts repeat the settings of the request. */
function loneThought({ reasoning }: JsonRecord): Part[] {
  const thought = filled(reasoning);
  if (thought === undefined) return [];
  return [{ kind: 'reasoning', key: 'reasoning', text: thought, format: 'parsed', field: 'reasoning' }];
}

/** The items of an output, or of a request's history, as one ordered list. */
function itemsToParts(items: readonly JsonRecord[], incomplete: boolean): Part[] {
  const parts: Part[] = [];
  let previousCallId: string | undefined;
  items.forEach((item, index) => {
    const context = { key: String(index), incomplete, ...(previousCallId !== undefined && { previousCallId }) };
    for (const part of responsesItemParts(item, context)) {
      if (part.kind === 'tool_call') previousCallId = part.id;
      parts.push(part);
    }
  });
  return parts;
}

/**
 * Ollama sends the thinking as summary and again, in plain text, as `encrypted_content`; it reports a constant 0
 * tokens.
 */
function echoesSummary(items: readonly JsonRecord[]): boolean {
  return items.some((item) => {
    const echo = filled(item.encrypted_content);
    return echo !== undefined && list(item.summary).some((block) => record(block).text === echo);
  });
}

/** An error event has `type: error` itself: the code is more specific. */
function errorOf({ error }: JsonRecord): WireError | undefined {
  const empty = ['message', 'code', 'type'].every((field) => filled(label(record(error)[field])) === undefined);
  return empty ? undefined : wireError(error, ['code', 'type']);
}

/** Consecutive items of one side are one message: reasoning, text and calls of the assistant, or outputs of tools. */
function conversation(body: JsonRecord): Conversation {
  const system = textsOf(body.instructions);
  if (typeof body.input === 'string') return { system, messages: [{ role: 'user', parts: contentParts(body.input) }] };
  const messages: Message[] = [];
  let run: { role: string; items: JsonRecord[] } | undefined;
  const close = () => {
    if (run) messages.push({ role: run.role, parts: itemsToParts(run.items, false).map(withPlainResult) });
    run = undefined;
  };
  for (const item of records(body.input)) {
    const role = roleOf(item);
    if (INSTRUCTION_ROLES.has(role)) {
      system.push(...textsOf(item.content));
    } else if (role === 'assistant' || role === 'tool') {
      if (run?.role !== role) close();
      run ??= { role, items: [] };
      // Messages may come without their type.
      run.items.push(item.type === undefined ? { ...item, type: 'message' } : item);
    } else {
      close();
      messages.push({ role, parts: contentParts(item.content) });
    }
  }
  close();
  return { system, messages };
}

/** The type of a reference may be absent. */
function itemReferences({ input }: JsonRecord): Partial<RequestSettings> {
  const references = records(input).filter(
    (item) => item.type === 'item_reference' || Object.keys(item).every((name) => name === 'id'),
  );
  const ids = references.map(({ id }) => filled(id)).filter((id) => id !== undefined);
  return ids.length > 0 ? { itemReferences: ids } : {};
}

function roleOf(item: JsonRecord): string {
  const role = filled(item.role);
  if (role !== undefined) return role;
  return isAnswerOfCaller(item) ? 'tool' : 'assistant';
}
