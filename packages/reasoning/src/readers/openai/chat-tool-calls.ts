/** Tool calls of a chat message, built from deltas with the quirks of compatible hosts (providers.md §3.3). */
import type { Seal, ToolCallPart } from '../../parts/part.ts';
import { thoughtSignature } from './chat-reasoning-fields.ts';
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

export interface CallInProgress {
  id: string | undefined;
  name: string;
  argumentText: string;
  /** Set when a host sends the arguments as a value instead of text. */
  argumentValue: unknown;
  itemType: string;
  /** Gemini's signature. */
  seal: Seal;
  /** It continued after a later call began, so a later call's start does not prove that this one was complete. */
  isInterleaved: boolean;
}

/** The calls of one choice, by the two ways in which deltas identify their call. */
export interface CallBook {
  byIndex: Map<unknown, CallInProgress>;
  byId: Map<string, CallInProgress>;
  latest: CallInProgress | undefined;
}

export function openCallBook(): CallBook {
  return { byIndex: new Map(), byId: new Map(), latest: undefined };
}

/** Applies the calls of one message or delta to the book. Returns the calls seen for the first time, in order. */
export function takeToolCalls(book: CallBook, message: JsonRecord): CallInProgress[] {
  const fresh: CallInProgress[] = [];
  const named = new Set<CallInProgress>();
  for (const delta of callDeltas(book, message)) {
    const isNamed = filled(nameOf(delta)) !== undefined;
    let call = findCall(book, delta);
    // Two names in one message are two calls, even when they share an index or id.
    if (!call || (isNamed && named.has(call))) {
      call = {
        id: undefined,
        name: '',
        argumentText: '',
        argumentValue: undefined,
        itemType: '',
        seal: {},
        isInterleaved: false,
      };
      fresh.push(call);
    } else if (call !== book.latest) call.isInterleaved = true;
    extend(call, delta);
    book.latest = call;
    if (isNamed) named.add(call);
    if (hasIndex(delta)) book.byIndex.set(delta.index, call);
    if (call.id !== undefined) book.byId.set(call.id, call);
  }
  return fresh;
}

/** An index is opaque: it may start anywhere, have gaps, be missing, or be reused with another id. */
function hasIndex(delta: JsonRecord): boolean {
  return delta.index !== undefined && delta.index !== null;
}

/** `function_call` is the deprecated single form; Snowflake fills it, and `custom`, with blank placeholders. */
function callDeltas(book: CallBook, message: JsonRecord): readonly JsonRecord[] {
  const legacy = record(message.function_call);
  const isCall = filled(legacy.name) !== undefined || (book.byIndex.has('function_call') && text(legacy.arguments));
  const deltas = records(message.tool_calls);
  return isCall ? [...deltas, { index: 'function_call', type: 'function_call', function: legacy }] : deltas;
}

function findCall(book: CallBook, delta: JsonRecord): CallInProgress | undefined {
  const id = filled(delta.id);
  if (hasIndex(delta)) {
    const call = book.byIndex.get(delta.index);
    // An index that appears again with another id is another call.
    return id === undefined || call?.id === undefined || call.id === id ? call : undefined;
  }
  if (id !== undefined) return book.byId.get(id);
  return filled(nameOf(delta)) === undefined ? book.latest : undefined;
}

function nameOf(delta: JsonRecord): string | undefined {
  return text(record(delta.function).name) ?? text(record(delta.custom).name);
}

function extend(call: CallInProgress, delta: JsonRecord): void {
  call.id ??= filled(delta.id);
  const custom = isRecord(delta.custom) && filled(record(delta.custom).name) !== undefined;
  call.itemType ||= custom ? 'custom' : (filled(delta.type) ?? '');
  const name = filled(nameOf(delta));
  if (name !== undefined) call.name = joinedName(call.name, name);
  const source = record(delta.function).arguments ?? record(delta.custom).input;
  if (typeof source === 'string') call.argumentText += source;
  else if (source !== undefined && source !== null) call.argumentValue = source;
  call.seal = { ...call.seal, ...thoughtSignature(delta) };
}

/** Hosts repeat the name, send it in pieces, or send a growing prefix. */
function joinedName(nameSoFar: string, piece: string): string {
  if (piece === nameSoFar) return nameSoFar;
  return piece.startsWith(nameSoFar) ? piece : nameSoFar + piece;
}

/** `broken`: the body broke off. */
export function toolCallPart(call: CallInProgress, how: { broken: boolean; isLast: boolean }): ToolCallPart {
  const cut = how.broken && (how.isLast || call.isInterleaved);
  const source = call.argumentValue ?? call.argumentText;
  const whole = call.argumentValue !== undefined || (call.argumentText.trim() !== '' && !isCutJson(call.argumentText));
  return {
    kind: 'tool_call',
    id: call.id ?? `call_${globalThis.crypto.randomUUID()}`,
    ...(call.id === undefined && { idGenerated: true }),
    name: call.name,
    arguments: call.itemType === 'custom' ? source : parseArguments(source),
    itemType: call.itemType || 'function',
    type: 'function',
    ...(cut && !whole && { incomplete: true }),
    ...call.seal,
  };
}

/**
 * Groq's compound systems execute tools themselves and report them without ids (providers.md §9), each index once per
 * stream.
 */
export interface ExecutedTool {
  index: unknown;
  name: string;
  arguments: unknown;
  output: unknown;
  seal: Seal;
}

export function executedTools(message: JsonRecord): ExecutedTool[] {
  return records(message.executed_tools).map((tool, position) => ({
    index: tool.index ?? position,
    name: filled(tool.name) ?? text(tool.type) ?? 'executed_tool',
    arguments: parseArguments(tool.arguments),
    output: tool.output,
    seal: {},
  }));
}
