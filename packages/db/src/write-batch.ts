/**
 * The write path: spans in, one transaction, totals and rollups moved exactly by what was new (docs/decisions/0003).
 *
 *   lock traces (sorted) → which are duplicates → insert spans → for the new ones: calls, texts, payloads, totals → rollups (sorted)
 *
 * The lock on a trace makes everything about it serial; all locks are taken in one order, so batches never wait in a circle.
 */
import { totalsOf } from './batch-totals.ts';
import type { Sql, TransactionSql } from './connect.ts';
import { decideDuplicates, responseIdOf, type Decided } from './duplicates.ts';
import { toJson } from './json-rows.ts';
import { lockTraces, traceKey, type LockedTraces } from './lock-traces.ts';
import { insertLongTexts, PAYLOADS, TEXTS, type LongTextValue } from './long-texts.ts';
import { priceIds } from './prices.ts';
import { retrying } from './retry.ts';
import type { CallRecord, StorableSpan } from './span-record.ts';
import { ADD_MODEL_ROLLUPS, ADD_TOOL_ROLLUPS, INSERT_CALLS, INSERT_SPANS, UPDATE_TRACES } from './write-statements.ts';

export interface WriteResult {
  /** Spans that were not there before; the others changed nothing. */
  stored: number;
}

/** Resolves after the commit. Rejects with the database's error when nothing of the batch was stored. */
export type WriteBatch = (spans: readonly StorableSpan[]) => Promise<WriteResult>;

type Priced = StorableSpan & { priceId: string | null };

export function createWriteBatch(sql: Sql): WriteBatch {
  const idsOf = priceIds(sql);
  return async (spans) => {
    if (spans.length === 0) return { stored: 0 };
    const distinct = firstOfEach(spans);
    const idOf = await idsOf(distinct.flatMap((stored) => stored.price ?? []));
    const priced = distinct.map((stored) => ({ ...stored, priceId: stored.price && idOf(stored.price) }));
    return retrying(sql, () => sql.begin((transaction) => write(transaction, priced)));
  };
}

/** A batch may hold a span twice; the first one wins, as between batches. */
function firstOfEach(spans: readonly StorableSpan[]): StorableSpan[] {
  const distinct = new Map<string, StorableSpan>();
  for (const stored of spans) {
    const key = spanKey({ ...stored, spanId: stored.span.spanId });
    if (!distinct.has(key)) distinct.set(key, stored);
  }
  return [...distinct.values()];
}

function spanKey(key: { projectId: string; traceId: string; spanId: string }): string {
  return `${traceKey(key)}/${key.spanId}`;
}

async function write(sql: TransactionSql, spans: readonly Priced[]): Promise<WriteResult> {
  const traces = await lockTraces(sql, spans);
  const decided = await decideDuplicates(sql, spans, traces);
  const fresh = await insertSpans(sql, decided, traces);
  if (fresh.length === 0) return { stored: 0 };
  const calls = fresh.flatMap((stored) => callRows(stored, traces));
  const payloads = fresh.map((stored) => [...longTextKeys(keysOf(stored, traces)), stored.body]);
  const totals = totalsOf(fresh);
  // Sent at once, run in this order: none needs the answer of the one before.
  await Promise.all([
    run(
      sql,
      INSERT_CALLS,
      calls.map(({ texts: _texts, ...row }) => row),
    ),
    insertLongTexts(sql, TEXTS, calls.flatMap(textRow)),
    insertLongTexts(sql, PAYLOADS, payloads),
    run(sql, UPDATE_TRACES, totals.traces),
    run(sql, ADD_MODEL_ROLLUPS, totals.models),
    run(sql, ADD_TOOL_ROLLUPS, totals.tools),
  ]);
  return { stored: fresh.length };
}

async function run(sql: TransactionSql, statement: string, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await sql.unsafe(statement, [toJson(rows)], { prepare: true });
}

/** Resolves to those that were not stored before. */
async function insertSpans<Span extends Decided<Priced>>(
  sql: TransactionSql,
  spans: readonly Span[],
  traces: LockedTraces,
): Promise<Span[]> {
  const rows = spans.map((stored) => ({
    ...stored.span,
    ...keysOf(stored, traces),
    responseId: responseIdOf(stored),
    duplicateOf: stored.duplicateOf,
    priceId: stored.priceId,
  }));
  type Row = { projectId: string; traceId: string; spanId: string };
  const inserted = await sql.unsafe<Row[]>(INSERT_SPANS, [toJson(rows)], { prepare: true });
  const isNew = new Set(inserted.map(spanKey));
  return spans.filter((stored) => isNew.has(spanKey({ ...stored, spanId: stored.span.spanId })));
}

interface Keys {
  projectId: string;
  day: string;
  traceId: string;
  spanId: string;
}

function keysOf({ projectId, traceId, span }: StorableSpan, traces: LockedTraces): Keys {
  return { projectId, day: traces.get(traceKey({ projectId, traceId }))!.day, traceId, spanId: span.spanId };
}

type CallRow = CallRecord & Keys & { callIndex: number };

function callRows(stored: StorableSpan, traces: LockedTraces): CallRow[] {
  return stored.calls.map((call, callIndex) => ({ ...call, ...keysOf(stored, traces), callIndex }));
}

function textRow({ texts, callIndex, ...row }: CallRow): LongTextValue[][] {
  if (texts === null) return [];
  return [[...longTextKeys(row), callIndex, texts.thoughts, texts.preamble, texts.arguments, texts.result]];
}

function longTextKeys({ projectId, day, traceId, spanId }: Keys): LongTextValue[] {
  return [projectId, day, Buffer.from(traceId, 'hex'), Buffer.from(spanId, 'hex')];
}
