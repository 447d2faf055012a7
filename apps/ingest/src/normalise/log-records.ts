/**
 * Log records → the model of spans, so that the same code stores, prices and reads them. A record belongs to one of
 * four things:
 *
 *   a span (trace and span id)          a row attached to it, in no sum; GenAI events with contents describe its
 *                                       calls, those of a session's tools describe theirs by call id
 *   a trace, but no span                a row attached to itself: kept, in no sum
 *   a session (Codex, Claude Code,      a trace generated for the conversation and turn; model calls and tools are
 *   Gemini CLI, Qwen Code, untraced)    its spans, everything else of a turn is attached to itself
 *   a program without traces            the details event of a model call is the call itself, in a trace generated
 *                                       for its conversation
 *
 * Generated ids are hashes of what was sent, so the same record sent again, in any encoding, is the same row.
 */
import { createHash } from 'node:crypto';
import { firstText, SESSION_RECORDS, type SessionRecords } from '@subtext/conventions';
import { EVENT_CONTENT, GENERAL, GEN_AI, INFERENCE_DETAILS, type AttributedCall } from '@subtext/reasoning';
import { toJsonObject, toJsonValue } from '../otlp/json-value.ts';
import { isId, NO_BYTES, reportedTime, type Attributes, type LogRecord, type Span } from '../otlp/wire.ts';
import { normalise } from './index.ts';
import type { NormalisedSpan } from './model.ts';
import { placeRecord } from './session-logs.ts';

/** undefined when the record belongs to no trace and to no recognized session. */
export function normaliseLog(record: LogRecord, projectId: string): NormalisedSpan | undefined {
  const name = eventNameOf(record);
  const sender = SESSION_RECORDS.find(({ prefix }) => name.startsWith(prefix));
  if (isId(record.traceId)) return ofTrace(record, name, sender);
  if (name === INFERENCE_DETAILS) return ofUntracedCall(record, projectId);
  const session = sender && firstText([record.attributes, record.resource.attributes], [sender.sessionId]);
  if (!sender || session === undefined) return undefined;
  const turn = sender.turnId === undefined ? '' : firstText([record.attributes], [sender.turnId]);
  const traceId = hash(16, [projectId, sender.prefix, session, turn ?? '']);
  return ofSession(record, { name, sender, traceId, isOfTurn: turn !== undefined });
}

/** The event's name from its field, from the older attribute or, for Claude Code, complete only in the body. */
function eventNameOf({ eventName, attributes, body }: LogRecord): string {
  const attribute = firstText([attributes], ['event.name']) ?? '';
  const text = typeof body === 'string' ? body : '';
  return [eventName, attribute, text].find(isKnownEvent) ?? (eventName || attribute);
}

const EVENT_PREFIXES = ['gen_ai.', ...SESSION_RECORDS.map(({ prefix }) => prefix)];

function isKnownEvent(name: string): boolean {
  const prefix = EVENT_PREFIXES.find((start) => name.startsWith(start));
  return prefix !== undefined && /^[\w.]+$/.test(name.slice(prefix.length));
}

/** Generation A: one event per message, with fields of its own; gen-ai-events.ts reads them. */
const MESSAGE_EVENT = /^gen_ai\.((system|user|assistant|tool)\.message|choice|content\.(prompt|completion))$/;

function ofTrace(record: LogRecord, name: string, sender: SessionRecords | undefined): NormalisedSpan {
  const base = spanOf(record, name, record.traceId);
  const log = { record, attachedTo: isId(record.spanId) ? record.spanId : base.spanId };
  const span = { ...base, parentSpanId: log.attachedTo };
  const isMessage = MESSAGE_EVENT.test(name);
  if (sender) return ofTracedSession(sender, span, log);
  if (name !== INFERENCE_DETAILS && !isMessage) return { ...plain(normalise(span)), log };
  const fields = new Map([...fieldsOf(record, isMessage), ...record.attributes]);
  const events = isMessage ? [{ timeUnixNano: span.startTimeUnixNano, name, attributes: fields }] : [];
  // A record that describes a model call is read as one, even when the sender left attributes out.
  const attributes = new Map([...(isMessage ? record.attributes : fields), ['gen_ai.operation.name', 'chat']]);
  return { ...described({ ...span, attributes, events }, log), span };
}

/**
 * A record that describes a model call. Its span has the token counts and reports them in a separate request, so the
 * record is read for both cases, by the code that reads a span with both. The number of tokens makes no difference to
 * the reading.
 */
function described(span: Span, log: NormalisedSpan['log'] & object): NormalisedSpan {
  const normalised = normalise(span);
  const { generation } = normalised;
  const describes = generation && (generation.response.calls.length > 0 || generation.response.trailing !== null);
  if (!describes) return { ...normalised, kind: 'span', log };
  const reading = (tokens: bigint) => {
    if (generation.usage?.reasoning !== undefined) return generation.response;
    const attributes = new Map([...span.attributes, [GEN_AI.reasoningTokens, tokens]]);
    return normalise({ ...span, attributes }).generation?.response ?? generation.response;
  };
  const readings = { thought: reading(SOME_TOKENS), none: reading(0n) };
  return { ...normalised, kind: 'span', log: { ...log, readings } };
}

const SOME_TOKENS = 1_000n;

/**
 * A message event's fields may be JSON text, as Semantic Kernel for Python writes them: like the attribute in the .NET
 * version.
 */
function fieldsOf({ body }: LogRecord, isMessage: boolean): Attributes {
  if (isMessage && typeof body === 'string') return new Map([[EVENT_CONTENT, body]]);
  return body instanceof Map ? body : new Map();
}

/**
 * A session's spans have its token counts; the user's input, tool arguments and results, and the cost of a request may
 * only be in its records. Records belong to the span that was open, and are matched by the call's id.
 */
function ofTracedSession(sender: SessionRecords, span: Span, log: NormalisedSpan['log'] & object): NormalisedSpan {
  const { span: placed, asked } = placeRecord(span, sender, (id) => hash(8, [span.traceId, id]));
  const normalised = normalise(placed);
  const { execution, generation } = normalised;
  const { responseId, usage } = generation ?? {};
  const usd = usage?.providerCostUsd;
  const ending = statusOfSpan(placed);
  return {
    ...plain(normalised),
    span,
    ...(execution && execution.id !== '' && { recoveredCalls: [{ ...execution, ...ending }] }),
    log: {
      ...log,
      ...(asked !== undefined && { asked }),
      ...(responseId !== undefined && usd !== undefined && { bill: { responseId, usd } }),
    },
  };
}

/** Value of a span's status code. */
const ENDED_WELL = 1;
const FAILED = 2;

const statusOfSpan = ({ statusCode }: Span): Pick<AttributedCall, 'status'> =>
  statusCode === FAILED ? { status: 'error' } : statusCode === ENDED_WELL ? { status: 'ok' } : {};

interface Session {
  name: string;
  sender: SessionRecords;
  traceId: Uint8Array;
  isOfTurn: boolean;
}

/** Startup events (loaded plug-ins, settings) are not stored: each would be a trace without any activity. */
function ofSession(record: LogRecord, { name, sender, traceId, isOfTurn }: Session): NormalisedSpan | undefined {
  const base = spanOf(record, name, traceId);
  const { span, attachedTo, asked } = placeRecord(base, sender, (id) => hash(8, [traceId, id]));
  if (attachedTo) return { ...described(span, { record, attachedTo }), span: { ...span, parentSpanId: attachedTo } };
  const normalised = normalise(span);
  const context = { ...normalised.context, agentName: normalised.context.agentName ?? sender.title };
  if (normalised.generation ?? normalised.execution) return { ...normalised, context, log: { record } };
  if (!isOfTurn && asked === undefined) return undefined;
  const log = { record, attachedTo: span.spanId, ...(asked !== undefined && { asked }) };
  return { ...plain(normalised), span: { ...span, parentSpanId: span.spanId }, log };
}

/**
 * SDKs write events even without tracing: then no span has the token counts, and the event is all there is of the call.
 * It is reported at the end, without a start time. Without a conversation each call is a trace.
 */
function ofUntracedCall(record: LogRecord, projectId: string): NormalisedSpan {
  const attributes = new Map([...fieldsOf(record, false), ...record.attributes]);
  const conversation = firstText([attributes, record.resource.attributes], [GEN_AI.conversationId]);
  const call = () => firstText([attributes], [GEN_AI.responseId]) ?? `${record.timeUnixNano}${contentsOf(record)}`;
  const place = conversation === undefined ? ['', call()] : [conversation, ''];
  const base = spanOf(record, INFERENCE_DETAILS, hash(16, [projectId, INFERENCE_DETAILS, ...place]));
  const isFailure = firstText([attributes], [GENERAL.errorType]) !== undefined;
  const span = { ...base, attributes, endTimeUnixNano: 0n, statusCode: isFailure ? FAILED : ENDED_WELL };
  const words = [GEN_AI.operationName, GEN_AI.requestModel].flatMap((key) => firstText([attributes], [key]) ?? []);
  return { ...normalise({ ...span, name: words.join(' ') || base.name }), log: { record } };
}

/** Nothing of it is counted or describes a call. */
function plain({ span, convention, context }: NormalisedSpan): NormalisedSpan {
  return { span, convention, kind: 'span', context };
}

function spanOf(record: LogRecord, name: string, traceId: Uint8Array): Span {
  const ownTime = reportedTime(record);
  const time = ownTime > 0n ? ownTime : record.arrivedUnixNano;
  return {
    traceId,
    // The arrival time is not part of the hash, because it differs each time.
    spanId: hash(8, [traceId, record.spanId, ownTime.toString(), name, contentsOf(record)]),
    parentSpanId: NO_BYTES,
    name: name === '' ? 'log record' : name,
    kind: 0,
    startTimeUnixNano: time,
    endTimeUnixNano: time,
    attributes: record.attributes,
    events: [],
    links: [],
    statusCode: 0,
    statusMessage: '',
    droppedAttributesCount: record.droppedAttributesCount,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
    resource: record.resource,
    scope: record.scope,
  };
}

/** The same for protobuf and JSON. */
function contentsOf({ body, attributes }: LogRecord): string {
  return JSON.stringify([toJsonValue(body), toJsonObject(attributes)]);
}

/** Hashes the parts with their lengths, so that different lists of parts never collide. */
function hash(bytes: number, parts: readonly (string | Uint8Array)[]): Uint8Array {
  const sum = createHash('sha256');
  for (const part of parts) {
    const data = Buffer.from(part);
    sum.update(`${data.length}:`).update(data);
  }
  return sum.digest().subarray(0, bytes);
}
