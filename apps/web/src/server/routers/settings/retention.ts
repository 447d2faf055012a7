// For how long the traces of each environment are kept. Every member may see it; owners change it.
import { changeRetentionPeriod, expiredWith, MAX_RETENTION_PERIODS, retentionOfEnvironments } from '@subtext/db';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { TEXT } from '../../trpc/inputs.ts';
import { ownerProcedure, projectProcedure, router } from '../../trpc/trpc.ts';

const owned = ownerProcedure('Only an owner of the project may change how long traces are kept.');

const MAX_DAYS = 36_500;

const PERIOD = z.object({
  /** '' = the whole project: every environment without a period of its own, and traces that report none. */
  environment: TEXT.trim().max(200),
  /** null = as long as the server keeps anything; absent = as the whole project. */
  keepDays: z.int().min(1).max(MAX_DAYS).nullable().optional(),
});

export const retentionRouter = router({
  list: projectProcedure.meta({ texts: 'none' }).query(async ({ ctx }) => ({
    mayChange: ctx.role === 'owner' && !ctx.project.isArchived,
    ...(await retentionOfEnvironments(ctx.sql, ctx.project.id)),
  })),

  /** The number of traces that would be deleted at once. */
  expired: owned
    .meta({ texts: 'none' })
    .input(PERIOD)
    .query(({ ctx, input: { environment, keepDays } }) =>
      expiredWith(ctx.sql, { projectId: ctx.project.id, environment, keepDays }),
    ),

  set: owned.input(PERIOD).mutation(async ({ ctx, input: { environment, keepDays } }) => {
    const before = await changeRetentionPeriod(ctx.sql, { projectId: ctx.project.id, environment, keepDays });
    if (before === 'too many') {
      const message = `A project has at most ${MAX_RETENTION_PERIODS} retention periods.`;
      throw new TRPCError({ code: 'BAD_REQUEST', message });
    }
    ctx.describe({
      target: environment === '' ? 'the whole project' : environment,
      before: { keepDays: keptFor(before?.keepDays) },
      after: { keepDays: keptFor(keepDays) },
    });
  }),
});

const keptFor = (keepDays: number | null | undefined) =>
  keepDays === undefined ? 'no period of its own' : (keepDays ?? 'no limit');
