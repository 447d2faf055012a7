// /api/v1/exports: a program with a key of the scope "admin" starts exports to a target of the project, and follows them.
import {
  exportRun,
  exportRuns,
  exportTargets,
  recordAudit,
  requestExport,
  type Answer,
  type AuditActor,
  type Sql,
} from '@subtext/db';
import * as z from 'zod';
import { actorOf } from '../access/access.ts';
import { EXPORT_ANSWER, exportAnswer } from '../exports/export-answer.ts';
import { clientAddressOf } from '../gate/index.ts';
import { EXPORT_IS_OPEN } from '../routers/settings/exports.ts';
import type { Services } from '../services.ts';
import { NAME } from '../trpc/inputs.ts';
import { admit } from './admit.ts';
import { pageOf } from './answers.ts';
import type { Failure } from './failure.ts';
import { postedObject } from './posted-object.ts';
import type { Reader } from './reader.ts';
import { writeOnce } from './write-once.ts';

export const NEW_EXPORT = z
  .strictObject({
    target: NAME.meta({ description: 'The name of a target, as under Settings, Data.' }),
    everything: z.boolean().default(false).meta({ description: 'true: also what an export before has.' }),
  })
  .meta({ id: 'NewExport' });

export const EXPORTS_ANSWER = pageOf('Exports', EXPORT_ANSWER);

export const EXPORTS_PARAMETERS = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.uuid().optional(),
});

type ExportServices = Pick<Services, 'prisma' | 'sql' | 'env'>;

/** Throws a ZodError that names what is wrong with the request. `id`: of an export; undefined = all. */
export async function answerExports(
  request: Request,
  id: string | undefined,
  services: ExportServices,
): Promise<Answer | Failure> {
  const reader = await admit(services, request.headers, 'admin');
  if ('status' in reader) return reader;
  if (request.method === 'POST') return id === undefined ? requested(request, reader, services) : NO_POST;
  return id === undefined ? listed(request, reader, services) : oneOf(services.sql, reader, id);
}

const NO_POST: Failure = {
  status: 405,
  message: 'An export is read with GET, and started by POST /api/v1/exports.',
};

async function requested(request: Request, reader: Reader, { sql }: ExportServices): Promise<Answer | Failure> {
  const posted = await postedObject(request, 'The body must be one JSON object.');
  if ('status' in posted) return posted;
  const { target, everything } = NEW_EXPORT.parse(posted.body);
  const { id: projectId, slug } = reader.project;
  const requestedBy = actorOf(reader.me, clientAddressOf(request.headers));
  const post = { request, projectId, operation: 'POST exports', body: posted.text };
  return writeOnce(sql, post, (transaction) =>
    startExport(transaction, { projectId, slug, name: target, isFull: everything, requestedBy }),
  );
}

interface Start {
  projectId: string;
  slug: string;
  name: string;
  isFull: boolean;
  requestedBy: AuditActor;
}

async function startExport(sql: Sql, { projectId, slug, name, isFull, requestedBy }: Start): Promise<Answer> {
  const target = (await exportTargets(sql, projectId)).find((one) => one.name === name);
  if (!target) return { status: 404, answer: { error: NO_TARGET } };
  const kind = isFull ? 'full' : 'changes';
  const id = await requestExport(sql, { projectId, targetId: target.id, kind, isScheduled: false, requestedBy });
  if (id === undefined) return { status: 409, answer: { error: EXPORT_IS_OPEN } };
  const after = { id, everything: isFull };
  await recordAudit(sql, { projectId, actor: requestedBy, action: 'exports.start', target: name, after });
  return { status: 202, answer: exportAnswer((await exportRun(sql, { projectId, id }))!, slug) };
}

const NO_TARGET = 'There is no target of this name in the project of this key. Owners add one under Settings, Data.';

async function listed(request: Request, { project }: Reader, { sql }: ExportServices): Promise<Answer> {
  const { limit, cursor } = EXPORTS_PARAMETERS.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { runs, next } = await exportRuns(sql, { projectId: project.id, after: cursor ?? null, limit });
  return { status: 200, answer: { rows: runs.map((run) => exportAnswer(run, project.slug)), next } };
}

async function oneOf(sql: Sql, { project }: Reader, id: string): Promise<Answer | Failure> {
  const found = z.uuid().safeParse(id).success ? await exportRun(sql, { projectId: project.id, id }) : undefined;
  if (!found) return { status: 404, message: 'There is no such export in the project of this key.' };
  return { status: 200, answer: exportAnswer(found, project.slug) };
}
