/**
 * What large-reads.ts reads, by name: values, which are sent back whole, and documents, which are sent piece by piece.
 */
import {
  compareArguments,
  jsonKey,
  spanColumns,
  spanPayload,
  traceFind,
  type CallArguments,
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
} from '../trace/conversation/conversation.ts';
import type { ConversationChoices } from '../trace/conversation/conversation-input.ts';
import { oneStepAsMarkdown, openExport, traceAsJson, traceAsMarkdown } from '../trace/steps/export.ts';
import { cutsOfSpan, type Lack } from '../trace/generations/lacks.ts';
import { contextText, type ContextTextAddress } from '../trace/conversation/context-text.ts';
import { modelContext, type ModelContext } from '../trace/conversation/model-context.ts';

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
 * `<span id>:<index>` of a call; the names of its arguments, sorted (null = no JSON object, or too long to parse); a
 * number that is equal where the arguments are equal as JSON, or as text where they are too long to parse.
 */
export type ArgumentsOfCall = [key: string, names: string[] | null, value: number];

/** Inputs and values of `VALUES`, by name. */
export interface ValueReads {
  skeleton: { input: SkeletonInput; value: Skeleton };
  /** JSON of ArgumentsOfCall[]. */
  comparison: { input: null; value: string };
  found: { input: FindInput; value: CallKey[] };
  /** undefined when the trace has no such step. */
  stepMarkdown: { input: { number: number }; value: string | undefined };
  /** A piece of a span as it was sent; undefined when the span has no payload. */
  payload: { input: PayloadPiece; value: { text: string; totalCharacters: number } | undefined };
  cuts: { input: { spanId: string }; value: Lack[] };
  /** undefined when the span is no generation. */
  seen: { input: { spanId: string; offset: number }; value: ModelContext | undefined };
  seenText: { input: ContextTextAddress; value: { text: string; totalCharacters: number } | null };
  /** undefined when the span is no generation. */
  conversation: { input: ConversationChoices; value: ConversationPreview | undefined };
}

/** Values that are read from payloads; the work depends on the size of the payloads. */
export const OF_PAYLOADS: ReadonlySet<keyof ValueReads> = new Set([
  'payload',
  'cuts',
  'seen',
  'seenText',
  'conversation',
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
  found: async (sql, key, input) => [...(await traceFind(sql, key, input))],
  stepMarkdown: (sql, key, { number }) => oneStepAsMarkdown(sql, key, number),
  payload: spanPayload,
  cuts: (sql, key, { spanId }) => cutsOfSpan(sql, key, spanId),
  seen: modelContext,
  seenText: contextText,
  conversation: previewConversation,
};

/** A whole trace, or the conversation up to one of its generations. */
export type DocumentRequest =
  { name: 'json' | 'markdown' } | { name: 'conversation'; choices: ConversationChoices; as: 'json' | 'curl' };

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

/** As many call descriptions as the page of a trace loads. */
const MAX_CALLS = 300_000;
const MAX_NAMES = 50;

async function readComparison(sql: Sql, key: TraceKey): Promise<string> {
  return JSON.stringify((await compareArguments(sql, key, MAX_CALLS)).map(describe));
}

function describe({ spanId, index, arguments: text, digest }: CallArguments): ArgumentsOfCall {
  const value = digest === null ? parsed(text) : undefined;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const names = isObject ? Object.keys(value).sort().slice(0, MAX_NAMES) : null;
  return [`${spanId}:${index}`, names, jsonKey(digest ?? text)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
