/**
 * One export request: bytes → rows → committed. Everything between a transport and the database, in the order of the
 * flow.
 */
import { MAX_SCORES_PER_TRACE, quarantine, writeScores, type NewScore, type Sql } from '@subtext/db';
import type { Batcher } from '../store/batcher.ts';
import { databaseAway } from '../errors.ts';
import type { PartialSuccess, Signal } from '../otlp/respond.ts';
import type { ItemCounts, Observe } from '../metrics/observation.ts';
import { quarantinedItem, type ExportRequest, type Reading, type RefusedItem } from '../read/reading.ts';
import { readLogs } from '../read/read-logs.ts';
import { readTraces } from '../read/read-traces.ts';

export interface ExportResult {
  /** Spans or log records of the request. */
  items: number;
  /** undefined when all is well. */
  partial: PartialSuccess | undefined;
}

export interface ExportTargets {
  batcher: Batcher;
  sql: Sql;
  observe: Observe;
}

const READERS: Record<Signal, (request: ExportRequest) => Promise<Reading>> = { traces: readTraces, logs: readLogs };

/** Resolves after the commit. Rejects with an IngestError. */
export async function exportRequest(request: ExportRequest, targets: ExportTargets): Promise<ExportResult> {
  const { batcher, sql, observe } = targets;
  const { projectId, signal } = request;
  const reading = await READERS[signal](request);
  const rejections = await batcher.store(reading.storable);
  const scoresBeyond = await storeScores(sql, reading.scores);
  const refused = [
    ...reading.refused,
    ...rejections.map(({ span, reason: sentence }) =>
      quarantinedItem(projectId, { signal, body: span.body }, { kind: 'database', sentence }),
    ),
  ];
  await storeQuarantined(sql, refused).catch((error: unknown) => {
    observe({ type: 'rejected', reason: 'database_unavailable', items: countsOf(signal, refused.length) });
    throw error;
  });
  for (const [reason, same] of Map.groupBy(refused, ({ kind }) => kind))
    observe({ type: 'quarantined', reason, items: countsOf(signal, same.length) });
  if (reading.dropped > 0) observe({ type: 'rejected', reason: 'no_trace', items: countsOf(signal, reading.dropped) });
  return { items: reading.items, partial: partialSuccess(refused, { ...reading, scoresBeyond }) };
}

const countsOf = (signal: Signal, count: number): ItemCounts =>
  signal === 'logs' ? { spans: 0, logRecords: count } : { spans: count, logRecords: 0 };

/** Resolves to the number of scores that were not stored because their trace has too many. */
async function storeScores(sql: Sql, scores: readonly NewScore[]): Promise<number> {
  if (scores.length === 0) return 0;
  return writeScores(sql, scores).catch((error: unknown) => {
    throw databaseAway(error);
  });
}

async function storeQuarantined(sql: Sql, refused: readonly RefusedItem[]): Promise<void> {
  await quarantine(sql, refused).catch((error: unknown) => {
    throw databaseAway(error);
  });
}

/** A score that is not stored rejects nothing, because its event is stored with its span or as a log record. */
function partialSuccess(
  refused: readonly RefusedItem[],
  { dropped, hint, unscored, scoresBeyond }: Reading & { scoresBeyond: number },
): PartialSuccess | undefined {
  const messages: string[] = [];
  if (refused.length > 0) messages.push(`Quarantined: ${counted(refused.map(({ reason }) => reason))}.`);
  if (dropped > 0) messages.push(`Not stored: ${dropped} × ${NO_TRACE}.`);
  if (unscored.length > 0) messages.push(`Not stored: ${counted(unscored)}.`);
  if (scoresBeyond > 0) messages.push(`Not stored: ${scoresBeyond} × ${SCORE_BEYOND}.`);
  if (hint !== undefined) messages.push(hint);
  return messages.length === 0 ? undefined : { rejected: refused.length + dropped, errorMessage: messages.join(' ') };
}

const NO_TRACE =
  'log record without a trace id. Records are kept that belong to a trace, details of model calls, and sessions of Codex and Claude Code';

const SCORE_BEYOND = `score of a trace that has ${MAX_SCORES_PER_TRACE}, which is as many as one may have`;

/** Equal reasons with their number. */
function counted(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const words = [...counts].map(([reason, count]) => `${count} × ${reason}`);
  return words.slice(0, 5).join('; ');
}
