/**
 * The outline of a span: what is compared to decide which spans are one model call, which of them counts, and whose
 * usage counts. The write path reads outlines of stored spans, and whole rows only of what changes.
 */
import type { SpanKind } from '@subtext/reasoning';
import type { CallRecord, SpanRecord, StorableSpan } from '../rows/span-record.ts';

/** Everything here is as the span reported it, not as it was settled. */
export interface Outline {
  spanId: string;
  parentSpanId: string | null;
  kind: SpanKind;
  name: string;
  /** The instrumentation scope. */
  scope: string | null;
  /** Microseconds since 1970, exact. */
  startedAt: number;
  /** Microseconds; Infinity = the span has no end yet. */
  endedAt: number;
  /** The requested and the reported model. */
  models: readonly (string | null)[];
  responseId: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** The output tokens are a share of a sum that several calls reported together. */
  isOutputApportioned: boolean;
  /** The beginning of the answer. */
  answer: string | null;
  /** Ids of the calls that the span describes; null = it describes none. */
  callIds: readonly (string | null)[] | null;
  /** For the span of a tool: the call that it runs. */
  toolCallId: string | null;
  /** One of these calls has a thought, or a reference to one. */
  hasThoughts: boolean;
  /** For a log record: the span that it describes or belongs to. */
  attachedTo: string | null;
  /** For a log record: it has something for the row of its call, which may be calls, a cost or an input of the user. */
  isFilling: boolean;
  /** The record reports the cost of the call with its response id, and nothing else. */
  isCostRecord: boolean;
}

export function outlineOf({ span, calls, attachedTo, logRecordCost }: StorableSpan): Outline {
  const startedAt = micros(span.startedAt);
  const callIds = describedIds(calls);
  const isCostRecord = logRecordCost !== undefined;
  return {
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    kind: span.kind,
    name: span.name,
    scope: span.scope,
    startedAt,
    endedAt: endOf(startedAt, span.durationNs),
    models: [span.requestModel, span.responseModel],
    responseId: span.responseId,
    inputTokens: span.inputTokens,
    outputTokens: span.outputTokens,
    isOutputApportioned: span.outputSource === 'apportioned',
    answer: span.outputPreview,
    callIds,
    toolCallId: span.kind === 'tool' ? span.callId : null,
    hasThoughts: calls.some(isThought),
    attachedTo: attachedTo ?? null,
    isFilling: attachedTo !== undefined && (callIds !== null || isCostRecord || span.inputPreview !== null),
    isCostRecord,
  };
}

/** Only calls that the response itself requested: executed tools and repeated history describe none. */
function describedIds(calls: readonly CallRecord[]): (string | null)[] | null {
  const described = calls.filter(({ describedBy }) => describedBy === 'generation');
  return described.length === 0 ? null : described.map(({ callId }) => callId);
}

const isThought = ({ describedBy, thoughtCount, reasoningRef }: CallRecord): boolean =>
  describedBy === 'generation' && (thoughtCount > 0 || reasoningRef !== null);

/** A span without an end counts as still running. */
export const endOf = (startedAt: number, durationNs: number | null): number =>
  durationNs === null ? Infinity : startedAt + durationNs / 1_000;

/** Parses ISO 8601 with microseconds, which Date does not support. */
function micros(iso: string): number {
  return Date.parse(`${iso.slice(0, 19)}Z`) * 1_000 + Number(iso.slice(20, 26));
}

/** Model calls. A log record is none: it describes one. */
export const isGeneration = ({ kind, attachedTo }: Pick<Outline, 'kind' | 'attachedTo'>): boolean =>
  kind === 'generation' && attachedTo === null;

export const hasTokens = ({ inputTokens, outputTokens }: Pick<SpanRecord, 'inputTokens' | 'outputTokens'>): boolean =>
  inputTokens !== null || outputTokens !== null;

/** Sorts by start, then by span id, so that no order depends on the order of arrival. */
export const byStart = (left: Outline, right: Outline): number =>
  left.startedAt - right.startedAt || (left.spanId < right.spanId ? -1 : Number(left.spanId > right.spanId));
