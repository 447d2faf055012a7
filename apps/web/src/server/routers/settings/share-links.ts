// Share links to one trace: list, create (only this response has the token), revoke.
import { createShareLink, listShareLinks, revokeShareLink } from '@subtext/db';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { EXPIRIES } from '../../../lib/traces/share.ts';
import { router } from '../../trpc/trpc.ts';
import { notFound, traceProcedure } from '../trace/trace-procedure.ts';

const SHOWS = z.object({ thoughts: z.boolean(), said: z.boolean(), arguments: z.boolean(), results: z.boolean() });

export const shareLinksRouter = router({
  list: traceProcedure.meta({ texts: 'none' }).query(({ ctx }) => listShareLinks(ctx.sql, ctx.key)),

  create: traceProcedure
    .input(z.object({ shows: SHOWS, expiresInDays: z.literal(EXPIRIES.map(({ days }) => days)) }))
    .mutation(async ({ ctx, input }) => {
      const made = await createShareLink(ctx.sql, ctx.key, { ...input, createdBy: ctx.me.id });
      const { shows, expiresInDays } = input;
      ctx.describe({ target: ctx.key.traceId, after: { id: made?.id, shows, expiresInDays } });
      if (made) return made;
      throw new TRPCError({
        code: 'CONFLICT',
        message: 'There is no such trace in this project, or it has as many links as it may have.',
      });
    }),

  revoke: traceProcedure
    .meta({ worksInArchive: true })
    .input(z.object({ id: z.uuid() }))
    .mutation(async ({ ctx, input }) => {
      ctx.describe({ target: ctx.key.traceId, before: { id: input.id } });
      const done = await revokeShareLink(ctx.sql, ctx.key, input.id);
      if (!done) throw notFound('There is no such link, or it is revoked already.');
    }),
});
