/**
 * Makes stored traces due that were never checked, or by an earlier version: after an upgrade, after a restore, and when
 * the checks change. Walks each project from its newest trace back, some traces at a time.
 */
import type { Sql, TransactionSql } from '../../postgres/connect.ts';

/** Older traces are not checked, unless they change. */
export const EVIDENCE_DAYS = 30;
const TRACES_PER_STEP = 500;

/** Resolves to the number of traces that became due; 0 = every project is done. */
export async function walkStoredTraces(sql: Sql, version: number): Promise<number> {
  for (const id of await projectsToWalk(sql, version)) {
    for (;;) {
      const found = await sql.begin((transaction) => walkOn(transaction, id, version));
      if (found === undefined) break;
      if (found > 0) return found;
    }
  }
  return 0;
}

/** Projects whose stored traces are not all due or checked. Cheap, because it is asked all the time. */
export async function projectsToWalk(sql: Sql, version: number): Promise<string[]> {
  const [projects, walked] = await Promise.all([
    sql<{ id: string }[]>`SELECT id FROM projects WHERE deletion_requested_at IS NULL ORDER BY id`,
    sql<{ id: string }[]>`SELECT project_id AS id FROM evidence_walks
      WHERE finished_at IS NOT NULL AND checks_version >= ${version}`,
  ]);
  const done = new Set(walked.map(({ id }) => id));
  return projects.flatMap(({ id }) => (done.has(id) ? [] : [id]));
}

/** undefined: the project is done, or another process walks through it. */
async function walkOn(sql: TransactionSql, projectId: string, version: number): Promise<number | undefined> {
  await sql`INSERT INTO evidence_walks (project_id, checks_version) VALUES (${projectId}, ${version})
    ON CONFLICT (project_id) DO UPDATE SET checks_version = ${version}, reached = NULL, reached_id = NULL, finished_at = NULL
    WHERE evidence_walks.checks_version < ${version}`;
  const [walk] = await sql<{ reached: string | null; id: string | null }[]>`
    SELECT reached::text AS reached, encode(reached_id, 'hex') AS id FROM evidence_walks WHERE project_id = ${projectId} AND finished_at IS NULL
    FOR UPDATE SKIP LOCKED`;
  if (!walk) return undefined;
  const rows = await sql<{ id: string; startedAt: string }[]>`
    SELECT encode(trace_id, 'hex') AS id, started_at::text AS "startedAt" FROM traces
    WHERE project_id = ${projectId} AND started_at > now() - ${EVIDENCE_DAYS} * interval '1 day'
      ${walk.reached === null ? sql`` : sql`AND (started_at, trace_id) < (${walk.reached}::text::timestamptz, decode(${walk.id}, 'hex'))`}
    ORDER BY started_at DESC, trace_id DESC LIMIT ${TRACES_PER_STEP}`;
  const last = rows.at(-1);
  await sql`UPDATE evidence_walks SET reached = ${last?.startedAt ?? null}::text::timestamptz,
    reached_id = decode(${last?.id ?? null}, 'hex'),
    finished_at = CASE WHEN ${rows.length < TRACES_PER_STEP} THEN now() END WHERE project_id = ${projectId}`;
  return rows.length === 0 ? undefined : makeDue(sql, { projectId, version, ids: rows.map(({ id }) => id) });
}

interface Stored {
  projectId: string;
  version: number;
  ids: readonly string[];
}

async function makeDue(sql: TransactionSql, { projectId, version, ids }: Stored): Promise<number> {
  const { count } = await sql`
    INSERT INTO trace_evidence AS stored (project_id, trace_id, due_since)
    SELECT ${projectId}::uuid, t.trace_id, now() FROM traces AS t
    WHERE t.project_id = ${projectId} AND t.trace_id = ANY (ARRAY(SELECT decode(id, 'hex') FROM unnest(${[...ids]}::text[]) AS id))
    ORDER BY t.trace_id
    ON CONFLICT (project_id, trace_id) DO UPDATE SET due_since = excluded.due_since, retry_at = now(), attempts = 0
    WHERE stored.due_since IS NULL AND coalesce(stored.checks_version, 0) < ${version}`;
  return count;
}
