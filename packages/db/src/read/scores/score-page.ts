/** One page of the scores of a project, newest first. */
import type { Sql } from '../../postgres/connect.ts';
import type { ScoreSource } from '../../rows/scores.ts';
import { SCORE_COLUMNS, type ScoreRow } from './score-row.ts';

export interface ScoreQuery {
  projectId: string;
  /** Undefined fields do not restrict. */
  traceId?: string | undefined;
  name?: string | undefined;
  source?: ScoreSource | undefined;
  limit: number;
  /** Of the last row of the page before. */
  after?: ScoreCursor | undefined;
}

export interface ScoreCursor {
  /** As the database formats it, with microseconds. */
  at: string;
  id: string;
}

export interface ScorePage {
  scores: ScoreRow[];
  /** null on the last page. */
  next: ScoreCursor | null;
}

export async function scorePage(sql: Sql, query: ScoreQuery): Promise<ScorePage> {
  const { projectId, traceId, name, source, limit, after } = query;
  const found = await sql<(ScoreRow & ScoreCursor)[]>`
    SELECT ${sql.unsafe(SCORE_COLUMNS)}, score.created_at::text AS at FROM scores AS score
    WHERE score.project_id = ${projectId} AND score.removed_at IS NULL
      ${traceId === undefined ? sql`` : sql`AND score.trace_id = decode(${traceId}, 'hex')`}
      ${name === undefined ? sql`` : sql`AND score.name = ${name}`}
      ${source === undefined ? sql`` : sql`AND score.source = ${source}`}
      ${after ? sql`AND (score.created_at, score.id) < (${after.at}::text::timestamptz, ${after.id}::uuid)` : sql``}
    ORDER BY score.created_at DESC, score.id DESC LIMIT ${limit + 1}`;
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    scores: rows.map(({ at: _at, ...score }) => score),
    next: found.length > limit && last ? { at: last.at, id: last.id } : null,
  };
}
