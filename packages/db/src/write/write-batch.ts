/**
 * The write path: stores spans in one transaction per project, and changes totals and rollups by exactly what is new
 * (docs/development/decisions/0003).
 *
 *   lock traces (sorted) → settle the spans with the stored spans that they relate to
 *   → rows: replaced ones go, stored ones change, new ones are copied → totals → rollups (sorted)
 *   → commit → traces that are one run are joined (join-traces.ts)
 *
 * The lock on a trace serializes all writes to it: a span that is found new stays new until the commit. All batches
 * take locks in the same order, so they cannot deadlock.
 */
import { added, newestOf, totalsOf, type BatchTotals, type SettledSpan } from '@subtext/trace';
import type { StorableSpan } from '@subtext/trace';
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { copyRows, type CopyRow } from '../postgres/copy-rows.ts';
import { toJson } from '../postgres/json-rows.ts';
import { retrying } from '../postgres/retry.ts';
import { resultsToPack, textsOfRow } from '../rows/packed-results.ts';
import { packBodies } from '../rows/payload-blocks.ts';
import type { SpanKey, TracePartitionKey } from '../rows/span-keys.ts';
import { dropEmptyRollups } from './delete-trace.ts';
import { dropSpans } from './drop-spans.ts';
import { joiningTraces } from './join-traces.ts';
import { noteStored } from './live-note.ts';
import { markEvidenceDue } from './evidence-due.ts';
import { JoinedTraces, lockTraces, traceKey, type LockedTraces } from './lock-traces.ts';
import { namesOf, nameTraces } from './name-traces.ts';
import { priceIds } from './prices.ts';
import { settleBatch, type Priced, type SettledBatch } from './settle-batch.ts';
import { settledValues } from './span-values.ts';
import { movedBy, storeChanges } from './store-changes.ts';
import { spanKey } from './stored-rows.ts';
import {
  ADD_MODEL_ROLLUPS,
  ADD_TOOL_ROLLUPS,
  CALLS,
  PAYLOADS,
  SPANS,
  TEXTS,
  UPDATE_TRACES,
} from './write-statements.ts';

export interface WriteResult {
  /**
   * The number of spans that were not stored before, or were stored with an earlier snapshot. The others changed
   * nothing.
   */
  stored: number;
}

/** One committed transaction. */
export interface Commit {
  /** Stored rows of spans, and of log records that belong to a span. */
  stored: { spans: number; logRecords: number };
  /** All spans and log records in the transaction, including those that changed nothing. */
  items: number;
  /** Seconds from begin to commit, including earlier attempts. */
  seconds: number;
}

/**
 * Resolves after the commit. Rejects with the database's error when part of the batch is not stored. For each project,
 * either all spans are stored or none.
 */
export type WriteBatch = (spans: readonly StorableSpan[]) => Promise<WriteResult>;

/** Like WriteBatch, and calls `onCommit` for each project that is stored, even if the batch fails afterwards. */
export type ObservedWriteBatch = (
  spans: readonly StorableSpan[],
  onCommit: (commit: Commit) => void,
) => Promise<WriteResult>;

export function createWriteBatch(sql: Sql): WriteBatch {
  const write = createObservedWriteBatch(sql);
  return (spans) => write(spans, () => {});
}

export function createObservedWriteBatch(sql: Sql): ObservedWriteBatch {
  const idsOf = priceIds(sql);
  const join = joiningTraces(sql);
  return async (spans, onCommit) => {
    if (spans.length === 0) return { stored: 0 };
    const distinct = [...Map.groupBy(spans, traceKey).values()].flatMap(newestOf);
    const idOf = await idsOf(distinct.flatMap((stored) => stored.price ?? []));
    const priced = distinct.map((stored) => ({ ...stored, priceId: stored.price && idOf(stored.price) }));
    let stored = 0;
    for (const ofProject of byProject(priced)) {
      const begun = performance.now();
      const fresh = await writeWhereTheyBelong(sql, ofProject);
      stored += fresh.length;
      onCommit({ stored: countKinds(fresh), items: ofProject.length, seconds: (performance.now() - begun) / 1_000 });
      await join(ofProject);
    }
    return { stored };
  };
}

/** Counts only log records that have a row of their own, which are those that belong to a span. */
export function countKinds(spans: readonly StorableSpan[]): Commit['stored'] {
  let logRecords = 0;
  for (const { attachedTo } of spans) if (attachedTo !== undefined) logRecords += 1;
  return { spans: spans.length - logRecords, logRecords };
}

/**
 * Each project gets its own transaction, because a distributed database may keep each project on a different machine.
 */
function byProject(spans: readonly Priced[]): Priced[][] {
  return [...Map.groupBy(spans, ({ projectId }) => projectId).values()];
}

/** Spans of a trace that became a part of another one are stored there. Resolves to the spans that were stored. */
async function writeWhereTheyBelong(sql: Sql, spans: readonly Priced[]): Promise<readonly StorableSpan[]> {
  try {
    return await retrying(sql, () => sql.begin((transaction) => write(transaction, spans)));
  } catch (error) {
    if (!(error instanceof JoinedTraces)) throw error;
    const moved = spans.map((span) => ({ ...span, traceId: error.into.get(span.traceId) ?? span.traceId }));
    return writeWhereTheyBelong(sql, [...Map.groupBy(moved, traceKey).values()].flatMap(newestOf));
  }
}

/** Resolves to the spans that were stored. */
async function write(sql: TransactionSql, spans: readonly Priced[]): Promise<readonly StorableSpan[]> {
  const traces = await lockTraces(sql, spans);
  const batch = await settleBatch(sql, spans, traces);
  const { fresh, replaced, changes } = batch;
  if (fresh.length === 0) return [];
  await dropSpans(
    sql,
    replaced.map(({ key }) => key),
  );
  await storeChanges(sql, changes);
  // Bodies are compressed while the database takes the rows.
  const [, payloads] = await Promise.all([copySpans(sql, fresh, traces), payloadRows(fresh, traces)]);
  await copyRows(sql, PAYLOADS, payloads);
  await nameTraces(sql, renamed(batch));
  const { projectId } = fresh[0]!;
  const moved = movedBy(changes, replaced);
  const totals = added(totalsOf(fresh), moved, 1);
  // Sent together, and run in this order, because none needs the result of the one before.
  await Promise.all([
    run(sql, UPDATE_TRACES, totals.traces),
    run(sql, ADD_MODEL_ROLLUPS, totals.models),
    run(sql, ADD_TOOL_ROLLUPS, totals.tools),
    noteStored(sql, projectId, fresh),
    markEvidenceDue(
      sql,
      projectId,
      fresh.map(({ traceId }) => traceId),
    ),
  ]);
  await dropEmptied(sql, projectId, moved);
  return fresh;
}

/** Traces that may no longer have a name of a row that changed. */
function renamed({ fresh, replaced, changes }: SettledBatch): TracePartitionKey[] {
  if (replaced.length + changes.length === 0) return [];
  const freshOf = new Map(fresh.map((row) => [spanKey({ traceId: row.traceId, spanId: row.span.spanId }), row]));
  const rows = [...changes, ...replaced.map((before) => ({ before, after: freshOf.get(spanKey(before.key))! }))];
  const keys = rows.flatMap(({ before, after }) => (namesOf(before) === namesOf(after) ? [] : [before.key]));
  return [...new Map(keys.map(({ spanId: _spanId, ...trace }) => [trace.traceId, trace])).values()];
}

/**
 * Drops rollup rows whose sums became zero, so that models and tools that no longer count do not appear in the costs.
 */
async function dropEmptied(sql: TransactionSql, projectId: string, { models, tools }: BatchTotals): Promise<void> {
  if (models.length > 0) await dropEmptyRollups(sql, { table: 'model_rollups', projectId, rows: models });
  if (tools.length > 0) await dropEmptyRollups(sql, { table: 'tool_rollups', projectId, rows: tools });
}

async function run(sql: TransactionSql, statement: string, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await sql.unsafe(statement, [toJson(rows)], { prepare: true });
}

async function copySpans(
  sql: TransactionSql,
  fresh: readonly SettledSpan<Priced>[],
  traces: LockedTraces,
): Promise<void> {
  const spans: CopyRow[] = [];
  const calls: CopyRow[] = [];
  const texts: CopyRow[] = [];
  for (const stored of fresh) {
    const keys = keysOf(stored, traces);
    spans.push([keys, { ...settledValues(stored), priceId: stored.priceId }, stored.span]);
    for (const call of stored.calls) {
      calls.push([keys, call, call]);
      const ofRow = textsOfRow(call);
      if (ofRow !== null) texts.push([keys, call, ofRow]);
    }
  }
  await copyRows(sql, SPANS, spans);
  await copyRows(sql, CALLS, calls);
  await copyRows(sql, TEXTS, texts);
}

/** Packs the bodies of each trace together with the long results of their calls. */
async function payloadRows(fresh: readonly SettledSpan<Priced>[], traces: LockedTraces): Promise<CopyRow[]> {
  const ofTrace = Map.groupBy(fresh, traceKey);
  const rows = [...ofTrace.values()].map(async (stored) => {
    const blocks = await packBodies(
      stored.map(({ span: { spanId }, body, calls, ownCalls }) => ({
        spanId,
        body,
        results: resultsToPack(ownCalls ?? calls),
      })),
    );
    const keys = keysOf(stored[0]!, traces);
    return blocks.map((block) => [{ ...keys, spanId: block.spanIds[0]! }, block]);
  });
  return (await Promise.all(rows)).flat();
}

function keysOf({ projectId, traceId, span }: SettledSpan, traces: LockedTraces): SpanKey {
  return { projectId, day: traces.get(traceKey({ projectId, traceId }))!.day, traceId, spanId: span.spanId };
}
