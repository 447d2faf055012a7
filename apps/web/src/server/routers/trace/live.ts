/**
 * Streams what is stored as it is stored: the steps for the live screen, or only trace ids for pages that stay up to
 * date. Uses server-sent events; the id of an event is a position in the stream, where a client that reconnects
 * continues.
 */
import { liveRecent, type SpanIds } from '@subtext/db';
import { tracked } from '@trpc/server';
import * as z from 'zod';
import { TRACE_ID, withoutNul } from '../../trpc/inputs.ts';
import type { LiveChangesEvent, LiveStepsEvent } from '../../../lib/live/live-event.ts';
import { conditionsOf } from '../../../lib/traces/trace-filter.ts';
import { accessTo, type User } from '../../access/access.ts';
import { decodeCursor, encodeCursor } from '../../live/cursor.ts';
import { follow, type Piece } from '../../live/follow.ts';
import { loadNews } from '../../live/load-news.ts';
import { STREAMS_OF_A_USER } from '../../live/stream-limit.ts';
import { liveShared } from '../../live/live-shared.ts';
import { projectProcedure, router, type Context } from '../../trpc/trpc.ts';

/** The spans that a screen starts with. */
const RECENT_SPANS = 60;

/** Sent by the client when it reconnects. An invalid position is a gap, not an error. */
const LAST_EVENT = z.object({ lastEventId: z.string().max(10_000).optional() });

interface Stream {
  ctx: Context & { project: { id: string }; me: User };
  lastEventId: string | undefined;
  signal: AbortSignal | undefined;
}

type Refused = { kind: 'refused'; streams: number };

/**
 * Every stream takes a slot while it is open.
 * @throws AccessEnded soon after the reader's session or membership has ended.
 */
async function* piecesFor({ ctx, lastEventId, signal }: Stream): AsyncGenerator<Piece | Refused> {
  const { bell, seats, access } = liveShared(ctx.sql);
  const leave = seats.take(ctx.me.id);
  if (!leave) return yield { kind: 'refused', streams: STREAMS_OF_A_USER };
  const held = access.hold(accessTo(ctx.project.id, ctx.me));
  try {
    const cursor = lastEventId === undefined ? undefined : (decodeCursor(lastEventId) ?? 'lost');
    const either = AbortSignal.any([held.signal, ...(signal ? [signal] : [])]);
    for await (const piece of follow(ctx.sql, bell, { projectId: ctx.project.id, cursor, signal: either })) {
      if (LOADS_TEXTS.has(piece.kind)) await held.confirm();
      yield piece;
    }
    held.signal.throwIfAborted();
  } finally {
    held.release();
    leave();
  }
}

/** Pieces that make a stream read from the project. */
const LOADS_TEXTS: ReadonlySet<Piece['kind']> = new Set(['spans', 'begin', 'gap']);

const eventId = (piece: Piece | Refused): string => (piece.kind === 'refused' ? 'refused' : encodeCursor(piece.cursor));

export const liveRouter = router({
  steps: projectProcedure.input(LAST_EVENT.extend({ q: z.string().max(500) })).subscription(async function* ({
    ctx,
    input,
    signal,
  }) {
    const of = { projectId: ctx.project.id, conditions: conditionsOf(withoutNul(input.q)) };
    const { shared } = liveShared(ctx.sql);
    const news = (spans: readonly SpanIds[]) => loadNews(ctx.sql, of, spans).then((traces) => JSON.stringify(traces));
    let before = input.lastEventId ?? '';
    for await (const piece of piecesFor({ ctx, lastEventId: input.lastEventId, signal })) {
      const id = eventId(piece);
      const send = (event: LiveStepsEvent) => tracked(id, event);
      if (piece.kind === 'spans') {
        const key = JSON.stringify([of.projectId, input.q, before, id]);
        yield send({ kind: 'steps', news: await shared(key, () => news(piece.spans)) });
      } else if (piece.kind === 'begin' || piece.kind === 'gap') {
        if (piece.kind === 'gap') yield send({ kind: 'gap' });
        const recent = await liveRecent(ctx.sql, of, RECENT_SPANS);
        yield send({ kind: 'recent', news: await news(recent.toReversed()) });
      } else yield send(piece.kind === 'refused' ? piece : { kind: piece.kind });
      before = id;
    }
  }),

  changes: projectProcedure
    .meta({ texts: 'none' })
    .input(
      LAST_EVENT.extend({
        trace: TRACE_ID.optional(),
      }),
    )
    .subscription(async function* ({ ctx, input, signal }) {
      for await (const piece of piecesFor({ ctx, lastEventId: input.lastEventId, signal })) {
        const send = (event: LiveChangesEvent) => tracked(eventId(piece), event);
        if (piece.kind === 'refused') yield send(piece);
        else if (piece.kind !== 'spans') yield send({ kind: piece.kind === 'begin' ? 'here' : piece.kind });
        else {
          const traces = [...new Set(piece.spans.map((span) => span.traceId))];
          const wanted = input.trace === undefined ? traces : traces.filter((trace) => trace === input.trace);
          yield send(wanted.length > 0 ? { kind: 'changes', traces: wanted } : { kind: 'here' });
        }
      }
    }),
});
