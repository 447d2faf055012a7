/** The scores and comments of one trace, oldest first. */
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';
import { MAX_SCORES_PER_TRACE } from '../../rows/scores.ts';
import { SCORE_COLUMNS, type ScoreRow } from './score-row.ts';

const SQL = `
  SELECT ${SCORE_COLUMNS} FROM scores AS score
  WHERE score.project_id = $1::uuid AND score.trace_id = decode($2, 'hex') AND score.removed_at IS NULL
  ORDER BY score.created_at, score.id LIMIT $3`;

export async function traceScores(sql: Sql, { projectId, traceId }: TraceKey): Promise<ScoreRow[]> {
  return [...(await sql.unsafe<ScoreRow[]>(SQL, [projectId, traceId, MAX_SCORES_PER_TRACE], { prepare: true }))];
}
