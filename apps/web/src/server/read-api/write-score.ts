// POST /api/v1/scores: a program writes a score with a key of its project that has the scope "scores".
import { scoreWithKey, writeScores } from '@subtext/db';
import { randomUUID } from 'node:crypto';
import { tableRecords, type TableRecord } from '../../lib/files/table.ts';
import { TOO_MANY_SCORES } from '../scores/score-input.ts';
import type { Services } from '../services.ts';
import { admit } from './admit.ts';
import type { Failure } from './failure.ts';
import { postedObject } from './posted-object.ts';
import { NEW_SCORE, SCORE_COLUMNS, SCORE_KEY } from './scores.ts';

/** The stored score, or why there is none. Throws a ZodError that names what is wrong with the body. */
export async function writeScore(
  request: Request,
  services: Pick<Services, 'prisma' | 'sql' | 'env'>,
): Promise<TableRecord | Failure> {
  const writer = await admit(services, request.headers, 'scores');
  if ('status' in writer) return writer;
  if (writer.project.isArchived) return { status: 403, message: ARCHIVED };
  const key = SCORE_KEY.parse(request.headers.get('idempotency-key') ?? undefined);
  const posted = await postedObject(request, 'The body must be one JSON object.');
  if ('status' in posted) return posted;
  const { trace_id: traceId, span_id: spanId, at, ...content } = NEW_SCORE.parse(posted.body);
  const projectId = writer.project.id;
  const idempotencyKey = `api:${key ?? randomUUID()}`;
  const refused = await writeScores(services.sql, [
    {
      ...{ projectId, traceId, spanId, ...content, source: 'api', authorId: null, keyId: writer.me.credential.id },
      ...{ idempotencyKey, at: at ?? new Date().toISOString() },
    },
  ]);
  if (refused > 0) return { status: 409, message: TOO_MANY_SCORES };
  const stored = await scoreWithKey(services.sql, { projectId, idempotencyKey });
  return stored
    ? tableRecords(SCORE_COLUMNS, [stored])[0]!
    : { status: 409, message: 'The score with this Idempotency-Key was removed later than "at".' };
}

const ARCHIVED = 'The project of this API key is archived and takes no scores. Restore it under Settings, General.';
