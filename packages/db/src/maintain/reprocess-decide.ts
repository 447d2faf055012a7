/**
 * Repeats the decisions of the write path across spans for spans that are reprocessed (reprocess.ts): with the steps of
 * write-batch.ts, over a whole trace at once, so that they need no queries.
 *
 * Which of several duplicates counts depends on the order of arrival, which is not stored. So the decision stays as
 * long as everything it was based on is read as before. Only otherwise is it made again.
 */
import type { TransactionSql } from '../postgres/connect.ts';
import { countRuns, type Counted } from '../write/count-runs.ts';
import {
  asHistory,
  decideDuplicates,
  describesCalls,
  hasTokens,
  responseIdOf,
  type Decided,
} from '../write/duplicates.ts';
import { mergeDuplicates } from '../write/merge-duplicates.ts';
import { fillCosts } from '../write/fill-costs.ts';
import { fillFromLogRecords } from '../write/fill-from-log-records.ts';
import { BLANK_FACTS, type StorableSpan } from '@subtext/trace';
import { traceKey, type LockedTraces } from '../write/lock-traces.ts';
import { groupsOf, isCostRecord, type Groups, type SpanReadAgain } from './reprocess-groups.ts';
import type { StoredRow } from '../write/stored-rows.ts';

export interface Settled {
  row: StoredRow;
  after: Counted<StorableSpan>;
  /** The row does not change, except for whose usage counts (run-figures.ts). */
  isKept: boolean;
  /** Why the row is kept although it can be read. */
  reason?: string;
}

const NOT_DECIDED = 'which spans of its trace count would have to be decided anew, and not all of them can be read';
const OF_UNREAD = 'another span of the same call cannot be read';

/** `spans`: all spans of one trace. */
export async function settle(sql: TransactionSql, spans: readonly SpanReadAgain[]): Promise<Settled[]> {
  const { projectId, traceId, day } = spans[0]!.row.key;
  const traces: LockedTraces = new Map([
    [traceKey({ projectId, traceId }), { day, isNew: true, spanCount: 0, runsCounted: 0, instrumentations: [] }],
  ]);
  const groups = groupsOf(spans);
  const readable = spans.filter((span) => groups.get(span)!.every(({ fresh }) => fresh !== undefined)) as Readable[];
  const isAnew = hasOtherMarks(readable, groups);
  const isWhole = readable.length === spans.length;
  const read = new Set<SpanReadAgain>(isAnew && !isWhole ? [] : readable);
  const decided =
    isAnew && isWhole
      ? await decideAnew(sql, readable, traces)
      : [...read].map((span) => asDecided(span as Readable, groups));
  const { spans: costed } = await fillCosts(sql, decided, traces);
  const { spans: filled } = await fillFromLogRecords(sql, { fresh: costed, changes: [] }, traces);
  const kept = spans.filter((span) => !read.has(span)).map(({ row }) => storedSpan(row));
  const { spans: counted } = await countRuns(sql, [...filled, ...kept.map(asFilled)], traces);
  const spanOf = new Map(spans.map((span) => [span.row.key.spanId, span]));
  return counted.map((after) => {
    const span = spanOf.get(after.span.spanId)!;
    const isKept = !read.has(span);
    const reason = isAnew ? NOT_DECIDED : OF_UNREAD;
    return { row: span.row, after, isKept, ...(isKept && span.fresh && { reason }) };
  });
}

type Readable = SpanReadAgain & { fresh: StorableSpan };
const describes = ({ row }: SpanReadAgain): boolean =>
  row.calls.some(({ describedBy }) => describedBy === 'generation');

/**
 * True when a value that the decision was based on (duplicates.ts, duplicate-groups.ts) is read differently than
 * before.
 */
function hasOtherMarks(spans: readonly Readable[], groups: Groups): boolean {
  const scopes = new Set(
    spans
      .flatMap(({ row, fresh }) => [row.span, fresh.span])
      .flatMap((span) => (span.kind === 'generation' ? [span.scope] : [])),
  );
  return spans.some(
    (span) =>
      hasOtherNames(span) || hasOtherCalls(span, groups.get(span)!) || (scopes.size > 1 && hasOtherFigures(span)),
  );
}

function hasOtherNames({ row, fresh }: Readable): boolean {
  const isGeneration = (kind: string) => kind === 'generation';
  return (
    isGeneration(row.span.kind) !== isGeneration(fresh.span.kind) ||
    (row.decided.responseId !== responseIdOf(fresh) && !isCostRecord(fresh)) ||
    hasTokens(row.span) !== hasTokens(fresh.span) ||
    (fresh.attachedTo !== undefined && fresh.attachedTo !== row.decided.duplicateOf)
  );
}

function hasOtherCalls(span: Readable, group: readonly SpanReadAgain[]): boolean {
  if (describes(span)) return !describesCalls(span.fresh);
  return describesCalls(span.fresh) && !group.some(describes);
}

function hasOtherFigures(span: Readable): boolean {
  const { row, fresh } = span;
  if (COMPARED.some((name) => row.span[name] !== fresh.span[name])) return true;
  // When another row describes the calls, not all of this row's calls are stored.
  return describes(span) && callIdsOf(row) !== callIdsOf(fresh);
}

/** The columns that decide whether spans are one call, besides the ids of their calls (duplicate-groups.ts). */
const COMPARED = [
  'requestModel',
  'responseModel',
  'inputTokens',
  'outputTokens',
  'outputPreview',
  'parentSpanId',
  'scope',
  'startedAt',
  'durationNs',
] as const;

const callIdsOf = ({ calls }: Pick<StorableSpan, 'calls'>): string =>
  calls
    .flatMap(({ describedBy, callId }) => (describedBy === 'generation' ? [callId ?? ''] : []))
    .sort()
    .join('\0');

/**
 * Records that describe calls come before the spans they describe; then the spans that count, so that they count again.
 */
function decisionRank(span: Readable): number {
  if (span.fresh.attachedTo !== undefined) return describes(span) ? 0 : 3;
  return span.row.decided.duplicateOf === null ? 1 : describes(span) ? 2 : 3;
}

async function decideAnew(
  sql: TransactionSql,
  spans: readonly Readable[],
  traces: LockedTraces,
): Promise<Decided<StorableSpan>[]> {
  const unseen = spans.toSorted((left, right) => decisionRank(left) - decisionRank(right)).map(({ fresh }) => fresh);
  const { spans: decided } = await decideDuplicates(sql, unseen, traces);
  return (await mergeDuplicates(sql, { unseen, decided }, traces)).spans;
}

function asDecided(span: Readable, groups: Groups): Decided<StorableSpan> {
  const { row, fresh } = span;
  const isSilenced = describesCalls(fresh) && !describes(span) && groups.get(span)!.some(describes);
  const calls = isSilenced ? silenced(row, fresh) : fresh.calls;
  const details = { isBare: !describesCalls(fresh), hasRecords: false, reportedCost: null };
  return { ...fresh, calls, duplicateOf: row.decided.duplicateOf, ...details };
}

/**
 * Keeps the earlier decision: calls of a duplicate join those of the row that describes them, and calls of a log record
 * that came second do not (duplicates.ts).
 */
function silenced({ calls }: StoredRow, fresh: StorableSpan): StorableSpan['calls'] {
  const others = fresh.calls.filter(({ describedBy }) => describedBy !== 'generation');
  return others.length === calls.length ? others : fresh.calls.flatMap(asHistory);
}

/** Returns a row as the write path had it. */
export function storedSpan({
  key: { projectId, traceId },
  span,
  decided,
  calls,
  price,
}: StoredRow): Counted<StorableSpan> {
  const { duplicateOf, toldBy, askedAt, usageSource } = decided;
  const rest = { isBare: calls.length === 0, hasRecords: false, reportedCost: null };
  return {
    ...{ projectId, traceId, span, calls, price, trace: { ...BLANK_FACTS, endedAt: span.startedAt }, body: '' },
    ...{ duplicateOf, toldBy, askedAt, usageSource },
    ...rest,
  };
}

/** Drops the usage source, which is decided again. */
const asFilled = ({ usageSource: _usageSource, ...span }: Counted<StorableSpan>) => span;
