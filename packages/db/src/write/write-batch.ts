/**
 * The write path: stores spans in one transaction per project, and changes totals and rollups by exactly what is new
 * (docs/decisions/0003).
 *
 *   lock traces (sorted) → find spans that are new or newer than the stored snapshot → find duplicates among them
 *   → fill in costs, then thinking, from log records → decide which runs count
 *   → copy spans, calls, texts, payloads → totals → rollups (sorted)
 *
 * The lock on a trace serializes all writes to it: a span that is found new stays new until the commit. All batches
 * take locks in the same order, so they cannot deadlock.
 */
import { added, NO_TOTALS, totalsOf, type BatchTotals, type StorableSpan } from '@subtext/trace';
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { countRuns, type Counted } from './count-runs.ts';
import { copyRows, type CopyRow } from '../postgres/copy-rows.ts';
import { dropEmptyRollups } from './delete-trace.ts';
import { decideDuplicates, describesCalls, responseIdOf, type Decided } from './duplicates.ts';
import { mergeDuplicates } from './merge-duplicates.ts';
import { toJson } from '../postgres/json-rows.ts';
import { fillCosts } from './fill-costs.ts';
import { fillFromLogRecords } from './fill-from-log-records.ts';
import { noteStored } from './live-note.ts';
import { lockTraces, traceKey, type LockedTraces } from './lock-traces.ts';
import { packBodies } from '../rows/payload-blocks.ts';
import { resultsToPack, textsOfRow } from '../rows/packed-results.ts';
import { priceIds } from './prices.ts';
import { snapshotVersion, retractOpen, type LaterSpan } from './replace-open.ts';
import { retrying } from '../postgres/retry.ts';
import type { SpanKey } from './stored-spans.ts';
import { retractDuplicates } from './retract-duplicates.ts';
import {
  ADD_MODEL_ROLLUPS,
  ADD_TOOL_ROLLUPS,
  CALLS,
  FIND_SPANS,
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

type Priced = StorableSpan & { priceId: string | null };

export function createWriteBatch(sql: Sql): WriteBatch {
  const write = createObservedWriteBatch(sql);
  return (spans) => write(spans, () => {});
}

export function createObservedWriteBatch(sql: Sql): ObservedWriteBatch {
  const idsOf = priceIds(sql);
  return async (spans, onCommit) => {
    if (spans.length === 0) return { stored: 0 };
    const distinct = oneOfEach(spans);
    const idOf = await idsOf(distinct.flatMap((stored) => stored.price ?? []));
    const priced = distinct.map((stored) => ({ ...stored, priceId: stored.price && idOf(stored.price) }));
    let stored = 0;
    for (const ofProject of byProject(priced)) {
      const begun = performance.now();
      const fresh = await retrying(sql, () => sql.begin((transaction) => write(transaction, ofProject)));
      stored += fresh.length;
      onCommit({ stored: countKinds(fresh), items: ofProject.length, seconds: (performance.now() - begun) / 1_000 });
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

/**
 * A batch may contain a span several times. The newest version wins, or the first of equal versions, as it does between
 * batches.
 */
function oneOfEach(spans: readonly StorableSpan[]): StorableSpan[] {
  const distinct = new Map<string, StorableSpan>();
  for (const stored of spans) {
    const key = spanKey({ ...stored, spanId: stored.span.spanId });
    const latest = distinct.get(key);
    if (!latest || snapshotVersion(stored) > snapshotVersion(latest)) distinct.set(key, stored);
  }
  return [...distinct.values()];
}

function spanKey(key: { projectId: string; traceId: string; spanId: string }): string {
  return `${traceKey(key)}/${key.spanId}`;
}

/** Resolves to the spans that were stored. */
async function write(sql: TransactionSql, spans: readonly Priced[]): Promise<readonly StorableSpan[]> {
  const traces = await lockTraces(sql, spans);
  const { unseen, later } = await withoutStored(sql, spans, traces);
  if (unseen.length === 0) return [];
  const replaced = later.length > 0 ? await retractOpen(sql, later) : NO_TOTALS;
  const { spans: decided, changes: replacements } = await decideDuplicates(sql, unseen, traces);
  const { spans: distinctCalls, changes: merged } = await mergeDuplicates(sql, { unseen, decided }, traces);
  const changes = [...replacements, ...merged];
  const retracted = await retractDuplicates(sql, changes);
  const { spans: costed, moved: costChanges } = await fillCosts(sql, distinctCalls, traces);
  const { spans: filled, moved: filledChanges } = await fillFromLogRecords(sql, { fresh: costed, changes }, traces);
  const { spans: fresh, moved: runChanges } = await countRuns(sql, filled, traces);
  // Bodies are compressed while the database takes the rows.
  const [, payloads] = await Promise.all([copySpans(sql, fresh, traces), payloadRows(fresh, traces)]);
  await copyRows(sql, PAYLOADS, payloads);
  const moved = [replaced, retracted, costChanges, filledChanges, runChanges].reduce(
    (sums, one) => added(one, sums, 1),
    NO_TOTALS,
  );
  const totals = added(totalsOf(fresh), moved, 1);
  // Sent together, and run in this order, because none needs the result of the one before.
  await Promise.all([
    sql.unsafe(UPDATE_TRACES, [toJson(totals.traces), fresh[0]!.projectId], { prepare: true }),
    run(sql, ADD_MODEL_ROLLUPS, totals.models),
    run(sql, ADD_TOOL_ROLLUPS, totals.tools),
    noteStored(sql, fresh[0]!.projectId, fresh),
  ]);
  await dropEmptied(sql, fresh[0]!.projectId, moved);
  return fresh;
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

interface Unseen {
  /** Spans to store. */
  unseen: readonly Priced[];
  /** The spans of `unseen` that replace a stored earlier snapshot. */
  later: readonly LaterSpan[];
}

/** Traces that this batch created have no stored spans, so only the others are queried. */
async function withoutStored(sql: TransactionSql, spans: readonly Priced[], traces: LockedTraces): Promise<Unseen> {
  const earlier = spans.filter((stored) => !traces.get(traceKey(stored))!.isNew);
  if (earlier.length === 0) return { unseen: spans, later: [] };
  const wanted = earlier.map((stored) => keysOf(stored, traces));
  const rows = await sql.unsafe<Found[]>(FIND_SPANS, [toJson(wanted), wanted[0]!.projectId], { prepare: true });
  const storedVersions = new Map(rows.map((row) => [spanKey(row), row.isOpen ? (row.snapshot ?? 0) : Infinity]));
  const storedVersion = (stored: Priced) => storedVersions.get(spanKey({ ...stored, spanId: stored.span.spanId }));
  const replaces = (stored: Priced) => snapshotVersion(stored) > (storedVersion(stored) ?? Infinity);
  return {
    unseen: spans.filter((stored) => storedVersion(stored) === undefined || replaces(stored)),
    later: spans.filter(replaces).map((stored) => ({ key: keysOf(stored, traces), span: stored.span })),
  };
}

type Found = SpanKey & Pick<StorableSpan['span'], 'snapshot'> & { isOpen: boolean };

async function copySpans(sql: TransactionSql, fresh: readonly Counted<Priced>[], traces: LockedTraces): Promise<void> {
  const spans: CopyRow[] = [];
  const calls: CopyRow[] = [];
  const texts: CopyRow[] = [];
  for (const stored of fresh) {
    const keys = keysOf(stored, traces);
    spans.push([keys, { ...decidedOf(stored), priceId: stored.priceId }, stored.span]);
    stored.calls.forEach((call, callIndex) => {
      const index = { callIndex };
      calls.push([keys, index, call]);
      const ofRow = textsOfRow(call);
      if (ofRow !== null) texts.push([keys, index, ofRow]);
    });
  }
  await copyRows(sql, SPANS, spans);
  await copyRows(sql, CALLS, calls);
  await copyRows(sql, TEXTS, texts);
}

/** The columns of `spans` that the write path decides, apart from the price. */
export function decidedOf(stored: Counted<StorableSpan>) {
  const { duplicateOf, toldBy, askedAt, usageSource } = stored;
  return { responseId: responseIdOf(stored), duplicateOf, toldBy, askedAt, lends: recordJson(stored), usageSource };
}

/** JSON text: LogRecordThinking, or `cost` in nano-dollars. No record has both. */
function recordJson(stored: StorableSpan): string | null {
  const { logRecordThinking, logRecordCost } = stored;
  if (logRecordCost !== undefined) return JSON.stringify({ cost: logRecordCost });
  return logRecordThinking && describesCalls(stored) ? JSON.stringify(logRecordThinking) : null;
}

/** Packs the bodies of each trace together with the long results of their calls. */
async function payloadRows(fresh: readonly Decided<Priced>[], traces: LockedTraces): Promise<CopyRow[]> {
  const ofTrace = Map.groupBy(fresh, traceKey);
  const rows = [...ofTrace.values()].map(async (stored) => {
    const blocks = await packBodies(
      stored.map(({ span: { spanId }, body, calls }) => ({ spanId, body, results: resultsToPack(calls) })),
    );
    const keys = keysOf(stored[0]!, traces);
    return blocks.map((block) => [{ ...keys, spanId: block.spanIds[0]! }, block]);
  });
  return (await Promise.all(rows)).flat();
}

function keysOf({ projectId, traceId, span }: StorableSpan, traces: LockedTraces): SpanKey {
  return { projectId, day: traces.get(traceKey({ projectId, traceId }))!.day, traceId, spanId: span.spanId };
}
