// A project as lines of JSON: the schema, the rows, and the counts of what is stored (docs/export.md).
import {
  EXPORT_FORMAT,
  EXPORT_SCHEMA,
  exportPage,
  type ExportCounts,
  type ExportCursor,
  type ExportPage,
  type ExportQuery,
  type ExportTable,
  type Sql,
} from '@subtext/db';

interface ExportedProject {
  id: string;
  slug: string;
}

const NONE: ExportCounts = { traces: 0, spans: 0, calls: 0, scores: 0 };

export const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

export const firstLine = (project: string): string => lineOf({ format: EXPORT_FORMAT, project, schema: EXPORT_SCHEMA });

/** The rows of one page. `counted` is called for each. */
export async function* pageLines(
  sql: Sql,
  query: ExportQuery,
  counted?: (table: ExportTable) => void,
): AsyncGenerator<string, ExportPage> {
  const page = exportPage(sql, query);
  try {
    for (let step = await page.next(); ; step = await page.next()) {
      if (step.done) return step.value;
      for (const { table, day, json } of step.value) {
        counted?.(table);
        yield `{"table":"${table}","day":"${day}","row":${json}}\n`;
      }
    }
  } finally {
    // For a reader that leaves early.
    await page.return({ stored: NONE, next: null });
  }
}

/** All pages. Fails before the last line when the rows are not those that the database counted. */
export async function* projectLines(sql: Sql, { id: projectId, slug }: ExportedProject): AsyncGenerator<string> {
  yield firstLine(slug);
  const [rows, stored] = [{ ...NONE }, { ...NONE }];
  let after: ExportCursor | null = null;
  do {
    const query: ExportQuery = { projectId, after, since: null };
    const end: ExportPage = yield* pageLines(sql, query, (table) => (rows[table] += 1));
    for (const table of Object.keys(stored) as ExportTable[]) stored[table] += end.stored[table];
    after = end.next;
  } while (after !== null);
  if (JSON.stringify(rows) !== JSON.stringify(stored))
    throw new Error(`The export is not complete: ${JSON.stringify({ rows, stored })}`);
  yield lineOf({ stored, next: null });
}
