/**
 * Reads the messages that `query()` of Claude's Agent SDK yields, as far as a trace needs them. Copies what it keeps,
 * because the application may change its messages; texts are shared. First stage of the flow for agents.
 */
import { list, record, type JsonRecord } from '@subtext/reasoning';

/** When a message arrived, in Unix milliseconds, and the session that it names. */
interface Arrived {
  at: number;
  sessionId: string | undefined;
}

/** The call that started the sub-agent which the message is from; '' for the main agent. */
interface OfThread {
  thread: string;
}

export interface InitEvent extends Arrived {
  kind: 'init';
  model: string | undefined;
  tools: string[];
  details: Record<string, string>;
}

/** One or more blocks of an answer; the program sends a message for each block. */
export interface AnswerEvent extends Arrived, OfThread {
  kind: 'answer';
  id: string | undefined;
  model: string | undefined;
  content: unknown[];
  /** As it was when the answer began: the output of that moment. */
  usage: JsonRecord;
  stopReason: string | undefined;
  /** The program's own text in place of an answer. */
  error: string | undefined;
  isAborted: boolean;
  agent: string | undefined;
}

/** The end of an answer's stream, for applications that ask for partial messages. */
export interface AnswerEndEvent extends Arrived, OfThread {
  kind: 'answer_end';
  id: string | undefined;
  usage: JsonRecord;
  stopReason: string | undefined;
}

export interface UserEvent extends Arrived, OfThread {
  kind: 'user';
  content: unknown[];
  agent: string | undefined;
  /** What the program reports of a sub-agent that ended. */
  report: AgentReport | undefined;
}

export interface AgentReport {
  /** Its last text. */
  text: string;
  /** The usage of its last answer. */
  usage: JsonRecord;
  model: string | undefined;
}

/** A sub-agent was started. */
export interface TaskEvent extends Arrived {
  kind: 'task';
  callId: string;
  agent: string | undefined;
  prompt: string | undefined;
}

/** The program replaced the history by a summary. */
export interface CompactedEvent extends Arrived {
  kind: 'compacted';
}

/** The end of a turn. */
export interface ResultEvent extends Arrived {
  kind: 'result';
  /** `error_max_turns`, …; undefined when the turn succeeded. */
  error: { type: string; message: string | undefined } | undefined;
  stopReason: string | undefined;
  /** The usage of the main agent in this turn. */
  usage: JsonRecord | undefined;
  /** The usage of each model in this query. */
  modelUsage: Record<string, JsonRecord>;
  /** The same since the previous result, where the program reports it. */
  newModelUsage: Record<string, JsonRecord> | undefined;
  details: Record<string, string>;
}

export type AgentEvent =
  InitEvent | AnswerEvent | AnswerEndEvent | UserEvent | TaskEvent | CompactedEvent | ResultEvent;

/** undefined for messages that a trace does not need. */
export function readMessage(message: unknown, now: number): AgentEvent | undefined {
  const fields = record(message);
  const arrived = { at: now, sessionId: filled(fields.session_id) };
  switch (fields.type) {
    case 'assistant':
      return answerEvent(fields, { ...arrived, at: timeOf(fields, now) });
    case 'user':
      return userEvent(fields, { ...arrived, at: timeOf(fields, now) });
    case 'stream_event':
      return answerEnd(fields, arrived);
    case 'system':
      return systemEvent(fields, arrived);
    case 'result':
      return resultEvent(fields, arrived);
    default:
      return undefined;
  }
}

/** A message of the user, as the application sends it to the program. */
export function readInput(message: unknown): unknown[] {
  return contentOf(record(record(message).message).content);
}

/** An application may take a message long after the program sent it. The clock of another machine is not used. */
const MAX_LATE_MS = 60_000;

function timeOf({ timestamp }: JsonRecord, now: number): number {
  const sent = typeof timestamp === 'string' ? Date.parse(timestamp) : NaN;
  return sent <= now && now - sent < MAX_LATE_MS ? sent : now;
}

function answerEvent(fields: JsonRecord, arrived: Arrived): AnswerEvent {
  const message = record(fields.message);
  const isSynthetic = message.model === '<synthetic>';
  return {
    ...arrived,
    kind: 'answer',
    thread: filled(fields.parent_tool_use_id) ?? '',
    id: filled(message.id),
    model: isSynthetic ? undefined : filled(message.model),
    content: contentOf(message.content),
    usage: copied(record(message.usage)),
    stopReason: filled(message.stop_reason),
    error: filled(fields.error) ?? (isSynthetic ? 'error' : undefined),
    isAborted: fields.aborted === true,
    agent: filled(fields.subagent_type),
  };
}

function userEvent(fields: JsonRecord, arrived: Arrived): UserEvent {
  return {
    ...arrived,
    kind: 'user',
    thread: filled(fields.parent_tool_use_id) ?? '',
    content: contentOf(record(fields.message).content),
    agent: filled(fields.subagent_type),
    report: reportOf(record(fields.tool_use_result)),
  };
}

function reportOf({ status, content, usage, resolvedModel }: JsonRecord): AgentReport | undefined {
  const last = record(list(content).at(-1));
  if (status !== 'completed' || typeof last.text !== 'string') return undefined;
  return { text: last.text, usage: copied(record(usage)), model: filled(resolvedModel) };
}

function answerEnd(fields: JsonRecord, arrived: Arrived): AnswerEndEvent | undefined {
  const event = record(fields.event);
  if (event.type !== 'message_delta') return undefined;
  return {
    ...arrived,
    kind: 'answer_end',
    thread: filled(fields.parent_tool_use_id) ?? '',
    id: filled(fields.api_message_id),
    usage: copied(record(event.usage)),
    stopReason: filled(record(event.delta).stop_reason),
  };
}

function systemEvent(fields: JsonRecord, arrived: Arrived): InitEvent | TaskEvent | CompactedEvent | undefined {
  const { subtype } = fields;
  if (subtype === 'compact_boundary') return { ...arrived, kind: 'compacted' };
  const callId = filled(fields.tool_use_id);
  if (subtype === 'task_started' && callId !== undefined) {
    return { ...arrived, kind: 'task', callId, agent: filled(fields.subagent_type), prompt: filled(fields.prompt) };
  }
  if (subtype !== 'init') return undefined;
  return {
    ...arrived,
    kind: 'init',
    model: filled(fields.model),
    tools: list(fields.tools).filter((tool) => typeof tool === 'string'),
    details: namedTexts({ cwd: fields.cwd, claude_code_version: fields.claude_code_version }),
  };
}

function resultEvent(fields: JsonRecord, arrived: Arrived): ResultEvent {
  const denied = list(fields.permission_denials).flatMap((denial) => filled(record(denial).tool_name) ?? []);
  return {
    ...arrived,
    kind: 'result',
    error: failureOf(fields),
    stopReason: filled(fields.stop_reason),
    usage: typeof fields.usage === 'object' ? copied(record(fields.usage)) : undefined,
    modelUsage: usageByModel(fields.modelUsage),
    newModelUsage: fields.model_usage_since_last_result
      ? usageByModel(fields.model_usage_since_last_result)
      : undefined,
    details: namedTexts({ num_turns: String(fields.num_turns ?? ''), permission_denials: denied.join(', ') }),
  };
}

function failureOf({ subtype, is_error: isError, errors, result }: JsonRecord): ResultEvent['error'] {
  if (subtype === 'success' && isError !== true) return undefined;
  const message = [...list(errors), result].filter((text) => typeof text === 'string' && text !== '').join('\n');
  return { type: subtype === 'success' ? 'error' : String(subtype), message: filled(message) };
}

function usageByModel(value: unknown): Record<string, JsonRecord> {
  return Object.fromEntries(Object.entries(record(value)).map(([model, usage]) => [model, copied(record(usage))]));
}

function namedTexts(values: JsonRecord): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (filled(value) === undefined ? [] : [[name, String(value)]])),
  );
}

function contentOf(content: unknown): unknown[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : copied(list(content));
}

export function filled(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Content is nested a few levels deep; what is deeper is dropped, also because it may contain itself. */
const MAX_DEPTH = 32;

/** Messages are JSON. */
function copied<Value>(value: Value, depth = 0): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return null as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => copied(item, depth + 1)) as Value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, copied(item, depth + 1)])) as Value;
}
