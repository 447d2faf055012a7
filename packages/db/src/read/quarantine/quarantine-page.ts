/** One page of the quarantine of a project, newest first, without the bytes (quarantine-bytes.ts). */
import type { Sql } from '../../postgres/connect.ts';

export interface QuarantinePage {
  projectId: string;
  /** undefined = all. */
  reason?: string | undefined;
  limit: number;
  /** `cursor` of the last row of the previous page. */
  after: QuarantineCursor | null;
}

export interface QuarantineCursor {
  /** As the database formats it, with microseconds. */
  at: string;
  id: string;
}

export interface QuarantineItem {
  id: string;
  reason: string;
  contentType: string;
  bytes: number;
  /** How often the same bytes arrived. */
  times: number;
  firstAt: Date;
  lastAt: Date;
  /** The row is waiting to be processed again. */
  isAsked: boolean;
  /** When it was last processed again, and why it was refused then; null = never. */
  replayedAt: Date | null;
  refusedBecause: string | null;
  cursor: QuarantineCursor;
}

export async function quarantinePage(
  sql: Sql,
  { projectId, reason, limit, after }: QuarantinePage,
): Promise<QuarantineItem[]> {
  const rows = await sql<(Omit<QuarantineItem, 'cursor'> & { at: string })[]>`
    SELECT id, reason, content_type AS "contentType", octet_length(body) AS bytes, times, first_at AS "firstAt", received_at AS "lastAt",
      replay_asked_at IS NOT NULL AS "isAsked", replayed_at AS "replayedAt", refused_because AS "refusedBecause", received_at::text AS at
    FROM quarantine
    WHERE quarantine.project_id = ${projectId} ${reason === undefined ? sql`` : sql`AND reason = ${reason}`}
      ${after ? sql`AND (received_at, id) < (${after.at}::text::timestamptz, ${after.id}::uuid)` : sql``}
    ORDER BY received_at DESC, id DESC LIMIT ${limit}`;
  return rows.map(({ at, ...row }) => ({ ...row, cursor: { at, id: row.id } }));
}
