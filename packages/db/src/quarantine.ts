/** Spans that could not be stored, kept with the reason: nothing that was sent is lost silently, and it can be read again later. */
import type { Sql } from './connect.ts';

export interface QuarantinedSpan {
  projectId: string;
  /** A sentence for the person who looks. */
  reason: string;
  contentType: string;
  /** The span as JSON where it could be decoded, else the bytes as they came. */
  body: Uint8Array;
}

/** Resolves after the commit. */
export async function quarantine(sql: Sql, spans: readonly QuarantinedSpan[]): Promise<void> {
  if (spans.length === 0) return;
  await sql`INSERT INTO quarantine ${sql(
    spans.map((span) => ({
      project_id: span.projectId,
      reason: span.reason,
      content_type: span.contentType,
      body: Buffer.from(span.body),
    })),
  )}`;
}

/** undefined = all projects, all reasons. */
export interface QuarantineFilter {
  projectId?: string | undefined;
  reason?: string | undefined;
}

function chosen(sql: Sql, { projectId, reason }: QuarantineFilter) {
  return sql`(${projectId ?? null}::uuid IS NULL OR quarantine.project_id = ${projectId ?? null})
    AND (${reason ?? null}::text IS NULL OR reason = ${reason ?? null})`;
}

/** What is kept for one reason. */
export interface QuarantineSummary {
  projectId: string;
  /** Slug; null when the project is gone. */
  project: string | null;
  reason: string;
  spans: number;
  bytes: number;
  firstAt: Date;
  lastAt: Date;
}

/** The largest first. */
export async function quarantineSummary(sql: Sql, filter: QuarantineFilter): Promise<QuarantineSummary[]> {
  return sql<QuarantineSummary[]>`
    SELECT quarantine.project_id AS "projectId", projects.slug AS project, reason, count(*)::int AS spans,
      sum(octet_length(body))::float8 AS bytes, min(received_at) AS "firstAt", max(received_at) AS "lastAt"
    FROM quarantine LEFT JOIN projects ON projects.id = quarantine.project_id
    WHERE ${chosen(sql, filter)}
    GROUP BY quarantine.project_id, projects.slug, reason ORDER BY count(*) DESC, reason`;
}

export interface QuarantinedRow extends QuarantinedSpan {
  id: string;
}

/** The next of them by id, after the one given. */
export async function quarantinedPage(
  sql: Sql,
  { after, limit, ...filter }: QuarantineFilter & { after: string; limit: number },
): Promise<QuarantinedRow[]> {
  return sql<QuarantinedRow[]>`
    SELECT id, project_id AS "projectId", reason, content_type AS "contentType", body FROM quarantine
    WHERE ${chosen(sql, filter)} AND id > ${after} ORDER BY id LIMIT ${limit}`;
}

/** Resolves to how many there were. */
export async function dropQuarantined(sql: Sql, filter: QuarantineFilter & { ids?: string[] }): Promise<number> {
  const ids = filter.ids ?? null;
  const result = await sql`
    DELETE FROM quarantine WHERE ${chosen(sql, filter)} AND (${ids}::uuid[] IS NULL OR id = ANY (${ids}::uuid[]))`;
  return result.count;
}
