/**
 * What the browser knows of a trace without any text: spans and descriptions of calls. The server sends them as columns with ids replaced by
 * numbers and repeated words written once, as one string: the transformer of tRPC would walk every value. Both directions are here.
 * Times in milliseconds from the start of the trace, money in nano-dollars, null = not said.
 */
import { readCalls, writeCalls, type CallTable } from './skeleton/call-table.ts';
import { placesOf, readIds, writeIds, type Ids } from './skeleton/ids.ts';
import type { CallRow, SpanRow, StoredColumns } from './skeleton/rows.ts';
import { spanNames } from './skeleton/span-names.ts';
import { readSpans, writeSpans, type SpanTable } from './skeleton/span-table.ts';

export type { CallRow, SpanRow, SpanStatus, StoredColumns } from './skeleton/rows.ts';

/** To be raised with every change of how it is written or of what comes with it: browsers keep skeletons longer than a release. */
export const SKELETON_FORMAT = 8;

export interface TraceRows {
  spans: SpanRow[];
  calls: CallRow[];
}

/** Rows as the database has them: ids and words as text. */
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
  /** Spans from this place on go by shorter names where those are clear: only where all spans of the trace are here. */
  wholeUntil: number;
}

export const encodeColumns = (
  { spans, calls }: { spans: StoredColumns; calls: StoredColumns },
  naming: Naming = { wholeUntil: Infinity },
): string => encodeSpans(spans)(calls, naming);

/** Half of the work, which can be done while the calls are being read. */
export function encodeSpans(spans: StoredColumns): (calls: StoredColumns, naming: Naming) => string {
  const places = placesOf((spans.columns.id ?? []) as string[]);
  const { written, numbers } = writeSpans(spans, places);
  return (calls, { wholeUntil }) => {
    const writtenCalls = writeCalls(calls, places, numbers);
    // After all rows: by then it is known which other spans they name.
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

/** Rows of one trace from two skeletons of it; calls of the second have their own numbers for call ids, and are not of the first's ids. */
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
