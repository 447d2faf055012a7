/** The columns of a stored score, for each query that reads scores. */
import type { ScoreContent, ScoreSource, ScoreTarget } from '../../rows/scores.ts';

export interface ScoreRow extends ScoreContent {
  id: string;
  traceId: string;
  /** null = the whole trace. */
  spanId: string | null;
  target: ScoreTarget;
  source: ScoreSource;
  /** Id of the user who gave it. */
  authorId: string | null;
  /** E-mail address of the user, or name of the key; null when the user or key was deleted. */
  author: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export const SCORE_COLUMNS = `
  score.id, encode(score.trace_id, 'hex') AS "traceId", encode(score.span_id, 'hex') AS "spanId", score.target,
  score.name, score.number, score.label, score.thumbs, score.comment, score.source, score.author_id AS "authorId",
  coalesce((SELECT email FROM users WHERE users.id = score.author_id), (
    SELECT api_keys.name FROM api_keys WHERE api_keys.id = score.key_id AND api_keys.project_id = score.project_id
  )) AS author, score.created_at AS "createdAt", score.updated_at AS "updatedAt"`;
