// Legal holds: what may not be deleted. Only for owners, also in an archived project.
import { HOLD_KINDS, legalHolds, liftHold, MAX_LEGAL_HOLDS, placeHold, type HoldRefusal } from '@subtext/db';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { TEXT, TRACE_ID } from '../../trpc/inputs.ts';
import { ownerProcedure, router } from '../../trpc/trpc.ts';

const owned = ownerProcedure('Only an owner of the project may place and lift legal holds.').meta({
  texts: 'none',
  worksInArchive: true,
});

const HOLD = z
  .object({
    kind: z.enum(HOLD_KINDS),
    /** null = the whole project. */
    value: TEXT.trim().min(1).max(500).nullable(),
    reason: TEXT.trim().min(1).max(500),
  })
  .refine(({ kind, value }) => (kind === 'project') === (value === null), 'A hold names what it is of.')
  .refine(({ kind, value }) => kind !== 'trace' || TRACE_ID.safeParse(value).success, 'A trace id has 32 hex digits.');

const REFUSALS: Readonly<Record<HoldRefusal, string>> = {
  'too many': `A project has at most ${MAX_LEGAL_HOLDS} legal holds at a time.`,
  'held already': 'There is such a hold already.',
  busy: 'Traces are being deleted right now. Try again in a minute.',
  'no such trace': 'There is no such trace in this project.',
};

const nameOf = ({ kind, value }: { kind: string; value: string | null }) =>
  value === null ? 'the whole project' : `${kind} ${value}`;

export const holdsRouter = router({
  list: owned.query(({ ctx }) => legalHolds(ctx.sql, ctx.project.id)),

  place: owned.input(HOLD).mutation(async ({ ctx, input }) => {
    const placed = await placeHold(ctx.sql, { ...input, projectId: ctx.project.id, placedBy: ctx.actor.email });
    if (typeof placed === 'string') throw new TRPCError({ code: 'CONFLICT', message: REFUSALS[placed] });
    ctx.describe({ target: nameOf(input), after: { id: placed.id, reason: input.reason } });
    return placed;
  }),

  lift: owned.input(z.object({ id: z.uuid() })).mutation(async ({ ctx, input: { id } }) => {
    const hold = await liftHold(ctx.sql, { projectId: ctx.project.id, id, liftedBy: ctx.actor.email });
    if (!hold) throw new TRPCError({ code: 'NOT_FOUND', message: 'There is no such hold, or it was lifted.' });
    ctx.describe({ target: nameOf(hold), before: { id, reason: hold.reason } });
  }),
});
