/**
 * Creates or locks the trace rows of a batch. This is the first step of write-batch.ts and serializes everything after
 * it within a trace.
 */
import type { TransactionSql } from '../postgres/connect.ts';
import { toJson } from '../postgres/json-rows.ts';
import { GoneMeanwhile } from '../postgres/retry.ts';
import type { TraceKey } from '../rows/row-keys.ts';
import type { StorableSpan } from '@subtext/trace';
import { joinedInto } from './joined-into.ts';
import { CREATE_TRACES, LOCK_TRACES, PLAN_BY_INDEX } from './write-statements.ts';

export interface LockedTrace {
  /** The day of the partition that holds all rows of the trace. */
  day: string;
  /** This batch created the trace, so nothing of it is stored yet. */
  isNew: boolean;
  spanCount: number;
  /** Runs whose usage is in the trace's sums (packages/trace, runs.ts). */
  runsCounted: number;
  /** Instrumentation scopes of the stored generations. */
  instrumentations: readonly string[];
}

/** Larger traces are not searched, because the search runs with each batch and takes longer the larger the trace is. */
export const MAX_SPANS = 20_000;

export type LockedTraces = ReadonlyMap<string, LockedTrace>;

export function traceKey({ projectId, traceId }: TraceKey): string {
  return `${projectId}/${traceId}`;
}

/** Some traces of a batch have become parts of others (move-trace.ts), where their spans belong. */
export class JoinedTraces extends Error {
  override name = 'JoinedTraces';
  /** Trace id → the trace that it became a part of. */
  readonly into: ReadonlyMap<string, string>;

  constructor(into: ReadonlyMap<string, string>) {
    super('Traces of the batch have become parts of other traces.');
    this.into = into;
  }
}

/**
 * All `spans` must belong to one project. Works in two steps, both in sorted order, and waits for rows that another
 * transaction is creating or has locked.
 *
 * @throws {JoinedTraces} When traces of the batch have become parts of others.
 */
export async function lockTraces(sql: TransactionSql, spans: readonly StorableSpan[]): Promise<LockedTraces> {
  type Row = TraceKey & { day: string };
  type ExistingTrace = Row & Pick<LockedTrace, 'spanCount' | 'runsCounted' | 'instrumentations'>;
  const wanted = new Map(spans.map((stored) => [traceKey(stored), timesOf(stored)]));
  const ids = [...wanted.values()].map(({ traceId }) => traceId);
  const [created, , joined] = await Promise.all([
    sql.unsafe<Row[]>(CREATE_TRACES, [toJson([...wanted.values()])], { prepare: true }),
    sql.unsafe(PLAN_BY_INDEX),
    joinedInto(sql, spans[0]!.projectId, ids),
  ]);
  if (joined.size > 0) throw new JoinedTraces(joined);
  const traces = new Map<string, LockedTrace>();
  for (const row of created)
    traces.set(traceKey(row), { day: row.day, isNew: true, spanCount: 0, runsCounted: 0, instrumentations: [] });
  if (traces.size === wanted.size) return traces;
  const others = [...wanted].filter(([key]) => !traces.has(key)).map(([, trace]) => trace);
  const locked = await sql.unsafe<ExistingTrace[]>(LOCK_TRACES, [toJson(others), others[0]!.projectId], {
    prepare: true,
  });
  for (const row of locked) traces.set(traceKey(row), { ...row, isNew: false });
  // The row existed when this batch tried to create it, and was deleted while the batch waited for its lock
  // (retention.ts).
  if (traces.size < wanted.size) throw new GoneMeanwhile('A trace was deleted while spans of it were being stored.');
  return traces;
}

/** A new row needs some times. The times of the new spans are merged into it later. */
function timesOf({ projectId, traceId, span, trace }: StorableSpan) {
  return { projectId, traceId, startedAt: span.startedAt, endedAt: trace.endedAt };
}
