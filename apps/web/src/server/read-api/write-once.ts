// A request that changes something, with or without an Idempotency-Key.
import { answerOnce, inTransaction, type Answer, type Sql } from '@subtext/db';
import type { Failure } from './failure.ts';
import { IDEMPOTENCY_KEY } from './idempotency-key.ts';

export const WRITE_KEY = IDEMPOTENCY_KEY.meta({
  description: 'Sent again with the same key and body within a day, the request has no further effect.',
});

interface PostedRequest {
  request: Request;
  projectId: string;
  /** Method and path. */
  operation: string;
  /** As it was sent. */
  body: string;
}

/** `work` must use the `sql` it is given. */
export async function writeOnce(
  sql: Sql,
  { request, body, ...of }: PostedRequest,
  work: (sql: Sql) => Promise<Answer>,
): Promise<Answer | Failure> {
  const key = WRITE_KEY.parse(request.headers.get('idempotency-key') ?? undefined);
  if (key === undefined) return inTransaction(sql, work);
  const answer = await answerOnce(sql, { ...of, key, body }, work);
  return answer === 'other body' ? OTHER_BODY : answer;
}

const OTHER_BODY: Failure = {
  status: 422,
  message: 'This Idempotency-Key was used for another request within the last day. Use a new key for a new request.',
};
