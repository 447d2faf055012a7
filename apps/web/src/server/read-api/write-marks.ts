// POST /api/v1/marks: a program tags or bookmarks a trace with a key that has the scope "scores".
import { inTransaction, markTraces, MAX_CHANGED_TAGS, recordAudit, TooManyTags } from '@subtext/db';
import * as z from 'zod';
import { actorOf } from '../access/access.ts';
import { clientAddressOf } from '../gate/index.ts';
import type { Services } from '../services.ts';
import { TAG, TRACE_ID } from '../trpc/inputs.ts';
import { admit } from './admit.ts';
import type { Failure } from './failure.ts';
import { postedObject } from './posted-object.ts';

const TAGS = z.array(TAG).max(MAX_CHANGED_TAGS);

export const NEW_MARKS = z
  .strictObject({
    trace_id: TRACE_ID,
    add_tags: TAGS.default([]),
    remove_tags: TAGS.default([]).meta({ description: 'Also tags that spans report.' }),
    bookmarked: z.boolean().optional(),
  })
  .meta({ id: 'NewMarks' });

export const MARKS_ANSWER = z.object({ trace_id: TRACE_ID }).meta({ id: 'Marks' });

/** Throws a ZodError that names what is wrong with the body. The same request again changes nothing. */
export async function writeMarks(
  request: Request,
  services: Pick<Services, 'prisma' | 'sql' | 'env'>,
): Promise<z.infer<typeof MARKS_ANSWER> | Failure> {
  const writer = await admit(services, request.headers, 'scores');
  if ('status' in writer) return writer;
  if (writer.project.isArchived) return { status: 403, message: ARCHIVED };
  const posted = await postedObject(request, 'The body must be one JSON object.');
  if ('status' in posted) return posted;
  const { trace_id: traceId, add_tags: addTags, remove_tags: removeTags, bookmarked } = NEW_MARKS.parse(posted.body);
  const [projectId, actor] = [writer.project.id, actorOf(writer.me, clientAddressOf(request.headers))];
  const change = { addTags, removeTags, bookmarked };
  try {
    return await inTransaction(services.sql, async (sql) => {
      if ((await markTraces(sql, { projectId, traceIds: [traceId], ...change })) === 0) return NO_TRACE;
      await recordAudit(sql, { projectId, actor, action: 'traces.mark', target: traceId, after: change });
      return { trace_id: traceId };
    });
  } catch (error) {
    if (error instanceof TooManyTags) return { status: 409, message: error.message };
    throw error;
  }
}

const NO_TRACE: Failure = { status: 404, message: 'There is no such trace in the project of this key.' };
const ARCHIVED = 'The project of this API key is archived and takes no tags. Restore it under Settings, General.';
