/**
 * Fills span rows with the content that log records report. Step of write-batch.ts, under the same lock, after it is
 * decided which row describes which calls. A record may arrive before its span, after it or with it. When one of them
 * is already stored, its row is changed, and the sums by the difference. A batch runs no query when it has no such
 * records and no stored record describes its spans (docs/decisions/0020).
 */
import { added, difference, NO_TOTALS } from './add-totals.ts';
import type { BatchTotals } from './batch-totals.ts';
import { borrow, giveBack, type Borrowed, type Told } from './borrow.ts';
import type { TransactionSql } from './connect.ts';
import { describesCalls, keysOf, type Decided } from './duplicates.ts';
import type { RowChange } from './row-change.ts';
import { toJson } from './json-rows.ts';
import { callsPaidBy } from './lent-thinking.ts';
import { traceKey, type LockedTraces } from './lock-traces.ts';
import type { TraceKey } from './row-keys.ts';
import type { LentThinking, SpanRecord, StorableSpan } from './span-record.ts';
import { storedSpans, type SpanKey, type StoredSpan } from './stored-spans.ts';
import { CHANGE_CALLS, CHANGE_SPANS, FIND_RECORDS } from './write-statements.ts';

export type Filled<Span extends StorableSpan> = Decided<Span> & Partial<Borrowed>;

/** A log record, stored or in the batch, and the span that it describes. */
type TellingRecord = TraceKey & Told & { attachedTo: string; isStored: boolean };
/** Log records by the span that they describe. */
type Records = ReadonlyMap<string, readonly TellingRecord[]>;

interface Batch<Span extends StorableSpan> {
  fresh: readonly Decided<Span>[];
  /** The changes that take-back.ts has made. */
  changes: readonly RowChange[];
}

export interface Lent<Span extends StorableSpan> {
  /** The spans of the batch, ready to store. */
  spans: readonly Filled<Span>[];
  /** Changes to totals and rollups from rows that were already stored. */
  moved: BatchTotals;
}

/**
 * Matches spans and log records of the same trace. `fresh`: spans and records of the batch, as decided by duplicates.ts
 * and join-twins.ts; `changes`: what join-twins.ts changed in stored rows. Resolves to the same spans, filled in from
 * the records, and to the changes of the sums that stored rows cause.
 */
export async function lend<Span extends StorableSpan>(
  sql: TransactionSql,
  { fresh, changes }: Batch<Span>,
  traces: LockedTraces,
): Promise<Lent<Span>> {
  const ours = fresh.flatMap(recordOf);
  const awaited = fresh.filter((span) => span.hasRecords && isBorrower(span));
  const silenced = changes.filter(({ isSilenced, attachedTo }) => isSilenced && attachedTo !== null);
  if (ours.length + awaited.length + silenced.length === 0) return { spans: fresh, moved: NO_TOTALS };
  const found = await storedRecords(sql, awaited, traces);
  const records: Records = Map.groupBy([...ours, ...found], (record) => keyOf(record, record.attachedTo));
  const spans = fresh.map((span): Filled<Span> => (isBorrower(span) ? borrow(span, toldOf(span, records)) : span));
  const others = await changeStored(sql, { spans, ours, silenced, records }, traces);
  const payers = payersOf([...spans.filter(isBorrower), ...others.borrowers], records);
  const paid = spans.map((span) => {
    const payer = payers.get(keyOf(span, span.span.spanId));
    return payer ? { ...span, calls: callsPaidBy(payer.span, span.calls, payer.teller.lends) } : span;
  });
  const moved = await payStored(sql, [...payers.values()], traces);
  return { spans: paid, moved: added(others.moved, moved, 1) };
}

const isBorrower = ({ span, attachedTo }: StorableSpan): boolean =>
  span.kind === 'generation' && attachedTo === undefined;

const keyOf = (trace: TraceKey, spanId: string): string => `${traceKey(trace)}/${spanId}`;

const toldOf = (row: TraceKey & { span: SpanRecord }, records: Records): readonly TellingRecord[] =>
  records.get(keyOf(row, row.span.spanId)) ?? [];

function recordOf(stored: Decided<StorableSpan>): TellingRecord[] {
  const { projectId, traceId, attachedTo, span } = stored;
  const lends = describesCalls(stored) ? (stored.lends ?? null) : null;
  if (attachedTo === undefined || (lends === null && span.inputPreview === null)) return [];
  const { spanId, startedAt, inputPreview, outputPreview } = span;
  return [{ projectId, traceId, spanId, attachedTo, startedAt, lends, inputPreview, outputPreview, isStored: false }];
}

type RecordRow = Omit<TellingRecord, 'lends' | 'isStored'> & { lends: string | null; describes: boolean };

async function storedRecords(
  sql: TransactionSql,
  spans: readonly StorableSpan[],
  traces: LockedTraces,
): Promise<TellingRecord[]> {
  if (spans.length === 0) return [];
  const wanted = spans.flatMap((span) =>
    keysOf(span).map((responseId) => ({ ...rowOf(span, span.span.spanId, traces), responseId })),
  );
  const rows = await sql.unsafe<RecordRow[]>(FIND_RECORDS, [toJson(wanted), spans[0]!.projectId], { prepare: true });
  return rows.map(({ lends, describes, ...row }) => ({
    ...row,
    lends: describes && lends !== null ? (JSON.parse(lends) as LentThinking) : null,
    isStored: true,
  }));
}

interface Waiting {
  spans: readonly StorableSpan[];
  ours: readonly TellingRecord[];
  /** Stored records that no longer describe calls. */
  silenced: readonly RowChange[];
  records: Records;
}

/** Changes the rows that were stored before their record arrived, or before the record stopped describing calls. */
async function changeStored(
  sql: TransactionSql,
  { spans, ours, silenced, records }: Waiting,
  traces: LockedTraces,
): Promise<{ borrowers: readonly StoredSpan[]; moved: BatchTotals }> {
  const isFresh = new Set(spans.map((span) => keyOf(span, span.span.spanId)));
  const told = [...ours, ...silenced].flatMap(({ attachedTo, ...record }) =>
    attachedTo === null || isFresh.has(keyOf(record, attachedTo)) ? [] : [rowOf(record, attachedTo, traces)],
  );
  const keys = distinct(told.filter((row) => !traces.get(traceKey(row))!.isNew));
  if (keys.length === 0) return { borrowers: [], moved: NO_TOTALS };
  const before = (await storedSpans(sql, keys)).filter(isBorrower);
  const isGone = new Set(silenced.map((record) => keyOf(record, record.spanId)));
  const after = before.map((stored) => {
    const row = { ...stored, isBare: !describesCalls(stored) };
    const own = row.toldBy !== null && isGone.has(keyOf(row, row.toldBy)) ? giveBack(row) : row;
    return borrow(own, toldOf(row, records));
  });
  const rows = after.map((row) => ({ ...rowOf(row, row.span.spanId, traces), ...row.span, ...borrowedOf(row) }));
  await sql.unsafe(CHANGE_SPANS, [toJson(rows), keys[0]!.projectId], { prepare: true });
  return { borrowers: after, moved: difference(after, before) };
}

const borrowedOf = ({ toldBy, askedAt }: Borrowed): Borrowed => ({ toldBy, askedAt });

interface Payer {
  /** Has the tokens and costs. */
  span: SpanRecord;
  /** Describes the calls. */
  teller: TellingRecord & { lends: LentThinking };
}

/** The charged spans, by the record that describes their calls. */
function payersOf(rows: readonly (TraceKey & { span: SpanRecord })[], records: Records): Map<string, Payer> {
  return new Map(
    rows.flatMap((row) => {
      const teller = toldOf(row, records).find((record): record is Payer['teller'] => record.lends !== null);
      return teller ? [[keyOf(teller, teller.spanId), { span: row.span, teller }]] : [];
    }),
  );
}

/** Charges the calls of records that were stored before their span arrived with its tokens and costs. */
async function payStored(sql: TransactionSql, payers: readonly Payer[], traces: LockedTraces): Promise<BatchTotals> {
  const ofStored = new Map(
    payers.filter(({ teller }) => teller.isStored).map((payer) => [keyOf(payer.teller, payer.teller.spanId), payer]),
  );
  if (ofStored.size === 0) return NO_TOTALS;
  const keys = [...ofStored.values()].map(({ teller }) => rowOf(teller, teller.spanId, traces));
  const before = await storedSpans(sql, keys);
  const after = before.map((stored) => {
    const { span, teller } = ofStored.get(keyOf(stored, stored.span.spanId))!;
    return { ...stored, calls: callsPaidBy(span, stored.calls, teller.lends) };
  });
  const rows = after.flatMap((stored) =>
    stored.calls.map((call) => ({ ...rowOf(stored, stored.span.spanId, traces), ...call })),
  );
  await sql.unsafe(CHANGE_CALLS, [toJson(rows), keys[0]!.projectId], { prepare: true });
  return difference(after, before);
}

function rowOf({ projectId, traceId }: TraceKey, spanId: string, traces: LockedTraces): SpanKey {
  return { projectId, traceId, spanId, day: traces.get(traceKey({ projectId, traceId }))!.day };
}

const distinct = (keys: readonly SpanKey[]): SpanKey[] => [
  ...new Map(keys.map((key) => [keyOf(key, key.spanId), key])).values(),
];
