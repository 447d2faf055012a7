/**
 * A trace without its texts: its spans and the descriptions of its calls. The server sends it as columns with ids
 * replaced by numbers and repeated values written once, all as one string, because tRPC's transformer would visit every
 * value. Encoder and decoder are here. Times in milliseconds from the start of the trace, money in nano-dollars, null =
 * not reported.
 */
import { readCalls, writeCalls, type CallTable } from './call-table.ts';
import { idPositions, readIds, writeIds, type Ids } from './ids.ts';
import type { CallRow, SpanRow, StoredColumns } from './rows.ts';
import { spanNames } from './span-names.ts';
import { readSpans, writeSpans, type SpanTable } from './span-table.ts';

export type { CallRow, SpanRow, SpanStatus, StoredColumns } from './rows.ts';

/** Increase it with every change of the encoding or of its content: browsers cache skeletons longer than a release. */
export const SKELETON_FORMAT = 10;

export interface TraceRows {
  spans: SpanRow[];
  calls: CallRow[];
}

/** Rows from the database: ids and enum values as text. */
type Wide<Row> = { [Key in keyof Row]: Row[Key] extends boolean ? boolean : string | number | boolean | null };
export interface StoredRows {
  spans: readonly Wide<SpanRow>[];
  calls: readonly Wide<CallRow>[];
}

interface Wire {
  ids: Ids;
  spans: SpanTable;
  calls: CallTable;
}

export const encodeSkeleton = ({ spans, calls }: StoredRows): string =>
  encodeColumns({ spans: columnsFrom(spans), calls: columnsFrom(calls) });

interface Naming {
  /**
   * From this index on, spans have shortened ids where these are unique. Valid only when all spans of the trace are
   * included.
   */
  wholeUntil: number;
}

export const encodeColumns = (
  { spans, calls }: { spans: StoredColumns; calls: StoredColumns },
  naming: Naming = { wholeUntil: Infinity },
): string => encodeSpans(spans)(calls, naming);

/** The first half of the work, which can run while the calls are still loading. */
export function encodeSpans(spans: StoredColumns): (calls: StoredColumns, naming: Naming) => string {
  const places = idPositions((spans.columns.id ?? []) as string[]);
  const { written, numbers } = writeSpans(spans, places);
  return (calls, { wholeUntil }) => {
    const writtenCalls = writeCalls(calls, places, numbers);
    // Names come last, because encoding the calls may add ids of spans that are not rows.
    const names = spanNames(places.all.map(String), { wholeUntil, rows: spans.length });
    const wire: Wire = { spans: written, calls: writtenCalls, ids: writeIds(names) };
    return JSON.stringify(wire);
  };
}

export function decodeSkeleton(text: string): TraceRows {
  const { ids: written, spans, calls } = JSON.parse(text) as Wire;
  const ids = readIds(written);
  const idOf = (place: number) => ids[place]!;
  const { rows, numbers } = readSpans(spans, idOf);
  return { spans: rows, calls: readCalls(calls, idOf, numbers) };
}

function columnsFrom(rows: readonly object[]): StoredColumns {
  const keys = Object.keys(rows[0] ?? {});
  const columns = keys.map((key) => [key, rows.map((row) => (row as Record<string, unknown>)[key])] as const);
  return { length: rows.length, columns: Object.fromEntries(columns) };
}

/**
 * Joins the rows of two skeletons of the same trace. Call ids are numbered per skeleton, so those of the second never
 * equal those of the first.
 */
export function joinRows(first: TraceRows, second: TraceRows): TraceRows {
  const known = new Set(first.spans.map(({ id }) => id));
  const from = first.calls.reduce(
    (most, { callId, reasoningRef }) => Math.max(most, callId ?? -1, reasoningRef ?? -1),
    -1,
  );
  const apart = (id: number | null) => (id === null ? null : from + 1 + id);
  const calls = second.calls
    .filter(({ spanId }) => !known.has(spanId))
    .map((call) => ({ ...call, callId: apart(call.callId), reasoningRef: apart(call.reasoningRef) }));
  return {
    spans: [...first.spans, ...second.spans.filter(({ id }) => !known.has(id))],
    calls: [...first.calls, ...calls],
  };
}
