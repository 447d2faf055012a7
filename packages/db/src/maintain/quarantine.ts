/**
 * Spans that could not be stored, kept with the reason, so that nothing is lost silently and they can be processed
 * again later. read/quarantine/quarantine-page.ts lists them for the screen.
 */
import { createHash } from 'node:crypto';
import type { Fragment } from 'postgres';
import type { Sql } from '../postgres/connect.ts';

export interface QuarantinedSpan {
  projectId: string;
  /** A sentence for the person who reads the list. */
  reason: string;
  contentType: string;
  /** The span as JSON if it could be decoded, otherwise the bytes as they arrived. */
  body: Uint8Array;
}

/**
 * Resolves after the commit. The same bytes refused for the same reason become one row that counts how often they
 * arrived.
 */
export async function quarantine(sql: Sql, spans: readonly QuarantinedSpan[]): Promise<void> {
  const once = Map.groupBy(spans, ({ projectId, reason, contentType, body }) =>
    [projectId, reason, contentType, createHash('sha256').update(body).digest('hex')].join('\n'),
  );
  // Always in the same order, so that two batches cannot deadlock.
  const sorted = [...once].toSorted(([left], [right]) => (left < right ? -1 : 1));
  for (const rows of chunks(sorted)) {
    await sql`INSERT INTO quarantine ${sql(
      rows.map(([, same]) => ({
        project_id: same[0]!.projectId,
        reason: same[0]!.reason,
        content_type: same[0]!.contentType,
        body: Buffer.from(same[0]!.body),
        times: same.length,
      })),
    )} ON CONFLICT (project_id, digest) DO UPDATE SET times = quarantine.times + excluded.times, received_at = excluded.received_at`;
  }
}

/** A statement may have at most 65,535 parameters. */
const MAX_ROWS = 1_000;

function* chunks<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += MAX_ROWS) yield rows.slice(from, from + MAX_ROWS);
}

/** An undefined field does not restrict: all projects, all reasons, all ids. */
export interface QuarantineFilter {
  projectId?: string | undefined;
  reason?: string | undefined;
  ids?: readonly string[] | undefined;
  /** Only rows that a user asked to process again. */
  isAsked?: boolean | undefined;
}

/** The filter as a condition on `quarantine`. An empty filter selects every row of every project. */
function chosen(sql: Sql, { projectId, reason, ids, isAsked }: QuarantineFilter): Fragment {
  return sql`true
    ${projectId === undefined ? sql`` : sql`AND quarantine.project_id = ${projectId}`}
    ${reason === undefined ? sql`` : sql`AND reason = ${reason}`}
    ${ids === undefined ? sql`` : sql`AND id = ANY (${[...ids]}::uuid[])`}
    ${isAsked ? sql`AND replay_asked_at IS NOT NULL` : sql``}`;
}

/** Summary of the rows with one reason. */
export interface QuarantineSummary {
  projectId: string;
  /** The project's slug; null when the project was deleted. */
  project: string | null;
  reason: string;
  /** Number of distinct spans. */
  spans: number;
  /** How often they arrived. */
  times: number;
  bytes: number;
  firstAt: Date;
  lastAt: Date;
  /** The number of these spans that wait to be processed again. */
  asked: number;
}

/** Sorted by number of rows, the largest first. */
export async function quarantineSummary(sql: Sql, filter: QuarantineFilter): Promise<QuarantineSummary[]> {
  return sql<QuarantineSummary[]>`
    SELECT quarantine.project_id AS "projectId", projects.slug AS project, reason, count(*)::int AS spans, sum(times)::int AS times,
      sum(octet_length(body))::float8 AS bytes, min(first_at) AS "firstAt", max(received_at) AS "lastAt",
      count(replay_asked_at)::int AS asked
    FROM quarantine LEFT JOIN projects ON projects.id = quarantine.project_id
    WHERE ${chosen(sql, filter)}
    GROUP BY quarantine.project_id, projects.slug, reason ORDER BY count(*) DESC, reason`;
}

export interface QuarantinedRow extends QuarantinedSpan {
  id: string;
}

/** Returns a page of at most `limit` rows with their bytes, by ascending id, after the id `after`. */
export async function quarantinedBodies(
  sql: Sql,
  { after, limit, ...filter }: QuarantineFilter & { after: string; limit: number },
): Promise<QuarantinedRow[]> {
  return sql<QuarantinedRow[]>`
    SELECT id, project_id AS "projectId", reason, content_type AS "contentType", body FROM quarantine
    WHERE ${chosen(sql, filter)} AND id > ${after} ORDER BY id LIMIT ${limit}`;
}

/** Deletes the rows that the filter selects. Resolves to their number. */
export async function dropQuarantined(sql: Sql, filter: QuarantineFilter): Promise<number> {
  return (await sql`DELETE FROM quarantine WHERE ${chosen(sql, filter)}`).count;
}

/**
 * Marks rows to be processed again, which ingest does within seconds (apps/ingest/src/quarantine/requested-replays.ts).
 * Resolves to the number of marked rows.
 */
export async function askReplay(sql: Sql, filter: QuarantineFilter & { projectId: string }): Promise<number> {
  return (await sql`UPDATE quarantine SET replay_asked_at = now() WHERE ${chosen(sql, filter)}`).count;
}

/** Projects that take telemetry, with rows that wait to be processed again. */
export async function projectsAskingReplay(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT DISTINCT project_id AS id FROM quarantine JOIN projects ON projects.id = project_id
    WHERE replay_asked_at IS NOT NULL AND archived_at IS NULL AND deletion_requested_at IS NULL`;
  return rows.map(({ id }) => id);
}

export interface RefusedAgain {
  projectId: string;
  id: string;
  reason: string;
}

/**
 * For rows that were processed again and refused again: records when and why, and clears the mark that askReplay set.
 */
export async function noteRefused(sql: Sql, rows: readonly RefusedAgain[]): Promise<void> {
  for (const [projectId, refused] of Map.groupBy(rows, (row) => row.projectId)) {
    await sql`
      UPDATE quarantine SET replay_asked_at = NULL, replayed_at = now(), refused_because = again.reason
      FROM unnest(${refused.map(({ id }) => id)}::uuid[], ${refused.map(({ reason }) => reason)}::text[]) AS again (id, reason)
      WHERE quarantine.project_id = ${projectId} AND quarantine.id = again.id`;
  }
}
