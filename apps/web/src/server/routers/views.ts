// The saved views of the trace list: names for URL parameters. All members see and change them.
import { sqlState, type Sql } from '@subtext/db';
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

/** SQLSTATE of a name that is taken. */
const isTaken = (error: unknown): boolean => sqlState(error) === '23505';

async function viewOf({ sql, project }: { sql: Sql; project: { id: string } }, id: string) {
  const [view] = await sql<{ name: string; params: unknown }[]>`
    SELECT name, params FROM saved_views WHERE id = ${id} AND project_id = ${project.id}`;
  return view && { ...view };
}

function orTaken(name: string) {
  return (error: unknown): never => {
    throw isTaken(error) ? refuse(`There is a view “${name}” already.`) : error;
  };
}

export const viewsRouter = router({
  list: projectProcedure.meta({ texts: 'none' }).query(async ({ ctx }) => {
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
    const params = JSON.stringify(input.params);
    const rows = await ctx.sql<{ id: string }[]>`
      INSERT INTO saved_views (project_id, name, params, created_by)
      VALUES (${ctx.project.id}, ${input.name}, ${params}::text::jsonb, ${ctx.me.id}) RETURNING id`.catch(
      orTaken(input.name),
    );
    ctx.describe({ target: input.name, after: input.params });
    return { id: rows[0]!.id };
  }),

  /** Changes the name or the parameters; absent ones stay. */
  change: projectProcedure
    .input(VIEW.extend({ name: NAME.optional(), params: PARAMS.optional() }))
    .mutation(async ({ ctx, input: { id, name, params } }) => {
      const before = await viewOf(ctx, id);
      const { count } = await ctx.sql`
        UPDATE saved_views SET name = coalesce(${name ?? null}, name), updated_at = now(),
          params = coalesce(${params ? JSON.stringify(params) : null}::text::jsonb, params)
        WHERE id = ${id} AND project_id = ${ctx.project.id}`.catch(orTaken(name ?? ''));
      if (count === 0) throw noSuchView();
      ctx.describe({ target: name ?? before?.name, before, after: { name, params } });
    }),

  remove: projectProcedure.input(VIEW).mutation(async ({ ctx, input }) => {
    const before = await viewOf(ctx, input.id);
    const { count } = await ctx.sql`DELETE FROM saved_views WHERE id = ${input.id} AND project_id = ${ctx.project.id}`;
    if (count === 0) throw noSuchView();
    ctx.describe({ target: before?.name, before });
  }),
});
