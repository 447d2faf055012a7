/**
 * The tags of a trace: those that its spans report, as people changed them (mark-traces.ts). A tag that a person
 * removed stays removed when spans report it again.
 */
import type { Fragment, Row } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';

export interface TraceMarks {
  /** Sorted. */
  tags: string[];
  bookmarked: boolean;
}

/** The columns that `marksOf` reads. */
export const MARK_COLUMNS = (sql: Sql): Fragment => sql`t.tags, t.added_tags, t.removed_tags, t.bookmarked`;

export function marksOf({ tags, added_tags, removed_tags, bookmarked }: Row): TraceMarks {
  const removed = new Set(removed_tags as string[]);
  const kept = (tags as string[]).filter((tag) => !removed.has(tag));
  return { tags: [...new Set([...kept, ...(added_tags as string[])])].sort(), bookmarked };
}

/** Repeats the condition of the index `traces_added_tags_idx`. */
export const hasTag = (sql: Sql, tag: string): Fragment =>
  sql`((t.tags @> ${[tag]}::text[] and not t.removed_tags @> ${[tag]}::text[])
    or (t.added_tags <> '{}' and t.added_tags @> ${[tag]}::text[]))`;

/** One row for each tag of a trace in `counted t`. */
export const eachTag = (sql: Sql): Fragment => sql`
  select v.value from counted t cross join lateral (
    select unnest(t.tags) as value except select unnest(t.removed_tags) union select unnest(t.added_tags)
  ) v`;
