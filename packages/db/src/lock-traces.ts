/** Makes or locks the trace rows of a batch: first step of write-batch.ts, and what makes everything after it serial within a trace. */
import type { TransactionSql } from './connect.ts';
import { toJson } from './json-rows.ts';
import { GoneMeanwhile } from './retry.ts';
import type { TraceKey } from './row-keys.ts';
import type { StorableSpan } from './span-record.ts';
import { CREATE_TRACES, LOCK_TRACES } from './write-statements.ts';

export interface LockedTrace {
  /** The partition of all its rows. */
  day: string;
  /** Made by this batch: nothing of it is stored yet. */
  isNew: boolean;
  spanCount: number;
  /** Runs whose figures are in its sums (count-runs.ts). */
  runsCounted: number;
  /** Scopes of the generations that are stored. */
  instrumentations: readonly string[];
}

/** A trace larger than this is not looked through: what would be asked with each of its batches grows with it. */
export const MOST_SPANS = 20_000;

export type LockedTraces = ReadonlyMap<string, LockedTrace>;

export function traceKey({ projectId, traceId }: TraceKey): string {
  return `${projectId}/${traceId}`;
}

/** `spans` are of one project. Two steps, both in sorted order; a row that another transaction is making or holds is waited for. */
export async function lockTraces(sql: TransactionSql, spans: readonly StorableSpan[]): Promise<LockedTraces> {
  type Row = TraceKey & { day: string };
  type Known = Row & Pick<LockedTrace, 'spanCount' | 'runsCounted' | 'instrumentations'>;
  const wanted = new Map(spans.map((stored) => [traceKey(stored), timesOf(stored)]));
  const created = await sql.unsafe<Row[]>(CREATE_TRACES, [toJson([...wanted.values()])], { prepare: true });
  const traces = new Map<string, LockedTrace>();
  for (const row of created)
    traces.set(traceKey(row), { day: row.day, isNew: true, spanCount: 0, runsCounted: 0, instrumentations: [] });
  if (traces.size === wanted.size) return traces;
  const others = [...wanted].filter(([key]) => !traces.has(key)).map(([, trace]) => trace);
  const locked = await sql.unsafe<Known[]>(LOCK_TRACES, [toJson(others), others[0]!.projectId], { prepare: true });
  for (const row of locked) traces.set(traceKey(row), { ...row, isNew: false });
  // Its row was there when this tried to make it, and was deleted while this waited for it (retention.ts).
  if (traces.size < wanted.size) throw new GoneMeanwhile('A trace was deleted while spans of it were being stored.');
  return traces;
}

/** Times are merged later from the spans that are new; a new row merely needs some. */
function timesOf({ projectId, traceId, span, trace }: StorableSpan) {
  return { projectId, traceId, startedAt: span.startedAt, endedAt: trace.endedAt };
}
