/**
 * GET /api/v1/export: everything in a project as lines of JSON, a page at a time (docs/export.md). The first line
 * describes the columns, the last one counts what is stored and says where the next page begins.
 */
import type { AuditActor, ExportQuery } from '@subtext/db';
import type { Project } from '../access/access.ts';
import { recordExport } from '../audit/reading.ts';
import { firstLine, lineOf, pageLines } from '../exports/project-lines.ts';
import type { Services } from '../services.ts';
import { download } from '../trpc/file-answer.ts';
import { EXPORT_PARAMETERS, writeCursor } from './parameters.ts';

interface Export {
  project: Project;
  actor: AuditActor;
  services: Pick<Services, 'sql' | 'reads'>;
}

/** Throws a ZodError that names what is wrong with the parameters, and a BusyError. */
export async function answerExport(request: Request, { project, actor, services }: Export): Promise<Response> {
  const { since, cursor } = EXPORT_PARAMETERS.parse(Object.fromEntries(new URL(request.url).searchParams));
  const query = { projectId: project.id, after: cursor ?? null, since: since === undefined ? null : new Date(since) };
  const text = services.reads.stream(project.id, linesOf(services, project, query), request.signal);
  const file = await download(text, { name: `${project.slug}.jsonl`, type: 'application/x-ndjson' });
  await recordExport(services.sql, { projectId: project.id, actor });
  return file;
}

async function* linesOf({ sql }: Pick<Services, 'sql'>, { slug }: Project, query: ExportQuery): AsyncGenerator<string> {
  yield firstLine(slug);
  const { stored, next } = yield* pageLines(sql, query);
  yield lineOf({ stored, next: writeCursor(next) });
}
