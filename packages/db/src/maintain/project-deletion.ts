/**
 * Deletes the projects whose deletion was requested, with every row that belongs to them.
 *
 *   count the rows of each table → delete them in pieces → wait for late writes → the receipt and the project itself
 *
 * A piece and the count of what is deleted are one transaction, so a killed deletion goes on where it stopped and its
 * receipt is exact. Which tables belong to a project is read from the catalog, so a new table is never left out. No
 * rollup of another project has anything of this one, because all of them are keyed by project.
 */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { partitionDays, PARTITIONED_TABLES } from '../postgres/partitions.ts';
import { whileAlone } from '../postgres/while-alone.ts';
import { recordAudit } from '../projects/audit-log.ts';
import { rowsOf, type Deletion } from '../projects/deletion-request.ts';
import { PLAN_BY_INDEX } from '../write/write-statements.ts';

export interface DeletedProject {
  id: string;
  rows: number;
}

interface Options {
  /** Rows per transaction. */
  piece?: number;
  /** How long after the request rows may still arrive. */
  settleMs?: number;
  signal?: AbortSignal;
}

/** An arbitrary number. Only one process deletes at a time. */
const LOCK = 7803_1125;
/** Takes some tens of milliseconds. */
const ROWS_PER_PIECE = 5_000;
/** Ingest remembers a key for seconds, reads a request for at most a minute, and then stores what it has read. */
const SETTLE_MS = 120_000;

/** Deleted with the project's row, because they show its former owners the progress. */
const LAST_TABLE = 'project_members';

interface Requested {
  id: string;
  organizationId: string;
  slug: string;
  name: string;
  requestedAt: Date;
  deletion: Deletion;
}

interface ProjectTable {
  name: string;
  /** The columns of the primary key besides project_id; project_id itself when there is no other. */
  key: string[];
}

/**
 * Resolves to the projects that are wholly gone; to none while another process does this. What is left, because late
 * rows may still come or `signal` aborted, is done the next time.
 */
export async function deleteRequestedProjects(sql: Sql, options: Options = {}): Promise<DeletedProject[]> {
  // Most of the time there is nothing to do, and no lock is needed to see that.
  if ((await requested(sql)).length === 0) return [];
  const gone = await whileAlone(sql, LOCK, () => deleteAll(sql, options));
  return gone ?? [];
}

async function deleteAll(sql: Sql, options: Options): Promise<DeletedProject[]> {
  const gone: DeletedProject[] = [];
  for (const project of await requested(sql)) {
    if (await deleteProject(sql, project, options)) gone.push(receiptOf(project));
  }
  return gone;
}

const receiptOf = ({ id, deletion }: Requested): DeletedProject => ({ id, rows: rowsOf(deletion.deleted) });

async function requested(sql: Sql): Promise<Requested[]> {
  return [
    ...(await sql<Requested[]>`
      SELECT id, organization_id AS "organizationId", slug, name, deletion_requested_at AS "requestedAt", deletion
      FROM projects WHERE deletion_requested_at IS NOT NULL ORDER BY deletion_requested_at, id`),
  ];
}

/** Resolves to whether the project is gone. */
async function deleteProject(sql: Sql, project: Requested, options: Options): Promise<boolean> {
  const { piece = ROWS_PER_PIECE, settleMs = SETTLE_MS, signal } = options;
  // Before the sweep, so that the sweep finds every row that was stored until then.
  const isSettled = Date.now() - project.requestedAt.getTime() >= settleMs;
  const tables = await projectTables(sql);
  project.deletion.total ??= await countRows(sql, project, tables);
  await saveProgress(sql, project);
  const days = await partitionDays(sql);
  for (const table of tables) {
    const isPartitioned = (PARTITIONED_TABLES as readonly string[]).includes(table.name);
    for (const day of isPartitioned ? days : [undefined]) {
      while ((await deletePiece(sql, project, { ...table, day, piece })) > 0) if (signal?.aborted) return false;
      if (signal?.aborted) return false;
    }
  }
  if (!isSettled) return false;
  await finish(sql, project);
  return true;
}

/** Every table with a column project_id, but for the last one. */
async function projectTables(sql: Sql): Promise<ProjectTable[]> {
  const rows = await sql<ProjectTable[]>`
    SELECT relname AS name, ARRAY(
      SELECT attname::text FROM unnest(indkey::int[]) WITH ORDINALITY AS parts (number, position)
      JOIN pg_attribute part ON part.attrelid = indrelid AND part.attnum = number
      WHERE attname <> 'project_id' ORDER BY position) AS key
    FROM pg_class JOIN pg_attribute project ON project.attrelid = pg_class.oid JOIN pg_index ON indrelid = pg_class.oid AND indisprimary
    WHERE project.attname = 'project_id' AND relkind IN ('r', 'p') AND NOT relispartition
      AND relnamespace = current_schema()::regnamespace AND relname <> ${LAST_TABLE}
    ORDER BY relname`;
  return rows.map(({ name, key }) => ({ name, key: key.length > 0 ? key : ['project_id'] }));
}

async function countRows(
  sql: Sql,
  { id }: Requested,
  tables: readonly ProjectTable[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await sql<[{ rows: number }]>`
      SELECT count(*)::float8 AS rows FROM ${sql(name)} WHERE project_id = ${id}`;
    counts[name] = row.rows;
  }
  return counts;
}

interface Piece extends ProjectTable {
  /** The partition to delete from; undefined = the table has none. */
  day: string | undefined;
  piece: number;
}

/** Deletes some rows and counts them in the progress of the project. Resolves to their number. */
async function deletePiece(sql: Sql, project: Requested, { name, key, day, piece }: Piece): Promise<number> {
  const chosen = `project_id = $1${day === undefined ? '' : ' AND day = $3'}`;
  const columns = key.join(', ');
  const statement = `DELETE FROM ${name} WHERE ${chosen} AND (${columns}) IN (
    SELECT ${columns} FROM ${name} WHERE ${chosen} LIMIT $2)`;
  const before = project.deletion.deleted[name] ?? 0;
  return (await sql
    .begin(async (transaction) => {
      // The statistics of a table that is being emptied lag behind, and such a plan would read it from end to end.
      await transaction.unsafe(PLAN_BY_INDEX);
      const { count } = await transaction.unsafe(statement, [project.id, piece, ...(day === undefined ? [] : [day])]);
      if (count === 0) return 0;
      project.deletion.deleted[name] = before + count;
      await saveProgress(transaction, project);
      return count;
    })
    .catch((error: unknown) => {
      project.deletion.deleted[name] = before;
      throw error;
    })) as number;
}

async function saveProgress(sql: Sql | TransactionSql, { id, deletion }: Requested): Promise<void> {
  await sql`UPDATE projects SET deletion = ${JSON.stringify(deletion)}::text::jsonb WHERE id = ${id}`;
}

/** The receipt in the log of the organization, and the end of the project, are one transaction. */
async function finish(sql: Sql, { id, organizationId, slug, name, requestedAt, deletion }: Requested): Promise<void> {
  await sql.begin(async (transaction) => {
    await recordAudit(transaction, {
      organizationId,
      actor: deletion.requestedBy,
      action: 'project.deleted',
      target: name,
      before: { slug, requestedAt: requestedAt.toISOString() },
      after: { rows: rowsOf(deletion.deleted), byTable: deletion.deleted },
    });
    await transaction`DELETE FROM projects WHERE id = ${id}`;
  });
}
