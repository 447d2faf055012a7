/**
 * A position in the stream as the id of an event: the reader's position, and its progress in a range that is sent in
 * several pieces.
 */
import type { FeedPosition } from '@subtext/db';

export interface Cursor {
  from: FeedPosition;
  /** Everything from `from` to here, of which `skip` spans were already sent. */
  range?: { to: FeedPosition; skip: number };
}

const PLACE = String.raw`(\d{1,16})~(\d{1,20}:\d{1,20}:[\d,]{0,4000})`;
const CURSOR = new RegExp(`^${PLACE}(?:~${PLACE}~(\\d{1,9}))?$`);

/**
 * A place in the stream as the id of an event: time and snapshot; while a range is being sent, also those of its end
 * and how many of its spans were sent.
 */
export function encodeCursor({ from, range }: Cursor): string {
  const places = range ? [from, range.to] : [from];
  const parts = places.map(({ at, snapshot }) => `${at}~${snapshot}`);
  return [...parts, ...(range ? [range.skip] : [])].join('~');
}

/** Undefined for an invalid cursor, because it comes from the client. */
export function decodeCursor(text: string): Cursor | undefined {
  const match = CURSOR.exec(text);
  if (!match) return undefined;
  const [, at = '', snapshot = '', toAt, toSnapshot, skip] = match;
  if (![snapshot, ...(toSnapshot === undefined ? [] : [toSnapshot])].every(isSnapshot)) return undefined;
  const from = { at: Number(at), snapshot };
  if (toAt === undefined || toSnapshot === undefined) return { from };
  return { from, range: { to: { at: Number(toAt), snapshot: toSnapshot }, skip: Number(skip) } };
}

/**
 * As PostgreSQL reads it: `xmin:xmax:xip,…`, in order, nothing outside the borders. Anything else would be an error of
 * the query.
 */
function isSnapshot(text: string): boolean {
  const [oldest = '', next = '', running = ''] = text.split(':');
  const ids = running === '' ? [] : running.split(',');
  if (ids.includes('')) return false;
  const [low, high, ...between] = [oldest, next, ...ids].map(BigInt) as [bigint, bigint, ...bigint[]];
  const ascending = between.every((id, index) => index === 0 || id > between[index - 1]!);
  return low > 0n && low <= high && high < 1n << 63n && ascending && between.every((id) => id >= low && id < high);
}
