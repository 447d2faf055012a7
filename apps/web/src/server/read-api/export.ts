/**
 * GET /api/v1/export: everything in a project as lines of JSON, a page at a time (docs/export.md). The first line
 * describes the columns, the last one counts what is stored and says where the next page begins.
 */
import { EXPORT_FORMAT, EXPORT_SCHEMA, exportPage, type AuditActor, type ExportQuery } from '@subtext/db';
import type { Project } from '../access/access.ts';
import { recordExport } from '../audit/reading.ts';
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
  yield line({ format: EXPORT_FORMAT, project: slug, schema: EXPORT_SCHEMA });
  const page = exportPage(sql, query);
  try {
    for (let step = await page.next(); ; step = await page.next()) {
      if (step.done) return yield line({ stored: step.value.stored, next: writeCursor(step.value.next) });
      for (const { table, day, json } of step.value) yield `{"table":"${table}","day":"${day}","row":${json}}\n`;
    }
  } finally {
    await page.return(NOTHING);
  }
}

/** For a reader that leaves early. */
const NOTHING = { stored: { traces: 0, spans: 0, calls: 0, scores: 0 }, next: null };

const line = (value: object): string => `${JSON.stringify(value)}\n`;
