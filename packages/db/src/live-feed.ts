/**
 * Following what is stored, without missing or repeating a span. A place in the stream is a snapshot of PostgreSQL: everything it sees has been
 * read. What comes next is what a newer snapshot sees and that one does not, so a transaction that commits late is found late, and never lost.
 *
 *   place ──(not visible in its snapshot)── stored_batches ──(visible in the newer one)── newer place
 */
import type { Sql } from './connect.ts';

/** What a reader has seen: `pg_current_snapshot()` as text, and when it was taken by the database's clock (Unix milliseconds). */
export interface FeedPlace {
  snapshot: string;
  at: number;
}

export interface StoredSpan {
  traceId: string;
  spanId: string;
}

/** A place that is older may lie before what is still kept (live-note.ts). */
export const OLDEST_PLACE_MS = 5 * 60_000;

/** Where the stream is now. Ask it before the rows that are shown: so each row is in them, or comes after the place, and none is missed. */
export async function feedPlace(sql: Sql): Promise<FeedPlace> {
  const [row] = await sql<FeedPlace[]>`
    select pg_current_snapshot()::text as snapshot, floor(extract(epoch from clock_timestamp()) * 1000)::float8 as at`;
  return row!;
}

interface FeedRange {
  from: FeedPlace;
  to: FeedPlace;
  /** Spans of the range that were read already: its order never changes. */
  skip: number;
  limit: number;
}

/** Ids of the spans of a project that were stored after `from` and up to `to`, in the order of their transactions; `limit` of them after `skip`. */
export async function storedBetween(sql: Sql, projectId: string, range: FeedRange): Promise<StoredSpan[]> {
  const { from, to, skip, limit } = range;
  return sql<StoredSpan[]>`
    select encode(stored.trace_id, 'hex') as "traceId", encode(stored.span_id, 'hex') as "spanId"
    from stored_batches b, unnest(b.trace_ids, b.span_ids) with ordinality as stored (trace_id, span_id, place)
    where b.project_id = ${projectId} and b.transaction_id >= ${bordersOf(from).oldest} and b.transaction_id < ${bordersOf(to).next}
      and not pg_visible_in_snapshot(b.transaction_id::text::xid8, ${from.snapshot}::text::pg_snapshot)
      and pg_visible_in_snapshot(b.transaction_id::text::xid8, ${to.snapshot}::text::pg_snapshot)
    order by b.transaction_id, stored.place
    offset ${skip} limit ${limit}`;
}

/** Whether everything stored since `place` is still kept, so that a reader can go on from there; false also for a place of another database. */
export function canFollow(place: FeedPlace, now: FeedPlace): boolean {
  return now.at - place.at <= OLDEST_PLACE_MS && place.at <= now.at && bordersOf(place).next <= bordersOf(now).next;
}

/** `10:20:14,15`: everything before 10 is over, nothing from 20 on has begun. */
function bordersOf({ snapshot }: FeedPlace): { oldest: bigint; next: bigint } {
  const [oldest = '0', next = '0'] = snapshot.split(':');
  return { oldest: BigInt(oldest), next: BigInt(next) };
}
