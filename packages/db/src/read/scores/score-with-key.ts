/** The score that a sender names by its key; undefined when it was removed. */
import type { Sql } from '../../postgres/connect.ts';
import { SCORE_COLUMNS, type ScoreRow } from './score-row.ts';

const SQL = `
  SELECT ${SCORE_COLUMNS} FROM scores AS score
  WHERE score.project_id = $1::uuid AND score.idempotency_key = $2 AND score.removed_at IS NULL`;

export async function scoreWithKey(
  sql: Sql,
  { projectId, idempotencyKey }: { projectId: string; idempotencyKey: string },
): Promise<ScoreRow | undefined> {
  const [row] = await sql.unsafe<ScoreRow[]>(SQL, [projectId, idempotencyKey], { prepare: true });
  return row && { ...row };
}
