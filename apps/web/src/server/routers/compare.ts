/** What two runs are compared by beside their skeletons: the names of the arguments of each call. Values stay here until somebody looks. */
import { compareArguments, jsonKey, type CallArguments } from '@subtext/db';
import { router } from '../trpc.ts';
import { traceProcedure } from './trace-procedure.ts';

/** As many descriptions of calls as the page of a trace loads. */
const MOST_CALLS = 300_000;
const MOST_NAMES = 50;

/** By `<span id>:<index>`: the names of the arguments, sorted (null = not a JSON object, or too long to tell), and a number that is equal
 * where the arguments are equal as JSON. */
export type ArgumentsOfCall = [key: string, names: string[] | null, value: number];

export const compareRouter = router({
  /** JSON of ArgumentsOfCall[], as one string: the transformer of tRPC would walk every value. */
  arguments: traceProcedure.query(async ({ ctx }) =>
    JSON.stringify((await compareArguments(ctx.sql, ctx.key, MOST_CALLS)).map(describe)),
  ),
});

function describe({ spanId, index, arguments: text, cut }: CallArguments): ArgumentsOfCall {
  const value = cut ? undefined : parsed(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const names = isObject ? Object.keys(value).sort().slice(0, MOST_NAMES) : null;
  return [`${spanId}:${index}`, names, jsonKey(text)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
