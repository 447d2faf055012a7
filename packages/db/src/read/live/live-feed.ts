/**
 * Follows the stored spans without missing or repeating one. A position in the stream is a PostgreSQL snapshot:
 * everything visible in it has been read. The next spans are those that a newer snapshot sees and the old one does not,
 * so a transaction that commits late is found late and never lost.
 *
 *   position ──(not visible in its snapshot)── stored_batches ──(visible in the newer one)── next
 */
import type { Sql } from '../../postgres/connect.ts';

/**
 * How far a reader has read: `pg_current_snapshot()` as text, and the database's time when it was taken (Unix
 * milliseconds).
 */
export interface FeedPosition {
  snapshot: string;
  at: number;
}

export interface SpanIds {
  traceId: string;
  spanId: string;
}

/** An older position may be before the oldest kept row (live-note.ts). */
export const OLDEST_POSITION_MS = 5 * 60_000;

/**
 * Returns the current position of the stream. Read it before the rows to show: then each later row is either among them
 * or comes after the position, and none is missed.
 */
export async function feedPosition(sql: Sql): Promise<FeedPosition> {
  const [row] = await sql<FeedPosition[]>`
    select pg_current_snapshot()::text as snapshot, floor(extract(epoch from clock_timestamp()) * 1000)::float8 as at`;
  return row!;
}

interface FeedRange {
  from: FeedPosition;
  to: FeedPosition;
  /** The number of spans of the range that were already read. Their order never changes. */
  skip: number;
  limit: number;
}

/**
 * Ids of the spans of a project stored after `from` and up to `to`, in the order of their transactions: `limit` of them
 * after the first `skip`.
 */
export async function storedBetween(sql: Sql, projectId: string, range: FeedRange): Promise<SpanIds[]> {
  const { from, to, skip, limit } = range;
  return sql<SpanIds[]>`
    select encode(stored.trace_id, 'hex') as "traceId", encode(stored.span_id, 'hex') as "spanId"
    from stored_batches b, unnest(b.trace_ids, b.span_ids) with ordinality as stored (trace_id, span_id, place)
    where b.project_id = ${projectId} and b.transaction_id >= ${bordersOf(from).oldest} and b.transaction_id < ${bordersOf(to).next}
      and not pg_visible_in_snapshot(b.transaction_id::text::xid8, ${from.snapshot}::text::pg_snapshot)
      and pg_visible_in_snapshot(b.transaction_id::text::xid8, ${to.snapshot}::text::pg_snapshot)
    order by b.transaction_id, stored.place
    offset ${skip} limit ${limit}`;
}

/**
 * False when something stored since `position` is no longer kept, so that a reader cannot continue from there, or when
 * the position is from another database.
 */
export function canFollow(position: FeedPosition, now: FeedPosition): boolean {
  return (
    now.at - position.at <= OLDEST_POSITION_MS &&
    position.at <= now.at &&
    bordersOf(position).next <= bordersOf(now).next
  );
}

/** `10:20:14,15`: every transaction before 10 has ended, and none from 20 on has begun. */
function bordersOf({ snapshot }: FeedPosition): { oldest: bigint; next: bigint } {
  const [oldest = '0', next = '0'] = snapshot.split(':');
  return { oldest: BigInt(oldest), next: BigInt(next) };
}
