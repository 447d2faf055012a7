/**
 * The orders of a list of traces. Each is a row of stretches that an index has in that order (prisma/migrations), so
 * that a page begins anywhere in it and reads on from there, however many traces there are.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../connect.ts';
import { errorsKnown, hiddenShare, secondsKnown, thinkingKnown, totalKnown } from './trace-numbers.ts';

export type TraceSort = 'age' | 'cost' | 'hidden' | 'steps' | 'thinking' | 'duration' | 'errors';

export interface TraceOrder {
  sort: TraceSort;
  /** The least first, or the oldest; traces of which the value is not known are the last either way. */
  ascending?: boolean;
}

/** Where a row stands: its sort value as the database writes it, and its id. */
export interface TraceCursor {
  value: string;
  id: string;
}

export interface Stretch {
  /** What its traces are ordered by, exactly as the index has it; null = they are alike, and stand by their ids. */
  key: Fragment | null;
  /** ` and …`: which traces are of it. */
  holds: Fragment;
  /** Whether a trace with this sort value is of it. */
  has(value: string): boolean;
}

/** Beyond any value: what is not known, where the least comes first. */
const BEYOND = '9000000000000000000';
const isBeyond = (value: string): boolean => Number(value) >= Number(BEYOND);

export const SORT_TYPES: Readonly<Record<TraceSort, string>> = {
  age: 'timestamptz',
  cost: 'bigint',
  hidden: 'float8',
  steps: 'int',
  thinking: 'bigint',
  duration: 'float8',
  errors: 'int',
};

/** As the indexes have them: what is not known is below all that is. */
const KEYS: Readonly<Record<TraceSort, (sql: Sql) => Fragment>> = {
  age: (sql) => sql`t.started_at`,
  cost: (sql) => sql`coalesce(${totalKnown(sql)}, -1)`,
  // Traces without a cost come after those with nothing hidden.
  hidden: (sql) => sql`coalesce(${hiddenShare(sql)}, -1)`,
  steps: (sql) => sql`t.step_count`,
  thinking: (sql) => sql`coalesce(${thinkingKnown(sql)}, -1)`,
  duration: (sql) => sql`coalesce(${secondsKnown(sql)}, -1)`,
  errors: (sql) => sql`t.error_count`,
};

const MAY_BE_UNKNOWN: ReadonlySet<TraceSort> = new Set(['cost', 'hidden', 'thinking', 'duration']);

export const sortKey = (sql: Sql, sort: TraceSort): Fragment => KEYS[sort](sql);

/** What a cursor holds; with the id it puts the traces of all stretches in order. */
export function sortValue(sql: Sql, { sort, ascending = false }: TraceOrder): Fragment {
  const key = sortKey(sql, sort);
  return ascending && MAY_BE_UNKNOWN.has(sort)
    ? sql`(case when ${key} = -1 then ${sql.unsafe(BEYOND)} else ${key} end)`
    : key;
}

export function stretchesOf(sql: Sql, { sort, ascending = false }: TraceOrder): Stretch[] {
  const key = sortKey(sql, sort);
  if (sort === 'errors') {
    const some: Stretch = { key, holds: sql`and ${errorsKnown(sql)}`, has: (value) => value !== '0' };
    const none: Stretch = { key: null, holds: sql`and t.error_count = 0`, has: (value) => value === '0' };
    return ascending ? [none, some] : [some, none];
  }
  if (!ascending || !MAY_BE_UNKNOWN.has(sort)) return [{ key, holds: sql``, has: () => true }];
  return [
    { key, holds: sql`and ${key} >= 0`, has: (value) => !isBeyond(value) },
    { key: null, holds: sql`and ${key} = -1`, has: isBeyond },
  ];
}
