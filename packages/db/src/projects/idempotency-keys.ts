/** Requests of the API that are sent again under the same key: the answer to the first is stored with its effect. */
import { createHash } from 'node:crypto';
import type { Sql } from '../postgres/connect.ts';
import { inTransaction } from '../postgres/in-transaction.ts';

export interface IdempotentRequest {
  projectId: string;
  /** Method and path. */
  operation: string;
  key: string;
  /** As it was sent. */
  body: string;
}

export interface Answer {
  status: number;
  answer: object;
}

const KEPT_FOR = '24 hours';

/** Rolls back the effect of a refused request, which may be sent again. */
class Refused extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('Nothing is stored of a refused request.');
    this.answer = answer;
  }
}

/**
 * Resolves to the answer of `work`, or to that of the same request before; to 'other body' when the key was used for
 * another request. A request that comes while the first one runs waits for it. `work` must use the `sql` it is given.
 * Only answers below 400 are stored.
 */
export async function answerOnce(
  sql: Sql,
  request: IdempotentRequest,
  work: (sql: Sql) => Promise<Answer>,
): Promise<Answer | 'other body'> {
  const { projectId, operation, key, body } = request;
  const digest = createHash('sha256').update(body).digest();
  try {
    return await inTransaction(sql, async (transaction) => {
      const isKey = transaction`project_id = ${projectId} AND operation = ${operation} AND key = ${key}`;
      await transaction`DELETE FROM idempotency_keys
        WHERE ${isKey} AND created_at < now() - ${KEPT_FOR}::text::interval`;
      const { count } = await transaction`
        INSERT INTO idempotency_keys (project_id, operation, key, body_digest, status, answer)
        VALUES (${projectId}, ${operation}, ${key}, ${digest}, 0, '{}') ON CONFLICT DO NOTHING`;
      if (count === 0) {
        const [stored] = await transaction<(Answer & { isSame: boolean })[]>`
          SELECT status, answer, body_digest = ${digest} AS "isSame" FROM idempotency_keys WHERE ${isKey}`;
        return stored?.isSame ? { status: stored.status, answer: stored.answer } : 'other body';
      }
      const { status, answer } = await work(transaction);
      if (status >= 400) throw new Refused({ status, answer });
      await transaction`UPDATE idempotency_keys
        SET status = ${status}, answer = ${JSON.stringify(answer)}::text::jsonb WHERE ${isKey}`;
      return { status, answer };
    });
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}

export async function forgetIdempotencyKeys(sql: Sql): Promise<void> {
  await sql`DELETE FROM idempotency_keys WHERE created_at < now() - ${KEPT_FOR}::text::interval`;
}
