/**
 * The data for comparing two runs beside their skeletons: the argument names of each call. Values are loaded only when
 * they are shown.
 */
import { router } from '../../trpc/trpc.ts';
import { LARGE_READ, traceProcedure } from './trace-procedure.ts';

export const compareRouter = router({
  /** JSON of ArgumentsOfCall[], as one string: the transformer of tRPC would walk every value. */
  arguments: traceProcedure
    .meta(LARGE_READ)
    .query(({ ctx, signal }) => ctx.reads.value('comparison', ctx.key, { input: null, signal })),
});
