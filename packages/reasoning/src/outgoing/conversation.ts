/**
 * Turns a trace into a request: everything that had been said when a step was completed, ready for any provider. Traced
 * generations in, request body out; each assistant turn goes through replay/.
 */
import type { ToolResult } from '../parts/model-request.ts';
import type { ApiName } from '../parts/model-response.ts';
import type { Part, ToolResultPart } from '../parts/part.ts';
import { isRecord, type JsonRecord } from '../json/json.ts';
import { INSTRUCTION_ROLES } from '../readers/request-messages.ts';
import { openCallIds } from './replay/common/calls.ts';
import { callBehind, createOutcomes, type ThoughtOutcomes, type ThoughtFate } from './replay/thought-outcomes.ts';
import { TARGET_FORMATS } from './replay/formats/index.ts';
import { historyOf, outputOf, resultsOf, type Entry, type TracedGeneration } from './replay/history.ts';
import { writeTurn } from './replay/index.ts';
import { openNotes, unreadable } from './replay/notes.ts';
import { orElse } from './common/or-else.ts';
import { sealsFor } from './replay/common/provider.ts';
import { readTools } from './replay/common/tools.ts';
import type {
  AnsweredCall,
  Note,
  Origin,
  ReplayNote,
  ReplayTarget,
  TargetFormat,
  ToolDefinition,
} from './replay/common/types.ts';

/** A thought, by its block or by the call it led to. */
export type ThoughtReference = { step: number; key: string } | { callId: string };

/** Which step of a trace to ask again, for which target, and with which of its thoughts. */
export interface ConversationOptions {
  target: Origin;
  /** Number of the generation, from 1; by default the last. */
  step?: number;
  /**
   * false: only what the request of the step contained, to ask it again. By default its answer and the results of its
   * calls are included.
   */
  withAnswer?: boolean;
  /** By default only the thinking that the target refuses to go without is included. */
  includeReasoning?: boolean;
  /** Thoughts to include wherever the target accepts them, and thoughts to leave out even where it wants them. */
  pin?: readonly ThoughtReference[];
  skip?: readonly ThoughtReference[];
}

/** A request that continues from a step, in the format of its target. Add settings and send it. */
export interface ConversationRequest {
  api: ApiName;
  /**
   * Messages, system prompt, tools and, where it belongs in the body, the model: the whole request except its settings.
   */
  body: JsonRecord;
  /** The messages of the body, for callers that need only these. */
  messages: JsonRecord[];
  notes: ReplayNote[];
  /** The thoughts of all turns in order, each with what happened to it. */
  thoughts: ThoughtFate[];
}

/** `generations` in the order of the trace. Never throws; a step that does not exist gives an empty conversation. */
export function conversation(
  generations: readonly TracedGeneration[],
  options: ConversationOptions,
): ConversationRequest {
  return orElse(
    () => conversationAt(generations, options),
    () => ({
      api: orElse(
        () => options.target.api,
        () => 'openai.chat',
      ),
      body: {},
      messages: [],
      notes: [unreadable('the trace or the target cannot be read')],
      thoughts: [],
    }),
  );
}

function conversationAt(generations: readonly TracedGeneration[], options: ConversationOptions): ConversationRequest {
  const step = options.step ?? generations.length;
  const index = Number.isInteger(step) ? step - 1 : -1;
  const { note, notes } = openNotes();
  const history = historyOf(generations, index);
  const answer = options.withAnswer === false || !generations[index] ? [] : [outputOf(generations, index)];
  const entries = [...history, ...answer];
  const target: ReplayTarget = { ...options.target, includeReasoning: options.includeReasoning ?? false };
  const format = TARGET_FORMATS[target.api];
  const { outcomes, record } = createOutcomes();
  const written = writeEntries(entries, { generations, options, target, format, note, record });
  const messages = bridged(merged(written, format), format, note);
  const generation = generations[index];
  const system = [...(generation?.system ?? []), ...instructionsIn(entries)];
  const declared = declaredTools(generation, target, note);
  const tools = [...declared.tools, ...undeclared(entries, declared, { format, note })];
  const body = format.request({ target, system, messages, tools, ownTools: declared.ownTools });
  return { api: target.api, body, messages, notes: notes(), thoughts: outcomes };
}

interface Writing {
  generations: readonly TracedGeneration[];
  options: ConversationOptions;
  target: ReplayTarget;
  format: TargetFormat;
  note: Note;
  record: ThoughtOutcomes['record'];
}

function writeEntries(entries: readonly Entry[], writing: Writing): JsonRecord[] {
  const { target, format, note } = writing;
  const ids = openCallIds(format.callId(target));
  const answered = new Set<Part>();
  const lastHuman = entries.findLastIndex(isHuman);
  const messages = entries.flatMap((entry, index): JsonRecord[] => {
    if (entry.role !== 'assistant') return messageFor(entry, writing);
    const recorded = writing.record(entry, (at) => choiceOf(entry, at, writing.options), note);
    const turn = { parts: entry.parts, ...(entry.origin && { origin: entry.origin }) };
    const { messages: written, calls } = writeTurn(turn, { target, ids, inLoop: index > lastHuman, ...recorded });
    let laterResults: ReadonlyMap<string, ToolResult> | undefined;
    const answers = calls.flatMap((call): AnsweredCall[] => {
      const callId = call.call.id;
      const inHistory = findResult(entries, { index, callId, answered });
      if (!inHistory) laterResults ??= resultsOf(writing.generations, entry.generation);
      const result = inHistory ?? laterResults?.get(callId);
      if (result) return [{ ...call, result: result.result, isError: result.isError === true }];
      return missing(call, index === entries.length - 1, note);
    });
    return [...written, ...(answers.length > 0 ? format.results(answers, note) : [])];
  });
  noteOrphans(entries, answered, note);
  return messages;
}

function isHuman({ role, parts }: Entry): boolean {
  return role === 'user' && parts.some((part) => part.kind !== 'tool_result');
}

/** A user's message, or one with an unknown role. */
function messageFor({ role, parts }: Entry, { format, note }: Writing): JsonRecord[] {
  if (INSTRUCTION_ROLES.has(role)) return [];
  const texts = parts.flatMap((part) => (part.kind === 'text' && part.text.trim() !== '' ? [part.text] : []));
  for (const part of parts) {
    if (part.kind === 'other') note('part.left-out', '§15.1', `a block of type ${part.providerType} is not text`);
  }
  return texts.length === 0 ? [] : [format.user(texts)];
}

/** Some senders keep instructions among the messages. */
function instructionsIn(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ role, parts }) =>
    INSTRUCTION_ROLES.has(role) ? parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])) : [],
  );
}

interface ResultQuery {
  index: number;
  callId: string;
  answered: Set<Part>;
}

/** The first unused result after the turn, unless the id appears again in another turn before it. */
function findResult(entries: readonly Entry[], query: ResultQuery): ToolResultPart | undefined {
  const { index, callId } = query;
  const alias = entries[index]?.aliases?.get(callId) ?? callId;
  const found = resultUnder(entries, { ...query, callId: alias });
  return found ?? (alias === callId ? undefined : resultUnder(entries, query));
}

function resultUnder(
  entries: readonly Entry[],
  { index, callId: queriedId, answered }: ResultQuery,
): ToolResultPart | undefined {
  for (let at = index + 1; at < entries.length; at += 1) {
    const { role, parts } = entries[at] as Entry;
    const again = role === 'assistant' && parts.some((part) => part.kind === 'tool_call' && part.id === queriedId);
    if (again) return undefined;
    const found = parts.find((part) => part.kind === 'tool_result' && part.callId === queriedId && !answered.has(part));
    if (found?.kind !== 'tool_result' || role === 'assistant') continue;
    answered.add(found);
    return found;
  }
  return undefined;
}

/** After the last turn the results are still to come; anywhere else the target refuses a call without one. */
function missing(call: Pick<AnsweredCall, 'call' | 'id' | 'own'>, isLast: boolean, note: Note): AnsweredCall[] {
  const { name } = call.call;
  if (isLast) {
    note('result.missing', '§15.5', `add the result of ${name} (${call.id}) before you send this`);
    return [];
  }
  note('result.missing', '§15.5', `the result of ${name} was not recorded; a mark stands in its place`);
  return [{ ...call, result: '[result not recorded]', isError: false }];
}

function noteOrphans(entries: readonly Entry[], answered: ReadonlySet<Part>, note: Note): void {
  for (const { role, parts } of entries) {
    if (role === 'assistant') continue;
    for (const part of parts) {
      if (part.kind !== 'tool_result' || answered.has(part)) continue;
      note('result.orphan', '§15.5', `the result for ${part.callId || part.name || 'an unknown call'} has no call`);
    }
  }
}

function choiceOf(entry: Entry, at: number, { pin, skip }: ConversationOptions): 'pin' | 'skip' | undefined {
  const part = entry.parts[at];
  if (!part || !('key' in part)) return undefined;
  const callId = callBehind(entry.parts, at)?.id;
  const means = (thought: ThoughtReference) =>
    'callId' in thought
      ? callId !== undefined && (thought.callId === callId || thought.callId === entry.aliases?.get(callId))
      : thought.step - 1 === entry.generation && thought.key === part.key;
  if (skip?.some(means)) return 'skip';
  return pin?.some(means) ? 'pin' : undefined;
}

/** Where roles must alternate, neighboring messages of one role become one message. */
function merged(messages: readonly JsonRecord[], { alternates }: TargetFormat): JsonRecord[] {
  if (alternates === undefined) return [...messages];
  const joined: JsonRecord[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    const [before, more] = [last?.[alternates], message[alternates]];
    if (last?.role === message.role && Array.isArray(before) && Array.isArray(more)) {
      joined[joined.length - 1] = { ...last, [alternates]: [...(before as unknown[]), ...(more as unknown[])] };
    } else joined.push(message);
  }
  return joined;
}

function bridged(messages: readonly JsonRecord[], format: TargetFormat, note: Note): JsonRecord[] {
  return messages.flatMap((message, index) => {
    const before = messages[index - 1];
    const bridge = before && format.between?.(before, message);
    if (!bridge) return [message];
    note('order.bridged', '§9', 'a person spoke right behind the results of a call');
    return [bridge, message];
  });
}

interface Declared {
  tools: ToolDefinition[];
  ownTools: JsonRecord[];
  names: Set<string>;
}

/**
 * Definitions already in the target's own format are kept verbatim with all their settings; everything else is
 * translated.
 */
function declaredTools(generation: TracedGeneration | undefined, target: ReplayTarget, note: Note): Declared {
  const declared: Declared = { tools: [], ownTools: [], names: new Set() };
  const { isTool } = TARGET_FORMATS[target.api];
  const own = generation !== undefined && sealsFor(generation.origin, target);
  for (const definition of (generation?.toolDefinitions ?? []).filter(isRecord)) {
    const { tools, providerTools } = readTools([definition]);
    const fresh = tools.filter(({ name }) => !declared.names.has(name));
    for (const { name } of fresh) declared.names.add(name);
    if (own) declared.ownTools.push(...providerTools);
    else for (const tool of providerTools) note('tool.left-out', '§2.3', `${labelOf(tool)} stays with its provider`);
    if (fresh.length > 0 && isTool?.(definition)) declared.ownTools.push(definition);
    else declared.tools.push(...fresh);
  }
  return declared;
}

function labelOf(tool: JsonRecord): string {
  const name = tool.type ?? tool.name ?? Object.keys(tool)[0];
  return typeof name === 'string' ? name : 'a tool';
}

/** Calls of tools without a definition, for targets that refuse those. */
function undeclared(
  entries: readonly Entry[],
  { names }: Declared,
  { format, note }: Pick<Writing, 'format' | 'note'>,
): ToolDefinition[] {
  if (!format.wantsTools) return [];
  const called = entries.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'tool_call' && part.type === 'function' ? [part.name] : [])),
  );
  return [...new Set(called)].flatMap((name) => {
    if (names.has(name) || name === '') return [];
    note('tool.undeclared', '§15.5', `${name} is declared without a schema, since its definition was not recorded`);
    return [{ name }];
  });
}
