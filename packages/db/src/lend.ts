/**
 * Contents that came in log records, on the row of their span: step of write-batch.ts, after it is decided which row describes which calls, and
 * under the same lock. The record may come before its span, after it or with it; of whichever is stored already the row is changed, and the
 * sums by the difference. A batch without such records, of spans that no stored record tells of, asks nothing (docs/decisions/0020).
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

/** A log record, stored or of the batch, and the span it tells of. */
type TellingRecord = TraceKey & Told & { attachedTo: string; isStored: boolean };
/** By the span they tell of. */
type Records = ReadonlyMap<string, readonly TellingRecord[]>;

interface Batch<Span extends StorableSpan> {
  fresh: readonly Decided<Span>[];
  /** Which take-back.ts has made. */
  changes: readonly RowChange[];
}

export interface Lent<Span extends StorableSpan> {
  /** Those of the batch, as they are to be stored. */
  spans: readonly Filled<Span>[];
  /** Differences to totals and rollups, of rows that were stored before and are changed now. */
  moved: BatchTotals;
}

/**
 * Lets spans and log records of one trace find each other. `fresh`: spans and records of the batch, as decided by duplicates.ts and join-twins.ts;
 * `changes`: what join-twins.ts has changed in stored rows. Resolves to the same spans, filled with what records tell of them, and to the
 * differences that rows stored before make to the sums.
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
  /** Stored records that describe no calls any more. */
  silenced: readonly RowChange[];
  records: Records;
}

/** The rows that were stored before their record came, or before it fell silent. */
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
  /** Has the figures. */
  span: SpanRecord;
  /** Has the calls. */
  teller: TellingRecord & { lends: LentThinking };
}

/** By the record that describes the calls. */
function payersOf(rows: readonly (TraceKey & { span: SpanRecord })[], records: Records): Map<string, Payer> {
  return new Map(
    rows.flatMap((row) => {
      const teller = toldOf(row, records).find((record): record is Payer['teller'] => record.lends !== null);
      return teller ? [[keyOf(teller, teller.spanId), { span: row.span, teller }]] : [];
    }),
  );
}

/** The calls of records that were stored before their span came with the figures. */
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
