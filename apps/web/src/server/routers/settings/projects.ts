// A project as a whole: its name, its archive and its end. Each change is in the log of the project and in that of its
// organization, which outlives the project.
import { archiveProject, renameProject, requestDeletion } from '@subtext/db';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { TEXT } from '../../trpc/inputs.ts';
import { onHold, ownerProcedure, router } from '../../trpc/trpc.ts';

export const PROJECT_NAME = TEXT.trim().min(1).max(100);

const owned = ownerProcedure('Only an owner of the project may do this.').meta({ isOfOrganization: true });

export const projectsRouter = router({
  /** The slug stays, so every link stays. */
  rename: owned.input(z.object({ name: PROJECT_NAME })).mutation(async ({ ctx, input: { name } }) => {
    ctx.describe({ target: ctx.project.name, before: { name: ctx.project.name }, after: { name } });
    await renameProject(ctx.sql, ctx.project.id, name);
  }),

  archive: owned.mutation(async ({ ctx }) => {
    ctx.describe({ target: ctx.project.name });
    if (!(await archiveProject(ctx.sql, ctx.project.id, true)))
      throw new TRPCError({ code: 'CONFLICT', message: 'The project is archived already.' });
  }),

  restore: owned.meta({ worksInArchive: true }).mutation(async ({ ctx }) => {
    ctx.describe({ target: ctx.project.name });
    if (!(await archiveProject(ctx.sql, ctx.project.id, false)))
      throw new TRPCError({ code: 'CONFLICT', message: 'The project is not archived.' });
  }),

  /** The name is typed as a confirmation. The rows are deleted in the background, and cannot be read from now on. */
  delete: owned
    .meta({ worksInArchive: true })
    .input(z.object({ name: TEXT.max(200) }))
    .mutation(async ({ ctx, input }) => {
      if (input.name.trim() !== ctx.project.name)
        throw new TRPCError({ code: 'BAD_REQUEST', message: 'Type the name of the project to delete it.' });
      ctx.describe({ target: ctx.project.name });
      await requestDeletion(ctx.sql, { projectId: ctx.project.id, requestedBy: ctx.actor }).catch(onHold);
    }),
});
