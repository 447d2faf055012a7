/**
 * The sort orders of a list of traces. Each is a sequence of stretches that an index holds in that order
 * (prisma/migrations), so a page can begin anywhere and read on from there, however many traces there are.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { hasErrors, hiddenShare, durationSeconds, reportedThinking, shownTotal } from '../trace/trace-numbers.ts';

export type TraceSort = 'age' | 'cost' | 'hidden' | 'steps' | 'thinking' | 'duration' | 'errors';

export interface TraceOrder {
  sort: TraceSort;
  /** Smallest or oldest first. Traces without the value come last in both directions. */
  ascending?: boolean;
}

/** The position of a row: its sort value as the database formats it, and its id. */
export interface TraceCursor {
  value: string;
  id: string;
}

export interface Stretch {
  /** The sort expression, exactly as in the index; null = all traces of the stretch are equal and sorted by id. */
  key: Fragment | null;
  /** ` and …`: the condition for traces of this stretch. */
  holds: Fragment;
  /** True when traces with this sort value are in this stretch. */
  has(value: string): boolean;
}

/** Higher than any value. Stands for a missing value in ascending order. */
const MISSING_VALUE = '9000000000000000000';
const isMissing = (value: string): boolean => Number(value) >= Number(MISSING_VALUE);

export const SORT_TYPES: Readonly<Record<TraceSort, string>> = {
  age: 'timestamptz',
  cost: 'bigint',
  hidden: 'float8',
  steps: 'int',
  thinking: 'bigint',
  duration: 'float8',
  errors: 'int',
};

/** The expressions of the indexes, in which a missing value is lower than all others. */
const KEYS: Readonly<Record<TraceSort, (sql: Sql) => Fragment>> = {
  age: (sql) => sql`t.started_at`,
  cost: (sql) => sql`coalesce(${shownTotal(sql)}, -1)`,
  // Traces without a cost sort below those with nothing hidden.
  hidden: (sql) => sql`coalesce(${hiddenShare(sql)}, -1)`,
  steps: (sql) => sql`t.step_count`,
  thinking: (sql) => sql`coalesce(${reportedThinking(sql)}, -1)`,
  duration: (sql) => sql`coalesce(${durationSeconds(sql)}, -1)`,
  errors: (sql) => sql`t.error_count`,
};

const MAY_BE_MISSING: ReadonlySet<TraceSort> = new Set(['cost', 'hidden', 'thinking', 'duration']);

export const sortKey = (sql: Sql, sort: TraceSort): Fragment => KEYS[sort](sql);

/** The sort value in a cursor. Together with the id it orders the traces of all stretches. */
export function sortValue(sql: Sql, { sort, ascending = false }: TraceOrder): Fragment {
  const key = sortKey(sql, sort);
  return ascending && MAY_BE_MISSING.has(sort)
    ? sql`(case when ${key} = -1 then ${sql.unsafe(MISSING_VALUE)} else ${key} end)`
    : key;
}

export function stretchesOf(sql: Sql, { sort, ascending = false }: TraceOrder): Stretch[] {
  const key = sortKey(sql, sort);
  if (sort === 'errors') {
    const some: Stretch = { key, holds: sql`and ${hasErrors(sql)}`, has: (value) => value !== '0' };
    const none: Stretch = { key: null, holds: sql`and t.error_count = 0`, has: (value) => value === '0' };
    return ascending ? [none, some] : [some, none];
  }
  if (!ascending || !MAY_BE_MISSING.has(sort)) return [{ key, holds: sql``, has: () => true }];
  return [
    { key, holds: sql`and ${key} >= 0`, has: (value) => !isMissing(value) },
    { key: null, holds: sql`and ${key} = -1`, has: isMissing },
  ];
}
