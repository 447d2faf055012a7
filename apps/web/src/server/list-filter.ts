// The input that all lists of traces, sessions and thoughts share, as in the URL: filter text, range, and start of the
// page.
import type { TraceFilter } from '@subtext/db';
import * as z from 'zod';
import { POSTGRES_TIME, TRACE_ID, withoutNul } from './trpc/inputs.ts';
import { parseTimeRange, RELATIVE_RANGES } from '../lib/time/time-range.ts';
import { conditionsOf, parseFilter, withoutPart } from '../lib/traces/trace-filter.ts';
import type { TraceSortKey } from '../lib/traces/trace-sort.ts';

/** Rows that are counted one by one; above it reads "10,000+". */
export const COUNT_CAP = 10_000;

/** The default and the maximum number of rows in a page of a list. */
export const PAGE_ROWS = 50;
export const MAX_ROWS = 200;

export const FILTER = z.object({
  /** The filter as it was typed. */
  q: z.string().max(500),
  /** `24h`, `ISO..ISO`, or `all`. */
  range: z.string().max(100),
});
export type FilterInput = z.infer<typeof FILTER>;

/** The place of a row in the order of time. */
export const CURSOR = z.object({ value: POSTGRES_TIME, id: TRACE_ID });

const INT = z.string().regex(/^-?\d{1,9}$/);
const BIGINT = z.string().regex(/^-?\d{1,18}$/);
const FLOAT = z.string().regex(/^-?\d{1,20}(?:\.\d{1,30})?(?:e[-+]\d{1,2})?$/);

/** As PostgreSQL writes what a list is ordered by. */
const SORT_VALUES: Readonly<Record<TraceSortKey, z.ZodString | typeof POSTGRES_TIME>> = {
  age: POSTGRES_TIME,
  cost: BIGINT,
  hidden: FLOAT,
  steps: INT,
  thinking: BIGINT,
  duration: FLOAT,
  errors: INT,
};

/** The position of a row in a list of traces; valid only in the same sort order. */
export const SORT_CURSOR = z.object({ value: z.string().max(100), id: TRACE_ID });

export const isCursorOf = ({ sort, cursor }: { sort: TraceSortKey; cursor?: { value: string } | null }): boolean =>
  !cursor || SORT_VALUES[sort].safeParse(cursor.value).success;

export const NOT_ITS_CURSOR = {
  path: ['cursor'],
  message: 'a cursor is what the page before gave as "next", in the same order',
};

export function filterOf(projectId: string, { q, range }: FilterInput): TraceFilter {
  const time = parseTimeRange(range, new Date());
  // A relative range ends now by this clock, because senders' clocks can be ahead.
  const relative = RELATIVE_RANGES.some(({ value }) => value === range);
  const to = time && !relative ? time.to : null;
  return { projectId, from: time?.from ?? null, to, conditions: conditionsOf(withoutNul(q)) };
}

/**
 * Finds the filter parts that exclude all rows: `count` of the filter without its range (`range`), and without each of
 * its first eight parts (`parts`, with the text of the part and the filter that is left).
 */
export async function countWithout<Count extends object>(
  { q, range }: FilterInput,
  count: (filter: FilterInput) => Promise<Count>,
) {
  const parts = parseFilter(withoutNul(q)).filter((part) => part.condition);
  const [ofAllTime, ...perPart] = await Promise.all([
    count({ q, range: 'all' }),
    ...parts.slice(0, 8).map(async (part) => {
      const rest = withoutPart(withoutNul(q), part);
      return { source: part.source, q: rest, ...(await count({ q: rest, range })) };
    }),
  ]);
  return { range: ofAllTime, parts: perPart };
}
