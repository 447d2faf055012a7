// Parameters that several questions share.
import * as z from 'zod';
import { Q, RANGE, STEP_LABEL } from '../../read-api/parameters.ts';
import { momentsOf } from '../../read-api/endpoints.ts';
import { TRACE_ID } from '../../trpc/inputs.ts';
import { MAX_TOKENS } from '../writing/budget.ts';

export { Q, RANGE, STEP_LABEL as STEP };

export const BUDGET = { max_tokens: MAX_TOKENS };

export const RUN = TRACE_ID.describe('The id of a run: 32 hex digits, as in its link.');

export const OFFSET = z
  .int()
  .min(0)
  .max(1_000_000_000)
  .default(0)
  .describe('Where to continue a text that was cut, in characters.');

export const SKIP = z.int().min(0).max(10_000).default(0).describe('How many items of the list to leave out.');

export const costsOf = ({ q, range }: { q: string; range: string }) => ({ q, ...momentsOf(range), timeZone: 'UTC' });
