/**
 * One client's read position in the stream of a project. The next piece is read only when the last one was consumed, so
 * a slow client falls behind without buffering in memory.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { canFollow, feedPosition, storedBetween, type FeedPosition, type Sql, type SpanIds } from '@subtext/db';
import type { StorePoll } from './store-poll.ts';
import type { Cursor } from './cursor.ts';

/** Spans of one event; a busy moment is sent in several events. */
const PIECE_SPANS = 250;
const ASK_AGAIN_MS = 1000;

/**
 * `cursor` is the reader's position after the piece. `begin`: it has nothing yet; `gap`: what it missed can no longer
 * be found.
 */
export type Piece = { cursor: Cursor } & (
  { kind: 'begin' | 'gap' | 'here' | 'away' } | { kind: 'spans'; spans: SpanIds[] }
);

interface Reader {
  projectId: string;
  /** The reader's last position; `lost` = not readable; undefined = a new reader. */
  cursor: Cursor | 'lost' | undefined;
  signal: AbortSignal;
}

/**
 * Pieces of the project's stream from the reader's position on: first `begin` or `gap` if there is none.
 * Ends only with the signal.
 */
export async function* follow(sql: Sql, bell: StorePoll, reader: Reader): AsyncGenerator<Piece> {
  const { projectId, signal } = reader;
  const now = await feedPosition(sql);
  const known = placeToGoOnFrom(reader.cursor, now);
  let cursor: Cursor = known ?? { from: now };
  if (!known) yield { kind: reader.cursor === undefined ? 'begin' : 'gap', cursor };
  const watch = bell.watch(projectId);
  try {
    while (!signal.aborted) {
      if (!cursor.range) {
        const ring = await watch.next(signal);
        if (ring === 'ended') return;
        if (ring !== 'away')
          cursor = ring.news ? { from: cursor.from, range: { to: ring.place, skip: 0 } } : { from: ring.place };
        if (ring === 'away' || !ring.news) yield { kind: ring === 'away' ? 'away' : 'here', cursor };
        continue;
      }
      const spans = await readRange(sql, projectId, cursor).catch(() => undefined);
      if (spans) cursor = behind(cursor, spans.length);
      if (spans) yield spans.length > 0 ? { kind: 'spans', spans, cursor } : { kind: 'here', cursor };
      else {
        yield { kind: 'away', cursor };
        await delay(ASK_AGAIN_MS, undefined, { signal }).catch(() => {});
      }
    }
  } finally {
    watch.stop();
  }
}

function placeToGoOnFrom(cursor: Cursor | 'lost' | undefined, now: FeedPosition): Cursor | undefined {
  if (cursor === undefined || cursor === 'lost') return undefined;
  const places = [cursor.from, ...(cursor.range ? [cursor.range.to] : [])];
  return places.every((place) => canFollow(place, now)) ? cursor : undefined;
}

async function readRange(sql: Sql, projectId: string, { from, range }: Cursor): Promise<SpanIds[]> {
  if (!range) return [];
  return storedBetween(sql, projectId, { from, ...range, limit: PIECE_SPANS });
}

/** After `count` more spans of the range. */
function behind({ from, range }: Cursor, count: number): Cursor {
  if (!range) return { from };
  return count < PIECE_SPANS ? { from: range.to } : { from, range: { to: range.to, skip: range.skip + count } };
}
