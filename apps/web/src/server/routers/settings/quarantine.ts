// Quarantined spans: reasons, rows, their bytes, reprocessing and deleting.
import {
  askReplay,
  dropQuarantined,
  isProjectHeld,
  quarantineBytes,
  quarantinePage,
  quarantineSummary,
} from '@subtext/db';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { POSTGRES_TIME, TEXT } from '../../trpc/inputs.ts';
import { ownerProcedure, projectProcedure, router } from '../../trpc/trpc.ts';

const PAGE_ROWS = 50;
const PIECE_BYTES = 64 * 1024;

const REASON = TEXT.max(2_000);
/** Rows of one reason, one row, or (neither) all rows. */
const CHOICE = z.object({ reason: REASON.optional(), id: z.uuid().optional() });
const CURSOR = z.object({ at: POSTGRES_TIME, id: z.uuid() });

/** Deleted rows cannot be restored. */
const owned = ownerProcedure('Only an owner of the project may do this.');

export const quarantineRouter = router({
  reasons: projectProcedure.meta({ texts: 'none' }).query(async ({ ctx }) => ({
    mayChange: ctx.role === 'owner',
    reasons: (await quarantineSummary(ctx.sql, { projectId: ctx.project.id })).map(
      ({ reason, spans, times, bytes, firstAt, lastAt, asked }) => ({
        reason,
        spans,
        times,
        bytes,
        firstAt,
        lastAt,
        asked,
      }),
    ),
  })),

  list: projectProcedure
    .meta({ texts: 'none' })
    .input(z.object({ reason: REASON.optional(), cursor: CURSOR.nullish() }))
    .query(async ({ ctx, input: { reason, cursor } }) => {
      const after = cursor ?? null;
      const page = { projectId: ctx.project.id, reason, limit: PAGE_ROWS + 1, after };
      const rows = await quarantinePage(ctx.sql, page);
      const items = rows.slice(0, PAGE_ROWS);
      return { items, next: rows.length > PAGE_ROWS ? (items.at(-1)?.cursor ?? null) : null };
    }),

  /** The first piece of the received bytes as text; invalid bytes become replacement characters. */
  body: projectProcedure.input(z.object({ id: z.uuid() })).query(async ({ ctx, input: { id } }) => {
    const piece = { offset: 0, length: PIECE_BYTES };
    const found = await quarantineBytes(ctx.sql, { projectId: ctx.project.id, id }, piece);
    if (!found) throw new TRPCError({ code: 'NOT_FOUND', message: 'It is not in quarantine any more.' });
    return { text: found.bytes.toString('utf8'), shownBytes: found.bytes.length, totalBytes: found.total };
  }),

  /** Requests reprocessing by ingest; what can be stored now leaves within seconds. */
  replay: owned.input(CHOICE).mutation(async ({ ctx, input }) => {
    const rows = await askReplay(ctx.sql, chosen(ctx.project.id, input));
    ctx.describe({ target: targetOf(input), after: { rows } });
    return rows;
  }),

  drop: owned.input(CHOICE).mutation(async ({ ctx, input }) => {
    if (await isProjectHeld(ctx.sql, ctx.project.id)) throw new TRPCError({ code: 'CONFLICT', message: ON_HOLD });
    const rows = await dropQuarantined(ctx.sql, chosen(ctx.project.id, input));
    ctx.describe({ target: targetOf(input), before: { rows } });
    return rows;
  }),
});

const ON_HOLD = 'The project is on legal hold. Lift the hold under Settings, Data before you delete quarantined data.';

/** Not the reason itself, which may quote a received value. */
const targetOf = ({ reason, id }: z.infer<typeof CHOICE>) => id ?? (reason === undefined ? 'all rows' : 'one reason');

const chosen = (projectId: string, { reason, id }: z.infer<typeof CHOICE>) => ({
  projectId,
  ...(reason !== undefined && { reason }),
  ...(id !== undefined && { ids: [id] }),
});
