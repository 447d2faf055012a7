/** A user's change of a stored score, or its removal. Both are newer than every version that was stored before. */
import type { Sql } from '../postgres/connect.ts';
import type { ScoreContent } from '../rows/scores.ts';

interface ScoreKey {
  projectId: string;
  /** 32 hex digits. */
  traceId: string;
  id: string;
}

export interface StoredScore extends ScoreContent {
  authorId: string | null;
}

/** The score before its change, locked until the end of the transaction; undefined when the trace has no such score. */
export async function lockScore(sql: Sql, { projectId, traceId, id }: ScoreKey): Promise<StoredScore | undefined> {
  const [row] = await sql<StoredScore[]>`
    SELECT name, number, label, thumbs, comment, author_id AS "authorId" FROM scores
    WHERE project_id = ${projectId} AND trace_id = decode(${traceId}, 'hex') AND id = ${id} AND removed_at IS NULL
    FOR UPDATE`;
  return row && { ...row };
}

export async function changeScore(sql: Sql, { projectId, id }: ScoreKey, content: ScoreContent): Promise<void> {
  const { name, number, label, thumbs, comment } = content;
  await sql`
    UPDATE scores SET name = ${name}, number = ${number}, label = ${label}, thumbs = ${thumbs}, comment = ${comment},
      updated_at = greatest(now(), updated_at + interval '1 microsecond')
    WHERE project_id = ${projectId} AND id = ${id}`;
}

/** Removes all of its content. */
export async function removeScore(sql: Sql, { projectId, id }: ScoreKey): Promise<void> {
  await sql`
    UPDATE scores SET name = NULL, number = NULL, label = NULL, thumbs = NULL, comment = NULL, removed_at = now(),
      updated_at = greatest(now(), updated_at + interval '1 microsecond')
    WHERE project_id = ${projectId} AND id = ${id}`;
}
