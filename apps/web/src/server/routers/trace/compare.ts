/**
 * The data for comparing two runs beside their skeletons: digests of what each call and each request said. Texts are
 * loaded only when they are shown.
 */
import { router } from '../../trpc/trpc.ts';
import { MAX_ROWS } from './trace.ts';
import { LARGE_READ, spanProcedure, traceProcedure } from './trace-procedure.ts';

export const compareRouter = router({
  /** JSON of a ComparedTrace, as one string: the transformer of tRPC would walk every value. */
  digests: traceProcedure
    .meta(LARGE_READ)
    .query(({ ctx, signal }) => ctx.reads.value('comparison', ctx.key, { input: { mostSpans: MAX_ROWS }, signal })),

  /** What one model call was given; null when there is no such call. */
  request: spanProcedure.meta(LARGE_READ).query(async ({ ctx, input: { spanId }, signal }) => {
    const texts = await ctx.reads.value('request', ctx.key, { input: { spanId }, signal });
    return texts ?? null;
  }),
});
