// The saved views of the trace list: names for URL parameters. All members see and change them.
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { NAME, TEXT } from '../trpc/inputs.ts';
import { projectProcedure, router } from '../trpc/trpc.ts';

const MAX_VIEWS = 200;
const PARAM = TEXT.max(500).optional();
/** Only what differs from the list's own. */
const PARAMS = z.object({ q: PARAM, range: PARAM, sort: PARAM, cols: PARAM, density: PARAM });
const VIEW = z.object({ id: z.uuid() });

const refuse = (message: string) => new TRPCError({ code: 'CONFLICT', message });
const noSuchView = () => new TRPCError({ code: 'NOT_FOUND', message: 'There is no such view any more.' });

/** Prisma's code for a name that is taken. */
const isTaken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'P2002';

function orTaken(name: string) {
  return (error: unknown): never => {
    throw isTaken(error) ? refuse(`There is a view “${name}” already.`) : error;
  };
}

export const viewsRouter = router({
  list: projectProcedure.query(async ({ ctx }) => {
    const views = await ctx.prisma.savedView.findMany({
      where: { projectId: ctx.project.id },
      select: { id: true, name: true, params: true, createdBy: true, creator: { select: { name: true, email: true } } },
      orderBy: { name: 'asc' },
      take: MAX_VIEWS,
    });
    return views.map(({ creator, createdBy, params, ...view }) => ({
      ...view,
      params: PARAMS.catch({}).parse(params),
      author: creator ? creator.name || creator.email : null,
      mine: createdBy === ctx.me.id,
    }));
  }),

  create: projectProcedure.input(z.object({ name: NAME, params: PARAMS })).mutation(async ({ ctx, input }) => {
    const count = await ctx.prisma.savedView.count({ where: { projectId: ctx.project.id } });
    if (count >= MAX_VIEWS) throw refuse(`A project keeps ${MAX_VIEWS} views at most. Delete one first.`);
    const data = { projectId: ctx.project.id, name: input.name, params: input.params, createdBy: ctx.me.id };
    return ctx.prisma.savedView.create({ data, select: { id: true } }).catch(orTaken(input.name));
  }),

  /** Changes the name or the parameters; absent ones stay. */
  change: projectProcedure
    .input(VIEW.extend({ name: NAME.optional(), params: PARAMS.optional() }))
    .mutation(async ({ ctx, input: { id, name, params } }) => {
      const where = { id, projectId: ctx.project.id };
      const data = { ...(name !== undefined && { name }), ...(params && { params }) };
      const { count } = await ctx.prisma.savedView.updateMany({ where, data }).catch(orTaken(name ?? ''));
      if (count === 0) throw noSuchView();
    }),

  remove: projectProcedure.input(VIEW).mutation(async ({ ctx, input }) => {
    const { count } = await ctx.prisma.savedView.deleteMany({ where: { id: input.id, projectId: ctx.project.id } });
    if (count === 0) throw noSuchView();
  }),
});
