/**
 * Stored spans through today's readers: rows that an older reader made become what storing the same spans now would make of them, and totals and
 * rollups move along, in one transaction a page. A page that ran twice changes nothing the second time, so whoever asks may stop and go on anywhere.
 *
 *   lock the traces → all that is stored of them → read the payloads again → decide (reread-decide.ts) → rows that differ → sums (sorted)
 *
 * Locks are taken in the order in which batches take them: a batch with new spans of these traces waits, and meets them as they are then.
 */
import type { Sql, TransactionSql } from './connect.ts';
import { MOST_SPANS } from './lock-traces.ts';
import { priceIds } from './prices.ts';
import { changeOf, undoesCut } from './reread-changes.ts';
import { settle, type Settled } from './reread-decide.ts';
import { factsOf, tracesToChange } from './reread-facts.ts';
import { storeChanges } from './reread-store.ts';
import { retrying } from './retry.ts';
import type { PriceRecord, StorableSpan } from './span-record.ts';
import { storedRows, type StoredRow, type TracePlace } from './stored-rows.ts';

export interface RereadPage {
  projectId: string;
  /** Of the page before; null = from the beginning. */
  after: RereadCursor | null;
  /** Only says what would change. */
  isDry: boolean;
  read: ReadBody;
}

/**
 * A payload by today's reader, or why it is not to be read: then its rows stay as they are. `price`: what its cost was computed with, which stays in
 * force for the same model.
 */
export type ReadBody = (body: string, price: PriceRecord | null) => StorableSpan | { reason: string };

/** Where the last trace of a page stands. */
export interface RereadCursor {
  /** Microseconds since 1970, as text. */
  startedAt: string;
  traceId: string;
}

export interface Reread {
  /** That were looked at. */
  traces: number;
  spans: number;
  /** Spans of which a row differed, or a row of their calls. */
  changed: number;
  /** `table.column` → rows in which it differed; without a column: rows that came or went. */
  columns: ReadonlyMap<string, number>;
  /** Why spans stay as they are → how many. */
  left: ReadonlyMap<string, number>;
  /** null: that was the last page. */
  next: RereadCursor | null;
}

/** Reads one page of stored traces again. Resolves after the commit. */
export async function rereadStored(sql: Sql, page: RereadPage): Promise<Reread> {
  const found = await tracesAfter(sql, page);
  const last = found.at(-1);
  if (!last) return { traces: 0, spans: 0, changed: 0, columns: new Map(), left: new Map(), next: null };
  const next = { startedAt: last.startedAt, traceId: last.traceId };
  const small = found.filter(({ spans, bytes }) => spans <= MOST_SPANS && bytes <= MOST_BYTES);
  const outcome = await rereadTraces(
    sql,
    page,
    small.map(({ traceId }) => traceId),
  );
  for (const { spans } of found.filter((trace) => !small.includes(trace))) count(outcome.left, TOO_LARGE, spans);
  return { ...outcome, traces: found.length, next };
}

const TOO_LARGE = `its trace has more than ${MOST_SPANS} spans, or more than can be held at once`;

/** A page has one trace, or as many as together stay below this. */
const SPANS_PER_PAGE = 2_000;
const TRACES_PER_PAGE = 200;
/** Of compressed payloads. */
const BYTES_PER_PAGE = 4 * 1024 * 1024;
const MOST_BYTES = 32 * 1024 * 1024;

type Found = RereadCursor & { spans: number; bytes: number };

async function tracesAfter(sql: Sql, { projectId, after }: RereadPage): Promise<Found[]> {
  const rows = await sql<Found[]>`
    SELECT encode(trace_id, 'hex') AS "traceId", ((extract(epoch FROM started_at) * 1000000)::bigint)::text AS "startedAt",
      (SELECT count(*) FROM spans WHERE spans.project_id = traces.project_id AND spans.day = traces.day AND spans.trace_id = traces.trace_id)::float8 AS spans,
      (SELECT coalesce(sum(pg_column_size(bodies)), 0) FROM payloads
        WHERE payloads.project_id = traces.project_id AND payloads.day = traces.day AND payloads.trace_id = traces.trace_id)::float8 AS bytes
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

type Outcome = Pick<Reread, 'spans' | 'changed'> & { columns: Map<string, number>; left: Map<string, number> };

async function rereadTraces(sql: Sql, page: RereadPage, traceIds: readonly string[]): Promise<Outcome> {
  const idsOf = priceIds(sql);
  return retrying(sql, async () => {
    const outcome: Outcome = { spans: 0, changed: 0, columns: new Map(), left: new Map() };
    if (traceIds.length === 0) return outcome;
    await sql.begin(page.isDry ? 'ISOLATION LEVEL REPEATABLE READ READ ONLY' : '', async (transaction) => {
      const places = await placesOf(transaction, page, traceIds);
      if (places.length === 0) return;
      const settled = await settleAll(transaction, { page, places, left: outcome.left });
      const facts = await factsOf(transaction, settled);
      const changes = settled.flatMap((each) => changeOf(each) ?? []);
      const traces = tracesToChange(facts, changes);
      Object.assign(outcome, { spans: settled.length, changed: changes.length });
      for (const name of [...changes.flatMap(({ names }) => names), ...traces.flatMap(({ names }) => names)])
        count(outcome.columns, name, 1);
      if (page.isDry || traces.length === 0) return;
      const idOf = await idsOf(changes.flatMap(({ after }) => after.price ?? []));
      await storeChanges(transaction, { projectId: page.projectId, changes, traces, idOf });
    });
    return outcome;
  });
}

function count(counts: Map<string, number>, name: string, more: number): void {
  counts.set(name, (counts.get(name) ?? 0) + more);
}

/** Sorted, as batches lock them. */
async function placesOf(
  sql: TransactionSql,
  { projectId, isDry }: RereadPage,
  traceIds: readonly string[],
): Promise<TracePlace[]> {
  const lock = isDry ? '' : 'FOR NO KEY UPDATE';
  const rows = await sql.unsafe<TracePlace[]>(
    `SELECT project_id AS "projectId", day::text AS day, encode(trace_id, 'hex') AS "traceId" FROM traces
    WHERE project_id = $1 AND trace_id = ANY (SELECT decode(id, 'hex') FROM unnest($2::text[]) AS id) ORDER BY trace_id ${lock}`,
    [projectId, [...traceIds]],
  );
  return [...rows];
}

interface Wanted {
  page: RereadPage;
  places: readonly TracePlace[];
  left: Map<string, number>;
}

async function settleAll(sql: TransactionSql, { page, places, left }: Wanted): Promise<Settled[]> {
  const rows = await storedRows(sql, places);
  const settled: Settled[] = [];
  for (const ofTrace of Map.groupBy(rows, ({ key }) => key.traceId).values()) {
    const spans = ofTrace.map((row) => {
      const fresh = readAgain(row, page.read);
      if ('reason' in fresh) count(left, fresh.reason, 1);
      return { row, fresh: 'reason' in fresh ? undefined : fresh };
    });
    const ofOne = await settle(sql, spans);
    for (const { reason } of ofOne) if (reason !== undefined) count(left, reason, 1);
    settled.push(...ofOne);
  }
  return settled;
}

function readAgain(row: StoredRow, read: ReadBody): StorableSpan | { reason: string } {
  const { key, body, price, span } = row;
  if (body === undefined) return { reason: 'it was stored without what was sent' };
  const priced = read(body, price);
  if ('reason' in priced) return priced;
  // Of some models the rates depend on how much went in.
  const isOtherRate = price !== null && priced.span.inputTokens !== span.inputTokens;
  const fresh = isOtherRate ? read(body, null) : priced;
  if ('reason' in fresh) return fresh;
  const isSame = fresh.traceId === key.traceId && fresh.span.spanId === key.spanId;
  if (!isSame) return { reason: 'its id is made otherwise now' };
  if (undoesCut(row, fresh)) return { reason: 'a text of it is cut to the limits of the project' };
  return { ...fresh, projectId: key.projectId };
}
