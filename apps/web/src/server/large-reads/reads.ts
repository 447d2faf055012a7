/**
 * What large-reads.ts reads, by name: values, which are sent back whole, and documents, which are sent piece by piece.
 */
import {
  compareCalls,
  spanColumns,
  spanPayload,
  traceFind,
  type CallKey,
  type PayloadPiece,
  type ShownTexts,
  type Sql,
  type TraceKey,
} from '@subtext/db';
import type { Shows } from '../../lib/traces/share.ts';
import { encodeSpans } from '../../lib/skeleton/skeleton.ts';
import { sharedCalls, sharedSpans } from '../share/share-filter.ts';
import {
  previewConversation,
  writeConversation,
  type ConversationPreview,
  type PreviewChoices,
} from '../trace/conversation/conversation.ts';
import { forkSteps, type ForkPage } from '../trace/conversation/fork-steps.ts';
import type { ConversationChoices } from '../trace/conversation/conversation-input.ts';
import { oneStepAsMarkdown, openExport, traceAsJson, traceAsMarkdown } from '../trace/steps/export.ts';
import type { Lack } from '@subtext/conventions';
import { cutsOfSpan } from '@subtext/generations';
import { comparedRequests, requestTexts, type RequestTexts } from '../trace/conversation/compared-requests.ts';
import type { SnippetName } from '../trace/conversation/snippets.ts';
import { contextText, type ContextTextAddress } from '../trace/conversation/context-text.ts';
import { modelContext, type ModelContext } from '../trace/conversation/model-context.ts';
import { answerMedia, mediaBytes, type MediaAddress } from '../trace/conversation/shown-media.ts';

export interface Skeleton {
  rows: string;
  spans: number;
  /**
   * Spans of the trace; more than `spans` if the trace is longer than the part that is read, or if some were stored
   * meanwhile.
   */
  stored: number;
  /** The trace has more spans than are read of it. */
  capped: boolean;
}

export interface SkeletonInput {
  mostSpans: number;
  /** Spans that a page was rendered with: it keeps the short names that it has. */
  opening: number;
  /** What a share link shows; absent = everything. */
  shows?: Shows;
}

export interface FindInput {
  words: string;
  limit: number;
  /** Absent = all texts. */
  among?: ShownTexts;
}

/**
 * What two runs are compared by. Digests are equal for equal texts, `''` = there was none, null = not captured. Kept
 * short, because a long trace has hundreds of thousands of them.
 */
export interface ComparedTrace {
  calls: [
    /** `<span id>:<index>` */
    key: string,
    /** The names of its arguments, sorted; null = no JSON object, or too long to parse. */
    names: string[] | null,
    args: string | null,
    result: string | null,
    thought: string | null,
    message: string | null,
  ][];
  /** What the first model calls were asked. */
  requests: [spanId: string, system: string | null, input: string | null, tools: string | null][];
  /** The trace has more model calls than `requests`. */
  areRequestsCut: boolean;
}

/** Inputs and values of `VALUES`, by name. */
export interface ValueReads {
  skeleton: { input: SkeletonInput; value: Skeleton };
  /** JSON of a ComparedTrace. */
  comparison: { input: Pick<SkeletonInput, 'mostSpans'>; value: string };
  /** undefined when the span is no model call. */
  request: { input: { spanId: string }; value: RequestTexts | undefined };
  found: { input: FindInput; value: CallKey[] };
  /** undefined when the trace has no such step. */
  stepMarkdown: { input: { number: number }; value: string | undefined };
  /** A piece of a span as it was sent; undefined when the span has no payload. */
  payload: { input: PayloadPiece; value: { text: string; totalCharacters: number } | undefined };
  cuts: { input: { spanId: string }; value: Lack[] };
  /** undefined when the span is no generation. */
  seen: { input: { spanId: string; offset: number }; value: ModelContext | undefined };
  seenText: { input: ContextTextAddress; value: { text: string; totalCharacters: number } | null };
  /** By the index of its part in the answer. */
  answerMedia: { input: { spanId: string }; value: Awaited<ReturnType<typeof answerMedia>> };
  mediaBytes: { input: MediaAddress; value: Awaited<ReturnType<typeof mediaBytes>> };
  /** undefined when the span is no generation. */
  conversation: { input: PreviewChoices; value: ConversationPreview | undefined };
  /** undefined when the span is no generation. */
  fork: { input: { spanId: string; from: number }; value: ForkPage | 'too long' | undefined };
}

/** Values that are read from payloads; the work depends on the size of the payloads. */
export const OF_PAYLOADS: ReadonlySet<keyof ValueReads> = new Set([
  'comparison',
  'request',
  'payload',
  'cuts',
  'seen',
  'seenText',
  'answerMedia',
  'mediaBytes',
  'conversation',
  'fork',
]);

type ValueReaders = {
  [Name in keyof ValueReads]: (
    sql: Sql,
    key: TraceKey,
    input: ValueReads[Name]['input'],
  ) => Promise<ValueReads[Name]['value']>;
};

export const VALUES: ValueReaders = {
  skeleton: readSkeleton,
  comparison: readComparison,
  request: (sql, key, { spanId }) => requestTexts(sql, key, spanId),
  found: async (sql, key, input) => [...(await traceFind(sql, key, input))],
  stepMarkdown: (sql, key, { number }) => oneStepAsMarkdown(sql, key, number),
  payload: spanPayload,
  cuts: (sql, key, { spanId }) => cutsOfSpan(sql, key, spanId),
  seen: modelContext,
  seenText: contextText,
  answerMedia,
  mediaBytes,
  conversation: previewConversation,
  fork: forkSteps,
};

/** A whole trace, or the conversation up to one of its generations. */
export type DocumentRequest =
  { name: 'json' | 'markdown' } | { name: 'conversation'; choices: ConversationChoices; as: 'json' | SnippetName };

/** @throws Error when there is no such trace, or no such generation in it (any more). */
export async function* readDocument(sql: Sql, key: TraceKey, document: DocumentRequest): AsyncGenerator<string> {
  if (document.name === 'conversation') {
    yield* await writeConversation(sql, key, document);
    return;
  }
  const trace = await openExport(sql, key);
  if (!trace) throw new Error(`Trace ${key.traceId} was deleted before it could be read.`);
  yield* document.name === 'json' ? traceAsJson(sql, key, trace) : traceAsMarkdown(sql, key, trace);
}

export async function readSkeleton(sql: Sql, key: TraceKey, input: SkeletonInput): Promise<Skeleton> {
  const { mostSpans, opening, shows } = input;
  const { spans, stored, calls: reading } = await spanColumns(sql, key, mostSpans);
  const encode = encodeSpans(shows ? sharedSpans(spans, shows) : spans);
  const calls = await reading;
  // Unread spans may begin with the same digits.
  const capped = spans.length >= mostSpans && stored > spans.length;
  const rows = encode(shows ? sharedCalls(calls, shows) : calls, { wholeUntil: capped ? Infinity : opening });
  return { rows, spans: spans.length, stored, capped };
}

async function readComparison(
  sql: Sql,
  key: TraceKey,
  { mostSpans }: Pick<SkeletonInput, 'mostSpans'>,
): Promise<string> {
  const calls = await compareCalls(sql, key, mostSpans);
  const { requests, isCut } = await comparedRequests(sql, key);
  const compared: ComparedTrace = {
    calls: calls.map(({ spanId, index, ...call }) => [
      `${spanId}:${index}`,
      ...([call.names, call.arguments, call.result, call.thought, call.message] as const),
    ]),
    requests: requests.map(({ spanId, system, input, tools }) => [spanId, system, input, tools]),
    areRequestsCut: isCut,
  };
  return JSON.stringify(compared);
}
