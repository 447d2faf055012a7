// The target of a deletion, as screens and programs send it, and the condition that it stands for.
import { DELETION_KINDS, type DeletionCondition } from '@subtext/db';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { isRange } from '../../lib/time/time-range.ts';
import { parseFilter } from '../../lib/traces/trace-filter.ts';
import { filterOf } from '../list-filter.ts';
import { TEXT } from '../trpc/inputs.ts';

const MAX_VALUE = 500;

export const DELETION_VALUE = TEXT.min(1).max(MAX_VALUE);

export const DELETION_RANGE = z
  .string()
  .max(100)
  .refine(isRange, 'A range is "all", such as "24h", or two moments with ".." between them.')
  .default('all')
  .meta({ description: 'When the traces started: 24h, ISO..ISO, or all.' });

export const DELETION_TARGET = z.object({
  kind: z.enum(DELETION_KINDS),
  /** The id of the user or session, the tag, or the text of the filter. */
  value: DELETION_VALUE,
  range: DELETION_RANGE,
});
export type DeletionTargetInput = z.infer<typeof DELETION_TARGET>;

/** Throws when a filter has a part that is no condition: without it, more would be deleted than was meant. */
export function deletionCondition({ kind, value, range }: DeletionTargetInput): DeletionCondition {
  const { from, to, conditions } = filterOf('', { q: kind === 'filter' ? value : '', range });
  const moments = { from: from?.toISOString() ?? null, to: to?.toISOString() ?? null };
  if (kind !== 'filter') return { kind, value, ...moments, conditions: [{ field: kind, value, negated: false }] };
  const problem = parseFilter(value).find((part) => part.problem !== undefined);
  if (problem)
    throw new TRPCError({ code: 'BAD_REQUEST', message: `“${problem.source}” is no condition: ${problem.problem}.` });
  if (conditions.length === 0)
    throw new TRPCError({ code: 'BAD_REQUEST', message: 'A filter needs a condition, such as env:staging.' });
  return { kind, value, ...moments, conditions };
}
