// Releases, prompt versions and efforts of one project in a time range: their figures, and what changed between two.
import { RELEASE_CUTS } from '@subtext/db';
import * as z from 'zod';
import { TEXT } from '../../trpc/inputs.ts';
import { projectProcedure, router } from '../../trpc/trpc.ts';
import { RANGE_INPUT } from '../costs/costs-scope.ts';
import { compareReleases } from './compare-releases.ts';
import { releaseRows } from './release-rows.ts';

const NO_TEXT = { texts: 'none' } as const;
/** A release, prompt version or effort: metadata has the longest. */
const VALUE = TEXT.min(1).max(2000);

export const releasesRouter = router({
  /** The release with the newest run first. */
  list: projectProcedure
    .meta(NO_TEXT)
    .input(RANGE_INPUT.safeExtend({ by: z.enum(RELEASE_CUTS) }))
    .query(({ ctx, input }) => releaseRows(ctx.sql, { projectId: ctx.project.id, ...input })),

  compare: projectProcedure
    .meta(NO_TEXT)
    .input(RANGE_INPUT.safeExtend({ by: z.enum(RELEASE_CUTS), a: VALUE, b: VALUE }))
    .query(({ ctx, input }) => compareReleases(ctx.sql, { projectId: ctx.project.id, ...input })),
});
