// Parameters that several questions share.
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { Q, RANGE } from '../../read-api/parameters.ts';
import { momentsOf } from '../../read-api/endpoints.ts';
import { TRACE_ID } from '../../trpc/inputs.ts';
import { MAX_TOKENS } from '../writing/budget.ts';

export { Q, RANGE };

export const BUDGET = { max_tokens: MAX_TOKENS };

export const RUN = TRACE_ID.describe('The id of a run: 32 hex digits, as in its link.');

export const STEP = z.coerce
  .string()
  .regex(/^\d{1,7}[a-z]{0,4}$/, 'A step is a number as on the page of the run, such as 7, or 7b for its second call.')
  .describe('The number of a step, as on the page of the run: 7, or 7b for its second call.');

export const OFFSET = z
  .int()
  .min(0)
  .max(1_000_000_000)
  .default(0)
  .describe('Where to continue a text that was cut, in characters.');

export const SKIP = z.int().min(0).max(10_000).default(0).describe('How many items of the list to leave out.');

export const costsOf = ({ q, range }: { q: string; range: string }) => ({ q, ...momentsOf(range), timeZone: 'UTC' });

export const notFound = (message: string) => new TRPCError({ code: 'NOT_FOUND', message });
export const wrong = (message: string) => new TRPCError({ code: 'BAD_REQUEST', message });
