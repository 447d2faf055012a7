/**
 * What two runs are compared by beside their skeletons: the names of the arguments of each call. Values stay here until
 * somebody looks.
 */
import { router } from '../trpc.ts';
import { traceProcedure } from './trace-procedure.ts';

export const compareRouter = router({
  /** JSON of ArgumentsOfCall[], as one string: the transformer of tRPC would walk every value. */
  arguments: traceProcedure.query(({ ctx, signal }) => ctx.reads.value('comparison', ctx.key, { input: null, signal })),
});
