// Deletions of traces by user, session, tag or filter: what one would delete, the request, and the receipts. Only for
// owners, also in an archived project.
import {
  deletionWords,
  MAX_OPEN_DELETIONS,
  previewTraceDeletion,
  requestTraceDeletion,
  stopTraceDeletion,
  traceDeletions,
} from '@subtext/db';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { DELETION_TARGET, deletionCondition } from '../../deletions/deletion-target.ts';
import { receiptOf } from '../../deletions/receipt.ts';
import { ownerProcedure, router } from '../../trpc/trpc.ts';

const owned = ownerProcedure('Only an owner of the project may delete traces by user, session, tag or filter.').meta({
  texts: 'none',
  worksInArchive: true,
});

const PAGE = 20;

export const TOO_MANY_DELETIONS = `A project has at most ${MAX_OPEN_DELETIONS} deletions at a time. Wait until one is finished.`;

export const deletionsRouter = router({
  list: owned.input(z.object({ cursor: z.uuid().nullish() })).query(async ({ ctx, input: { cursor } }) => {
    const page = { projectId: ctx.project.id, after: cursor ?? null, limit: PAGE };
    const { deletions, next } = await traceDeletions(ctx.sql, page);
    return {
      deletions: deletions.map((deletion) => ({
        isStopping: deletion.isStopRequested && deletion.finishedAt === null,
        receipt: receiptOf(deletion, ctx.project.slug),
      })),
      next,
    };
  }),

  preview: owned.input(DELETION_TARGET).query(async ({ ctx, input }) => {
    const condition = deletionCondition(input);
    return { ...(await previewTraceDeletion(ctx.sql, ctx.project.id, condition)), words: deletionWords(condition) };
  }),

  /** `confirmed`: the number of traces, which the user typed. More must not be deleted. */
  request: owned
    .input(DELETION_TARGET.extend({ confirmed: z.int().min(1) }))
    .mutation(async ({ ctx, input: { confirmed, ...target } }) => {
      const condition = deletionCondition(target);
      const { traces, held } = await previewTraceDeletion(ctx.sql, ctx.project.id, condition);
      if (traces > confirmed) {
        const message = `${traces} traces match now, and you confirmed ${confirmed}. Look again, and confirm the number.`;
        throw new TRPCError({ code: 'CONFLICT', message });
      }
      const request = { projectId: ctx.project.id, condition, requestedBy: ctx.actor };
      const id = await requestTraceDeletion(ctx.sql, request);
      if (id === undefined) throw new TRPCError({ code: 'CONFLICT', message: TOO_MANY_DELETIONS });
      ctx.describe({ target: deletionWords(condition), before: { traces, held }, after: { id } });
      return { id };
    }),

  stop: owned.input(z.object({ id: z.uuid() })).mutation(async ({ ctx, input: { id } }) => {
    ctx.describe({ target: id });
    if (!(await stopTraceDeletion(ctx.sql, { projectId: ctx.project.id, id })))
      throw new TRPCError({ code: 'NOT_FOUND', message: 'There is no such deletion, or it is finished.' });
  }),
});
