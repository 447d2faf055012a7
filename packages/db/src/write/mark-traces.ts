/**
 * Tags and bookmarks that people give to traces. Spans never change them, so the order in which spans and people come
 * makes no difference, and a change that is sent twice counts once.
 */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { retrying } from '../postgres/retry.ts';
import { joinedInto } from './joined-into.ts';

export interface MarkChange {
  projectId: string;
  /** 32 hex digits; traces that became a part of another one stand for that one. */
  traceIds: readonly string[];
  addTags?: readonly string[];
  removeTags?: readonly string[];
  /** undefined = unchanged. */
  bookmarked?: boolean | undefined;
}

/** Users add no more tags to a trace than this, and remove no more. Joined traces keep the tags of both. */
export const MAX_CHANGED_TAGS = 50;

/** Nothing was changed, because a trace would have more than MAX_CHANGED_TAGS. */
export class TooManyTags extends Error {}

/** Resolves to the number of traces that exist. Rejects with TooManyTags. */
export async function markTraces(sql: Sql, change: MarkChange): Promise<number> {
  const joined = await joinedInto(sql, change.projectId, change.traceIds);
  const traceIds = [...new Set(change.traceIds.map((id) => joined.get(id) ?? id))];
  return retrying(sql, () => sql.begin((transaction) => mark(transaction, { ...change, traceIds })));
}

/** Locks in the order of batches (write-batch.ts). */
async function mark(sql: TransactionSql, change: MarkChange): Promise<number> {
  const { projectId, traceIds, addTags = [], removeTags = [], bookmarked = null } = change;
  const added = addTags.filter((tag) => !removeTags.includes(tag));
  const rows = await sql<{ added: number; removed: number }[]>`
    WITH locked AS MATERIALIZED (
      SELECT trace_id FROM traces WHERE project_id = ${projectId}
        AND trace_id = ANY (ARRAY(SELECT decode(id, 'hex') FROM unnest(${[...traceIds]}::text[]) AS id))
      ORDER BY trace_id FOR UPDATE
    )
    UPDATE traces SET
      added_tags = ARRAY(
        SELECT tag FROM (
          SELECT unnest(traces.added_tags || ${added}::text[]) AS tag EXCEPT SELECT unnest(${[...removeTags]}::text[])
        ) AS kept ORDER BY tag COLLATE "C"),
      removed_tags = ARRAY(
        SELECT tag FROM (
          SELECT unnest(traces.removed_tags || ${[...removeTags]}::text[]) AS tag EXCEPT SELECT unnest(${added}::text[])
        ) AS gone ORDER BY tag COLLATE "C"),
      bookmarked = coalesce(${bookmarked}::boolean, traces.bookmarked)
    FROM locked WHERE traces.project_id = ${projectId} AND traces.trace_id = locked.trace_id
    RETURNING cardinality(added_tags) AS added, cardinality(removed_tags) AS removed`;
  // A trace that has more, because it was joined, can still be bookmarked and lose tags.
  if (added.length > 0 && rows.some((row) => row.added > MAX_CHANGED_TAGS))
    throw new TooManyTags(`A trace can have at most ${MAX_CHANGED_TAGS} added tags. No tag was changed.`);
  if (removeTags.length > 0 && rows.some((row) => row.removed > MAX_CHANGED_TAGS))
    throw new TooManyTags(`At most ${MAX_CHANGED_TAGS} tags can be removed from a trace. No tag was changed.`);
  return rows.length;
}
