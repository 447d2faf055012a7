/**
 * Mistral's conversations: a list of entries, whole or streamed, to parts (providers.md §9; `@mistralai/mistralai`
 * 2.7.0).
 */
import type { Message } from '../../parts/message.ts';
import type { ModelResponse } from '../../parts/model-response.ts';
import { usageOfMistralConversation } from '../../usage/normalise-usage.ts';
import { withCutThought } from '../cut-thought.ts';
import {
  filled,
  finite,
  isRecord,
  label,
  record,
  records,
  text,
  withoutUndefined,
  type JsonRecord,
} from '../../json/json.ts';
import { entryParts, type Entry } from './mistral-entries.ts';
import { contentParts, textsOf } from '../request-messages.ts';
import { wireError, type WireError } from '../wire-error.ts';
import type { Conversation, ReadOptions, RequestSettings, WireFormat } from '../wire-format.ts';
import { CONVERSATIONS_PATH } from '../model-paths.ts';

export const MISTRAL_CONVERSATIONS: WireFormat = {
  api: 'mistral.conversations',
  path: CONVERSATIONS_PATH,
  isBody: (body) =>
    body.object === 'conversation.response' || (Array.isArray(body.outputs) && 'conversation_id' in body),
  isEvent: (event) =>
    /^(?:conversation\.response|message\.output|function\.call|tool\.execution)\./.test(text(event.type) ?? ''),
  readBody: readConversationBody,
  readEvents: readConversationEvents,
  isRequest: (body, path) =>
    (typeof body.inputs === 'string' || Array.isArray(body.inputs)) &&
    (CONVERSATIONS_PATH.test(path ?? '') || hasOwnField(body)),
  conversation,
  settings,
};

function readConversationBody(body: JsonRecord, options: ReadOptions): ModelResponse {
  const entries = records(body.outputs).map((content): Entry => ({ content, closed: true }));
  return toResponse({ entries, usage: body.usage, conversationId: body.conversation_id, ended: true }, options);
}

interface EntryInProgress extends Entry {
  index: number;
  chunks: unknown[];
}

interface Answer {
  entries: Entry[];
  conversationId?: unknown;
  usage?: unknown;
  error?: WireError;
  ended: boolean;
}

function readConversationEvents(events: readonly JsonRecord[], options: ReadOptions): ModelResponse {
  const answer: Answer = { entries: [], ended: false };
  const byKey = new Map<string, EntryInProgress>();
  for (const event of events) {
    const type = text(event.type) ?? '';
    if (type === 'conversation.response.started') answer.conversationId = event.conversation_id;
    else if (type === 'conversation.response.done') Object.assign(answer, { usage: event.usage, ended: true });
    else if (type === 'conversation.response.error')
      answer.error = wireError({ code: event.code, message: event.message });
    else takeEntryEvent(byKey, type, event);
  }
  const inOrder = [...byKey.values()].sort((left, right) => left.index - right.index);
  return toResponse({ ...answer, entries: inOrder }, options);
}

/** An event belongs to the entry with its index and id; entries are built in the shape of a whole body. */
function takeEntryEvent(byKey: Map<string, EntryInProgress>, type: string, event: JsonRecord): void {
  const [, entryType, stage] =
    /^(message\.output|function\.call|tool\.execution|agent\.handoff)\.(\w+)$/.exec(type) ?? [];
  if (entryType === undefined) return;
  const key = [entryType, label(event.output_index), label(event.id), label(event.tool_call_id)].join('/');
  const { type: _type, output_index: index, content, arguments: input, ...described } = event;
  const entry = byKey.get(key) ?? openEntry(entryType, finite(index) ?? byKey.size);
  byKey.set(key, entry);
  entry.content = { ...entry.content, ...described };
  if (content !== undefined) for (const chunk of chunksOf(content)) entry.chunks.push(chunk);
  if (typeof input === 'string') entry.content.arguments = (text(entry.content.arguments) ?? '') + input;
  else if (isRecord(input)) entry.content.arguments = input;
  if (stage === 'done') entry.closed = true;
}

function openEntry(type: string, index: number): EntryInProgress {
  const chunks: unknown[] = [];
  // Only a message has content; the events append to its list.
  return { content: type === 'message.output' ? { type, content: chunks } : { type }, closed: false, index, chunks };
}

function chunksOf(content: unknown): unknown[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : [content].flat();
}

function toResponse(answer: Answer, options: ReadOptions): ModelResponse {
  const incomplete = options.incomplete === true || answer.error !== undefined || !answer.ended;
  const isOpen = answer.entries.at(-1)?.closed === false;
  const parts = withCutThought(entryParts(answer.entries, incomplete), { broken: incomplete && isOpen, limit: false });
  const model = filled(answer.entries.find(({ content }) => filled(content.model) !== undefined)?.content.model);
  const usage = usageOfMistralConversation(answer.usage);
  const conversationId = filled(answer.conversationId);
  return {
    api: 'mistral.conversations',
    choices: [{ index: 0, parts }],
    incomplete,
    ...(model !== undefined && { model }),
    ...(conversationId !== undefined && { conversationId }),
    ...(usage && { usage }),
    ...(answer.error && { error: answer.error }),
  };
}

function hasOwnField(body: JsonRecord): boolean {
  return isRecord(body.completion_args) || 'agent_id' in body || 'handoff_execution' in body;
}

function conversation(body: JsonRecord): Conversation {
  const { inputs } = body;
  const entries = typeof inputs === 'string' ? [{ role: 'user', content: inputs }] : records(inputs);
  return { system: textsOf(body.instructions), messages: entries.map(messageOf) };
}

function messageOf(entry: JsonRecord): Message {
  const callId = filled(entry.tool_call_id);
  if (entry.type === 'function.result' && callId !== undefined) {
    return { role: 'tool', parts: [{ kind: 'tool_result', callId, result: entry.result }] };
  }
  const role = filled(entry.role) ?? (entry.type === 'message.input' ? 'user' : 'assistant');
  if (role !== 'assistant') return { role, parts: contentParts(entry.content) };
  const content = entry.type === undefined ? { ...entry, type: 'message.output' } : entry;
  return { role, parts: entryParts([{ content, closed: true }], false) };
}

/** The path names the conversation that a request continues. */
function settings(body: JsonRecord, path: string | undefined): Partial<RequestSettings> {
  const completion = record(body.completion_args);
  return withoutUndefined({
    maxTokens: finite(completion.max_tokens),
    temperature: finite(completion.temperature),
    reasoningEffort: filled(completion.reasoning_effort),
    conversationId: filled(CONVERSATIONS_PATH.exec(path ?? '')?.[1]),
  });
}
