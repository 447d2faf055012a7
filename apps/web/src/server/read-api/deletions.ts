// /api/v1/deletions: a program with a key of the scope "admin" deletes traces and reads the receipts.
import {
  deletionWords,
  previewTraceDeletion,
  recordAudit,
  requestTraceDeletion,
  traceDeletion,
  traceDeletions,
  type Answer,
  type AuditActor,
  type Sql,
} from '@subtext/db';
import * as z from 'zod';
import { actorOf } from '../access/access.ts';
import {
  DELETION_RANGE,
  DELETION_VALUE,
  deletionCondition,
  type DeletionTargetInput,
} from '../deletions/deletion-target.ts';
import { DELETION_RECEIPT, previewOf, receiptOf } from '../deletions/receipt.ts';
import { clientAddressOf } from '../gate/index.ts';
import { TOO_MANY_DELETIONS } from '../routers/settings/deletions.ts';
import type { Services } from '../services.ts';
import { admit } from './admit.ts';
import { pageOf } from './answers.ts';
import type { Failure } from './failure.ts';
import { postedObject } from './posted-object.ts';
import type { Reader } from './reader.ts';
import { writeOnce } from './write-once.ts';

const KINDS = ['user', 'session', 'tag', 'filter'] as const;

export const NEW_DELETION = z
  .strictObject({
    user: DELETION_VALUE.optional(),
    session: DELETION_VALUE.optional(),
    tag: DELETION_VALUE.optional(),
    filter: DELETION_VALUE.optional().meta({ description: 'As in the trace list: env:staging -tool:help.' }),
    range: DELETION_RANGE,
    dry_run: z.boolean().default(false).meta({ description: 'true: only say what would be deleted.' }),
  })
  .refine((body) => KINDS.filter((kind) => body[kind] !== undefined).length === 1, {
    message: 'Name one of user, session, tag and filter.',
  })
  .meta({ id: 'NewDeletion' });

export const DELETIONS_ANSWER = pageOf('Deletions', DELETION_RECEIPT);

export const DELETIONS_PARAMETERS = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.uuid().optional(),
});

type DeletionServices = Pick<Services, 'prisma' | 'sql' | 'env'>;

/** Throws a ZodError that names what is wrong with the request. `id`: of a deletion; undefined = all. */
export async function answerDeletions(
  request: Request,
  id: string | undefined,
  services: DeletionServices,
): Promise<Answer | Failure> {
  const reader = await admit(services, request.headers, 'admin');
  if ('status' in reader) return reader;
  if (request.method === 'POST') return id === undefined ? requested(request, reader, services) : NO_POST;
  return id === undefined ? listed(request, reader, services) : oneOf(services.sql, reader, id);
}

const NO_POST: Failure = {
  status: 405,
  message: 'A deletion is read with GET, and requested by POST /api/v1/deletions.',
};

async function requested(request: Request, reader: Reader, { sql }: DeletionServices): Promise<Answer | Failure> {
  const posted = await postedObject(request, 'The body must be one JSON object.');
  if ('status' in posted) return posted;
  const { dry_run: isDryRun, range, ...values } = NEW_DELETION.parse(posted.body);
  const kind = KINDS.find((one) => values[one] !== undefined)!;
  const target = { kind, value: values[kind]!, range };
  const actor = actorOf(reader.me, clientAddressOf(request.headers));
  if (isDryRun) return { status: 200, answer: await preview(sql, reader, target) };
  const post = { request, projectId: reader.project.id, operation: 'POST deletions', body: posted.text };
  return writeOnce(sql, post, (transaction) => requestDeletion(transaction, { reader, target, actor }));
}

async function preview(sql: Sql, { project }: Reader, target: DeletionTargetInput): Promise<object> {
  const condition = deletionCondition(target);
  return previewOf(await previewTraceDeletion(sql, project.id, condition), deletionWords(condition));
}

interface Requested {
  reader: Reader;
  target: DeletionTargetInput;
  actor: AuditActor;
}

async function requestDeletion(sql: Sql, { reader, target, actor }: Requested): Promise<Answer> {
  const { id: projectId, slug } = reader.project;
  const condition = deletionCondition(target);
  const { traces, held } = await previewTraceDeletion(sql, projectId, condition);
  const id = await requestTraceDeletion(sql, { projectId, condition, requestedBy: actor });
  if (id === undefined) return { status: 409, answer: { error: TOO_MANY_DELETIONS } };
  await recordAudit(sql, {
    ...{ projectId, actor, action: 'deletions.request', target: deletionWords(condition) },
    ...{ before: { traces, held }, after: { id } },
  });
  return { status: 202, answer: receiptOf((await traceDeletion(sql, { projectId, id }))!, slug) };
}

async function listed(request: Request, { project }: Reader, { sql }: DeletionServices): Promise<Answer> {
  const { limit, cursor } = DELETIONS_PARAMETERS.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { deletions, next } = await traceDeletions(sql, { projectId: project.id, after: cursor ?? null, limit });
  return { status: 200, answer: { rows: deletions.map((one) => receiptOf(one, project.slug)), next } };
}

async function oneOf(sql: Sql, { project }: Reader, id: string): Promise<Answer | Failure> {
  const found = z.uuid().safeParse(id).success ? await traceDeletion(sql, { projectId: project.id, id }) : undefined;
  return found
    ? { status: 200, answer: receiptOf(found, project.slug) }
    : { status: 404, message: 'There is no such deletion in the project of this key.' };
}
