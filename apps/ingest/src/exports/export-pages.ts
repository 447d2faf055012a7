/** The pages of a project, from the database. Their cursors are those of the read API, so either goes on with the other. */
import { EXPORT_SCHEMA, exportPage, type ExportCursor, type Sql } from '@subtext/db';
import { ExportProblem, type ExportRow, type PageEnd, type PageSource } from '@subtext/export';
import { z } from 'zod';

const CURSOR = z.object({ day: z.iso.date(), traceId: z.string().regex(/^[0-9a-f]{32}$/) });

interface PagesOf {
  projectId: string;
  /** Its slug. */
  project: string;
  since: string | null;
}

export const exportPages =
  (sql: Sql, { projectId, project, since }: PagesOf): PageSource =>
  (cursor) => {
    const after = cursor === null ? null : readCursor(cursor);
    const query = { projectId, after, since: since === null ? null : new Date(since) };
    return Promise.resolve({ schema: EXPORT_SCHEMA, project, rows: rowsOf(exportPage(sql, query)) });
  };

async function* rowsOf(page: ReturnType<typeof exportPage>): AsyncGenerator<ExportRow[], PageEnd, undefined> {
  const { stored, next } = yield* page;
  return { stored, next: next && writeCursor(next) };
}

const writeCursor = (next: ExportCursor): string => Buffer.from(JSON.stringify(next)).toString('base64url');

/** The manifest is at a place that others may write to. */
function readCursor(text: string): ExportCursor {
  try {
    return CURSOR.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw new ExportProblem('The manifest of the export that was stopped is damaged. Export everything.');
  }
}
