/**
 * Reprocesses stored spans with today's readers. Rows that an older reader made become what storing the same spans now
 * would make, and totals and rollups change with them, in one transaction per page. Running a page twice changes
 * nothing the second time, so a caller may stop and continue anywhere.
 *
 *   read the payloads (reprocess-payloads.ts) → lock the traces → read their stored rows → settle (packages/trace)
 *   → rows that differ → sums (sorted)
 *
 * Locks are taken in the order in which batches take them: a batch with new spans of these traces waits, and then sees
 * their new state. A trace that received spans between reading and locking is read a second time.
 */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { MAX_SPANS } from '../write/lock-traces.ts';
import { priceIds } from '../write/prices.ts';
import { changeOf, undoesCut, type Resettled } from './reprocess-changes.ts';
import { factsOf, tracesToChange } from './reprocess-facts.ts';
import { storeReprocessed } from './reprocess-store.ts';
import { NO_DIGESTS, textDigests, type SpanDigests } from './text-digests.ts';
import {
  isCurrent,
  MAX_BYTES,
  readPayloads,
  TooLarge,
  type PackedDigest,
  type ReadBody,
  type ReadPayload,
} from './reprocess-payloads.ts';
import { isFaultOfData, refusalOf, retrying } from '../postgres/retry.ts';
import { reportedOf, settle, type StorableSpan } from '@subtext/trace';
import type { TracePartitionKey } from '../rows/span-keys.ts';
import { spanKey, storedTraces, type StoredRow } from '../write/stored-rows.ts';

export interface ReprocessPage {
  projectId: string;
  /** The cursor of the previous page; null = start from the beginning. */
  after: ReprocessCursor | null;
  /** Only reports what would change. */
  isDry: boolean;
  read: ReadBody;
}

/** The position of the last trace of a page. */
export interface ReprocessCursor {
  /** Microseconds since 1970, as text. */
  startedAt: string;
  traceId: string;
}

export interface Reprocessed {
  /** Traces that were checked. The same holds for `spans`. */
  traces: number;
  spans: number;
  /** Spans with a changed row, or with a changed row of their calls. */
  changed: number;
  /** `table.column` → number of changed rows; without a column: rows that were added or deleted. */
  columns: ReadonlyMap<string, number>;
  /** Reason why spans stay as they are → number of spans. */
  left: ReadonlyMap<string, number>;
  /** null: that was the last page. */
  next: ReprocessCursor | null;
}

/** Reprocesses one page of stored traces. Resolves after the commit. */
export async function reprocessStored(sql: Sql, page: ReprocessPage): Promise<Reprocessed> {
  const found = await tracesAfter(sql, page);
  const last = found.at(-1);
  if (!last) return { traces: 0, spans: 0, changed: 0, columns: new Map(), left: new Map(), next: null };
  const next = { startedAt: last.startedAt, traceId: last.traceId };
  const small = found.filter(({ spans, bytes }) => spans <= MAX_SPANS && bytes <= MAX_BYTES);
  const outcome = await reprocessTraces(sql, { page, idsOf: priceIds(sql) }, small);
  leave(
    outcome,
    found.filter((trace) => !small.includes(trace)),
    TOO_LARGE,
  );
  return { ...outcome, traces: found.length, next };
}

const TOO_LARGE = `its trace has more than ${MAX_SPANS} spans, or more than ${MAX_BYTES / 2 ** 20} MiB of what was sent`;
const IN_MOTION = 'spans of its trace were stored while it was read';

/** A page has one trace, or as many as together stay below this number of spans. */
const SPANS_PER_PAGE = 2_000;
const TRACES_PER_PAGE = 200;
/** Bytes of compressed payloads. */
const BYTES_PER_PAGE = 4 * 1024 * 1024;

type Found = ReprocessCursor & { spans: number; bytes: number };

async function tracesAfter(sql: Sql, { projectId, after }: ReprocessPage): Promise<Found[]> {
  const rows = await sql<Found[]>`
    SELECT encode(trace_id, 'hex') AS "traceId", ((extract(epoch FROM started_at) * 1000000)::bigint)::text AS "startedAt",
      (SELECT count(*) FROM spans WHERE spans.project_id = ${projectId} AND spans.day = traces.day AND spans.trace_id = traces.trace_id)::float8 AS spans,
      (SELECT coalesce(sum(pg_column_size(bodies) + coalesce(pg_column_size(results), 0)), 0) FROM payloads
        WHERE payloads.project_id = ${projectId} AND payloads.day = traces.day AND payloads.trace_id = traces.trace_id)::float8 AS bytes
    FROM traces WHERE project_id = ${projectId}
      ${after ? sql`AND (started_at, trace_id) > ('epoch'::timestamptz + ${after.startedAt}::text::bigint * interval '1 microsecond', decode(${after.traceId}, 'hex'))` : sql``}
    ORDER BY started_at, trace_id LIMIT ${TRACES_PER_PAGE}`;
  let [spans, bytes] = [0, 0];
  const fits = rows.findIndex((row, index) => {
    [spans, bytes] = [spans + row.spans, bytes + row.bytes];
    return index > 0 && (spans > SPANS_PER_PAGE || bytes > BYTES_PER_PAGE);
  });
  return fits < 0 ? [...rows] : rows.slice(0, fits);
}

type Outcome = Pick<Reprocessed, 'spans' | 'changed'> & { columns: Map<string, number>; left: Map<string, number> };
const nothing = (): Outcome => ({ spans: 0, changed: 0, columns: new Map(), left: new Map() });

interface Work {
  page: ReprocessPage;
  idsOf: ReturnType<typeof priceIds>;
}

/** When a single trace makes a page fail, the page is split in halves until only that trace stays as it is. */
async function reprocessTraces(sql: Sql, work: Work, traces: readonly Found[]): Promise<Outcome> {
  if (traces.length === 0) return nothing();
  try {
    return await reprocessTwice(sql, work, traces);
  } catch (error) {
    const reason = reasonToLeave(error);
    if (reason === undefined) throw error;
    if (traces.length === 1) return leave(nothing(), traces, reason);
    const middle = Math.ceil(traces.length / 2);
    const first = await reprocessTraces(sql, work, traces.slice(0, middle));
    return added(first, await reprocessTraces(sql, work, traces.slice(middle)));
  }
}

function reasonToLeave(error: unknown): string | undefined {
  if (error instanceof TooLarge) return TOO_LARGE;
  return isFaultOfData(error) ? refusalOf(error) : undefined;
}

/** Reads traces that received spans meanwhile a second time. */
async function reprocessTwice(sql: Sql, work: Work, traces: readonly Found[]): Promise<Outcome> {
  const first = await reprocessOnce(sql, work, traces);
  const moved = traces.filter(({ traceId }) => first.moved.has(traceId));
  if (moved.length === 0) return first.outcome;
  try {
    const second = await reprocessOnce(sql, work, moved);
    const left = moved.filter(({ traceId }) => second.moved.has(traceId));
    return leave(added(first.outcome, second.outcome), left, IN_MOTION);
  } catch (error) {
    // The first attempt is already stored, so its result must not be lost with the second.
    const reason = reasonToLeave(error);
    if (reason === undefined) throw error;
    return leave(first.outcome, moved, reason);
  }
}

function leave(outcome: Outcome, traces: readonly Found[], reason: string): Outcome {
  for (const { spans } of traces) count(outcome.left, reason, spans);
  return outcome;
}

function added(one: Outcome, other: Outcome): Outcome {
  for (const name of ['columns', 'left'] as const) for (const [key, rows] of other[name]) count(one[name], key, rows);
  return { ...one, spans: one.spans + other.spans, changed: one.changed + other.changed };
}

interface Once {
  outcome: Outcome;
  /** Traces that changed after their payloads were read. They are not processed. */
  moved: ReadonlySet<string>;
}

async function reprocessOnce(sql: Sql, { page, idsOf }: Work, traces: readonly Found[]): Promise<Once> {
  const traceIds = traces.map(({ traceId }) => traceId);
  const found = await partitionKeys(sql, { page, traceIds, isLocked: false });
  if (found.length === 0) return { outcome: nothing(), moved: new Set() };
  const payloads = await readPayloads(sql, found, page.read);
  return retrying(sql, () =>
    sql.begin(page.isDry ? 'ISOLATION LEVEL REPEATABLE READ READ ONLY' : '', async (transaction) => {
      const outcome = nothing();
      const keys = await partitionKeys(transaction, { page, traceIds, isLocked: !page.isDry });
      if (keys.length === 0) return { outcome, moved: new Set<string>() };
      const { settled, moved } = await settleAll(transaction, { keys, payloads, left: outcome.left });
      const facts = await factsOf(transaction, settled);
      const changes = settled.flatMap((each) => changeOf(each) ?? []);
      const changed = tracesToChange(facts, changes);
      Object.assign(outcome, { spans: settled.length, changed: changes.length });
      for (const name of [...changes.flatMap(({ names }) => names), ...changed.flatMap(({ names }) => names)])
        count(outcome.columns, name, 1);
      if (page.isDry || changed.length === 0) return { outcome, moved };
      const idOf = await idsOf(changes.flatMap(({ after }) => after.price ?? []));
      await storeReprocessed(transaction, { projectId: page.projectId, changes, traces: changed, idOf });
      return { outcome, moved };
    }),
  );
}

function count(counts: Map<string, number>, name: string, more: number): void {
  counts.set(name, (counts.get(name) ?? 0) + more);
}

interface TraceSelection {
  page: ReprocessPage;
  traceIds: readonly string[];
  isLocked: boolean;
}

/** Sorted, as batches lock them. */
async function partitionKeys(
  sql: Sql | TransactionSql,
  { page, traceIds, isLocked }: TraceSelection,
): Promise<TracePartitionKey[]> {
  const rows = await sql.unsafe<TracePartitionKey[]>(
    `SELECT project_id AS "projectId", day::text AS day, encode(trace_id, 'hex') AS "traceId" FROM traces
    WHERE project_id = $1 AND trace_id = ANY (SELECT decode(id, 'hex') FROM unnest($2::text[]) AS id)
    ORDER BY trace_id ${isLocked ? 'FOR NO KEY UPDATE' : ''}`,
    [page.projectId, [...traceIds]],
  );
  return [...rows];
}

interface LockedPage {
  keys: readonly TracePartitionKey[];
  payloads: ReadonlyMap<string, ReadPayload>;
  left: Map<string, number>;
}

async function settleAll(
  sql: TransactionSql,
  { keys, payloads, left }: LockedPage,
): Promise<{ settled: Resettled[]; moved: ReadonlySet<string> }> {
  const settled: Resettled[] = [];
  const moved = new Set<string>();
  const rows = await storedTraces(sql, keys);
  const digests = await textDigests(sql, keys);
  for (const [traceId, ofTrace] of Map.groupBy(rows, (row) => row.traceId)) {
    const read = ofTrace.map((row) => ({ row, payload: payloads.get(spanKey(row.key)) }));
    if (!read.every(({ row, payload }) => payload && isCurrent(row, payload))) {
      moved.add(traceId);
      continue;
    }
    const spans = read.map(({ row, payload }) =>
      readAgain(row, payload!, withPacked(row, digests.get(spanKey(row.key)) ?? NO_DIGESTS, payload!.packed)),
    );
    for (const { reason } of spans) if (reason !== undefined) count(left, reason, 1);
    settled.push(...settleTrace(spans));
  }
  return { settled, moved };
}

interface SpanReadAgain extends Pick<Resettled, 'row' | 'digests'> {
  /** undefined: the payload cannot be read. */
  fresh: StorableSpan | undefined;
  /** Why. */
  reason?: string;
}

/** `spans`: all spans of one trace. A span that cannot be read again stays what it reported when it was stored. */
function settleTrace(spans: readonly SpanReadAgain[]): Resettled[] {
  const reported = spans.map(({ row, fresh }) => fresh ?? reportedOf(row));
  const rowOf = new Map(settle(reported).map((after) => [after.span.spanId, after]));
  return spans.map(({ row, digests, fresh }) => {
    const after = { ...rowOf.get(row.span.spanId)!, priceId: row.priceId };
    return { row, digests, after, isRead: fresh !== undefined };
  });
}

/** Adds packed results to the texts in the rows. */
function withPacked({ calls }: StoredRow, digests: SpanDigests, packed: readonly PackedDigest[]): SpanDigests {
  const callAt = new Map(calls.map((call) => [call.callIndex, call]));
  const ofCalls = packed.filter(({ index }) => callAt.get(index)?.resultPreview && !digests.of.get(index)?.result);
  if (ofCalls.length === 0) return digests;
  return {
    ...digests,
    packed: new Map(ofCalls.map(({ index, digest }) => [index, digest])),
    cut: [...digests.cut, ...ofCalls.flatMap(({ isCut, digest }) => (isCut ? digest : []))],
  };
}

function readAgain(row: StoredRow, { outcome }: ReadPayload, digests: SpanDigests): SpanReadAgain {
  if ('reason' in outcome) return { row, digests, fresh: undefined, reason: outcome.reason };
  const reason = 'a text of it is cut to the limits of the project';
  if (undoesCut(row, digests, outcome)) return { row, digests, fresh: undefined, reason };
  return { row, digests, fresh: { ...outcome, projectId: row.projectId } };
}
