/**
 * What large-reads.ts reads, by name: values, which are sent back whole, and documents, which are sent piece by piece.
 */
import {
  compareArguments,
  jsonKey,
  spanColumns,
  traceFind,
  type CallArguments,
  type CallKey,
  type ShownTexts,
  type Sql,
  type TraceKey,
} from '@subtext/db';
import type { Shows } from '../../lib/share.ts';
import { encodeSpans } from '../../lib/skeleton.ts';
import { sharedCalls, sharedSpans } from '../share-filter.ts';
import { oneStepAsMarkdown, openExport, traceAsJson, traceAsMarkdown } from '../trace/export.ts';

export interface Skeleton {
  rows: string;
  spans: number;
  /**
   * Spans of the trace; more than `spans` where it is longer than what is read of it, or where some were stored
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
 * number that is equal where the arguments are equal as JSON.
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
}

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
};

export type DocumentName = 'json' | 'markdown';

/** @throws Error when there is no such trace (any more). */
export async function* readDocument(sql: Sql, key: TraceKey, name: DocumentName): AsyncGenerator<string> {
  const trace = await openExport(sql, key);
  if (!trace) throw new Error(`Trace ${key.traceId} was deleted before it could be read.`);
  yield* name === 'json' ? traceAsJson(sql, key, trace) : traceAsMarkdown(sql, key, trace);
}

export async function readSkeleton(sql: Sql, key: TraceKey, input: SkeletonInput): Promise<Skeleton> {
  const { mostSpans, opening, shows } = input;
  const { spans, stored, calls: reading } = await spanColumns(sql, key, mostSpans);
  const encode = encodeSpans(shows ? sharedSpans(spans, shows) : spans);
  const calls = await reading;
  // Spans that are not read may begin with the same digits.
  const capped = spans.length >= mostSpans && stored > spans.length;
  const rows = encode(shows ? sharedCalls(calls, shows) : calls, { wholeUntil: capped ? Infinity : opening });
  return { rows, spans: spans.length, stored, capped };
}

/** As many call descriptions as the page of a trace loads. */
const MOST_CALLS = 300_000;
const MOST_NAMES = 50;

async function readComparison(sql: Sql, key: TraceKey): Promise<string> {
  return JSON.stringify((await compareArguments(sql, key, MOST_CALLS)).map(describe));
}

function describe({ spanId, index, arguments: text, cut }: CallArguments): ArgumentsOfCall {
  const value = cut ? undefined : parsed(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const names = isObject ? Object.keys(value).sort().slice(0, MOST_NAMES) : null;
  return [`${spanId}:${index}`, names, jsonKey(text)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
