/**
 * Fills span rows with the content that log records report. Step of write-batch.ts, under the same lock, after it is
 * decided which row describes which calls. A record may arrive before its span, after it or with it. When one of them
 * is already stored, its row is changed, and the sums by the difference. A batch runs no query when it has no such
 * records and no stored record describes its spans (docs/decisions/0020).
 */
import {
  added,
  difference,
  NO_TOTALS,
  type BatchTotals,
  fillRow,
  restoreRow,
  type FillSources,
  type LogRecordContent,
  chargeCalls,
  type LogRecordThinking,
  type SpanRecord,
  type StorableSpan,
} from '@subtext/trace';
import type { TransactionSql } from '../postgres/connect.ts';
import { describesCalls, responseKeys, type Decided } from './duplicates.ts';
import type { RowChange } from './row-change.ts';
import { toJson } from '../postgres/json-rows.ts';
import { traceKey, type LockedTraces } from './lock-traces.ts';
import type { TraceKey } from '../rows/row-keys.ts';
import { storedSpans, type SpanKey, type StoredSpan } from './stored-spans.ts';
import { CHANGE_CALLS, CHANGE_SPANS, FIND_RECORDS } from './write-statements.ts';

export type Filled<Span extends StorableSpan> = Decided<Span> & Partial<FillSources>;

/** A log record, stored or in the batch, and the span that it describes. */
type LogRecord = TraceKey & LogRecordContent & { attachedTo: string; isStored: boolean };
/** Log records by the span that they describe. */
type Records = ReadonlyMap<string, readonly LogRecord[]>;

interface Batch<Span extends StorableSpan> {
  fresh: readonly Decided<Span>[];
  /** The changes that retract-duplicates.ts has made. */
  changes: readonly RowChange[];
}

export interface FilledBatch<Span extends StorableSpan> {
  /** The spans of the batch, ready to store. */
  spans: readonly Filled<Span>[];
  /** Changes to totals and rollups from rows that were already stored. */
  moved: BatchTotals;
}

/**
 * Matches spans and log records of the same trace. `fresh`: spans and records of the batch, as decided by duplicates.ts
 * and merge-duplicates.ts; `changes`: what merge-duplicates.ts changed in stored rows. Resolves to the same spans,
 * filled in from the records, and to the changes of the sums that stored rows cause.
 */
export async function fillFromLogRecords<Span extends StorableSpan>(
  sql: TransactionSql,
  { fresh, changes }: Batch<Span>,
  traces: LockedTraces,
): Promise<FilledBatch<Span>> {
  const newRecords = fresh.flatMap(recordOf);
  const fillable = fresh.filter((span) => span.hasRecords && isFillable(span));
  const silenced = changes.filter(({ isSilenced, attachedTo }) => isSilenced && attachedTo !== null);
  if (newRecords.length + fillable.length + silenced.length === 0) return { spans: fresh, moved: NO_TOTALS };
  const found = await storedRecords(sql, fillable, traces);
  const records: Records = Map.groupBy([...newRecords, ...found], (record) => spanKey(record, record.attachedTo));
  const spans = fresh.map((span): Filled<Span> => (isFillable(span) ? fillRow(span, recordsOf(span, records)) : span));
  const others = await changeStored(sql, { spans, newRecords, silenced, records }, traces);
  const chargedSpans = findChargedSpans([...spans.filter(isFillable), ...others.filledRows], records);
  const chargedRows = spans.map((span) => {
    const charged = chargedSpans.get(spanKey(span, span.span.spanId));
    return charged ? { ...span, calls: chargeCalls(charged.span, span.calls, charged.record.thinking) } : span;
  });
  const moved = await chargeStored(sql, [...chargedSpans.values()], traces);
  return { spans: chargedRows, moved: added(others.moved, moved, 1) };
}

const isFillable = ({ span, attachedTo }: StorableSpan): boolean =>
  span.kind === 'generation' && attachedTo === undefined;

const spanKey = (trace: TraceKey, spanId: string): string => `${traceKey(trace)}/${spanId}`;

const recordsOf = (row: TraceKey & { span: SpanRecord }, records: Records): readonly LogRecord[] =>
  records.get(spanKey(row, row.span.spanId)) ?? [];

function recordOf(stored: Decided<StorableSpan>): LogRecord[] {
  const { projectId, traceId, attachedTo, span } = stored;
  const thinking = describesCalls(stored) ? (stored.logRecordThinking ?? null) : null;
  if (attachedTo === undefined || (thinking === null && span.inputPreview === null)) return [];
  const { spanId, startedAt, inputPreview, outputPreview } = span;
  return [
    { projectId, traceId, spanId, attachedTo, startedAt, thinking, inputPreview, outputPreview, isStored: false },
  ];
}

type RecordRow = Omit<LogRecord, 'thinking' | 'isStored'> & { lends: string | null; describes: boolean };

async function storedRecords(
  sql: TransactionSql,
  spans: readonly StorableSpan[],
  traces: LockedTraces,
): Promise<LogRecord[]> {
  if (spans.length === 0) return [];
  const wanted = spans.flatMap((span) =>
    responseKeys(span).map((responseId) => ({ ...rowOf(span, span.span.spanId, traces), responseId })),
  );
  const rows = await sql.unsafe<RecordRow[]>(FIND_RECORDS, [toJson(wanted), spans[0]!.projectId], { prepare: true });
  return rows.map(({ lends, describes, ...row }) => ({
    ...row,
    thinking: describes && lends !== null ? (JSON.parse(lends) as LogRecordThinking) : null,
    isStored: true,
  }));
}

interface RecordChanges {
  spans: readonly StorableSpan[];
  newRecords: readonly LogRecord[];
  /** Stored records that no longer describe calls. */
  silenced: readonly RowChange[];
  records: Records;
}

/** Changes the rows that were stored before their record arrived, or before the record stopped describing calls. */
async function changeStored(
  sql: TransactionSql,
  { spans, newRecords, silenced, records }: RecordChanges,
  traces: LockedTraces,
): Promise<{ filledRows: readonly StoredSpan[]; moved: BatchTotals }> {
  const isFresh = new Set(spans.map((span) => spanKey(span, span.span.spanId)));
  const described = [...newRecords, ...silenced].flatMap(({ attachedTo, ...record }) =>
    attachedTo === null || isFresh.has(spanKey(record, attachedTo)) ? [] : [rowOf(record, attachedTo, traces)],
  );
  const keys = distinct(described.filter((row) => !traces.get(traceKey(row))!.isNew));
  if (keys.length === 0) return { filledRows: [], moved: NO_TOTALS };
  const before = (await storedSpans(sql, keys)).filter(isFillable);
  const isGone = new Set(silenced.map((record) => spanKey(record, record.spanId)));
  const after = before.map((stored) => {
    const row = { ...stored, isBare: !describesCalls(stored) };
    const own = row.toldBy !== null && isGone.has(spanKey(row, row.toldBy)) ? restoreRow(row) : row;
    return fillRow(own, recordsOf(row, records));
  });
  const rows = after.map((row) => ({ ...rowOf(row, row.span.spanId, traces), ...row.span, ...sourcesOf(row) }));
  await sql.unsafe(CHANGE_SPANS, [toJson(rows), keys[0]!.projectId], { prepare: true });
  return { filledRows: after, moved: difference(after, before) };
}

const sourcesOf = ({ toldBy, askedAt }: FillSources): FillSources => ({ toldBy, askedAt });

interface ChargedSpan {
  /** Has the tokens and costs. */
  span: SpanRecord;
  /** Describes the calls. */
  record: LogRecord & { thinking: LogRecordThinking };
}

/** The charged spans, by the record that describes their calls. */
function findChargedSpans(
  rows: readonly (TraceKey & { span: SpanRecord })[],
  records: Records,
): Map<string, ChargedSpan> {
  return new Map(
    rows.flatMap((row) => {
      const found = recordsOf(row, records).find((record): record is ChargedSpan['record'] => record.thinking !== null);
      return found ? [[spanKey(found, found.spanId), { span: row.span, record: found }]] : [];
    }),
  );
}

/** Charges the calls of records that were stored before their span arrived with its tokens and costs. */
async function chargeStored(
  sql: TransactionSql,
  chargedSpans: readonly ChargedSpan[],
  traces: LockedTraces,
): Promise<BatchTotals> {
  const byRecord = new Map(
    chargedSpans
      .filter(({ record }) => record.isStored)
      .map((charged) => [spanKey(charged.record, charged.record.spanId), charged]),
  );
  if (byRecord.size === 0) return NO_TOTALS;
  const keys = [...byRecord.values()].map(({ record }) => rowOf(record, record.spanId, traces));
  const before = await storedSpans(sql, keys);
  const after = before.map((stored) => {
    const { span, record } = byRecord.get(spanKey(stored, stored.span.spanId))!;
    return { ...stored, calls: chargeCalls(span, stored.calls, record.thinking) };
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
  ...new Map(keys.map((key) => [spanKey(key, key.spanId), key])).values(),
];
