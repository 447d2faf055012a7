/**
 * Links that show one trace to anyone who has them. Only a hash of the token is stored, so a link can be shown only
 * once, when it is created.
 */
import type { Sql } from '../postgres/connect.ts';
import type { ShownTexts } from '../read/trace/trace-find.ts';
import type { TraceKey } from '../rows/row-keys.ts';
import { projectRoles } from './project-roles.ts';
import { hashOf, isToken, newToken } from './secrets.ts';

export interface NewShareLink {
  shows: ShownTexts;
  /** null = never expires. */
  expiresInDays: number | null;
  /** Id of the user who creates the link. */
  createdBy: string;
}

export interface ShareLink {
  id: string;
  /** The trace that the link shows. */
  key: TraceKey;
  shows: ShownTexts;
  expiresAt: Date | null;
}

export interface ListedShareLink extends Omit<ShareLink, 'key'> {
  createdAt: Date;
  createdBy: string;
  lastUsedAt: Date | null;
}

/** Maximum number of working links per trace. */
export const MAX_SHARE_LINKS = 100;

/** Resolves to undefined when the project has no such trace, or the trace has MAX_SHARE_LINKS links. */
export async function createShareLink(
  sql: Sql,
  { projectId, traceId }: TraceKey,
  { shows, expiresInDays, createdBy }: NewShareLink,
): Promise<{ id: string; token: string } | undefined> {
  const token = newToken();
  const [row] = await sql<{ id: string }[]>`
    INSERT INTO share_links (project_id, trace_id, hash, shows_thoughts, shows_said, shows_arguments, shows_results, created_by, expires_at)
    SELECT project_id, trace_id, ${hashOf(token)}::bytea, ${shows.thoughts}::boolean, ${shows.said}::boolean, ${shows.arguments}::boolean,
      ${shows.results}::boolean, ${createdBy}, now() + ${expiresInDays}::integer * interval '1 day'
    FROM traces WHERE project_id = ${projectId} AND trace_id = decode(${traceId}, 'hex') AND ${MAX_SHARE_LINKS} > (
      SELECT count(*) FROM share_links l WHERE l.project_id = ${projectId} AND l.trace_id = decode(${traceId}, 'hex')
        AND l.revoked_at IS NULL AND (l.expires_at IS NULL OR l.expires_at > now()))
    RETURNING id`;
  return row && { id: row.id, token };
}

/**
 * Returns the link of a token; undefined when it does not exist, is revoked or expired, or its creator is no longer a
 * member of the project. Looks the token up by its hash, so the time that this takes reveals nothing about existing
 * tokens.
 */
export async function findShareLink(sql: Sql, token: string): Promise<ShareLink | undefined> {
  if (!isToken(token)) return undefined;
  const [row] = await sql`
    SELECT l.id, l.project_id, encode(l.trace_id, 'hex') AS trace, ${shownColumns(sql)}, l.expires_at,
      coalesce(l.last_used_at < now() - interval '1 minute', true) AS unmarked
    FROM share_links l
    JOIN ${projectRoles(sql)} m ON m.project_id = l.project_id AND m.user_id = l.created_by
    WHERE l.hash = ${hashOf(token)} AND l.revoked_at IS NULL AND (l.expires_at IS NULL OR l.expires_at > now())`;
  if (!row) return undefined;
  // Written at most once per minute, because a page sends many requests.
  if (row.unmarked) await sql`UPDATE share_links SET last_used_at = now() WHERE id = ${row.id}`;
  return {
    id: row.id,
    key: { projectId: row.project_id, traceId: row.trace },
    shows: row.shows,
    expiresAt: row.expires_at,
  };
}

/** Lists the working links of a trace, newest first. */
export async function listShareLinks(sql: Sql, { projectId, traceId }: TraceKey): Promise<ListedShareLink[]> {
  return sql<ListedShareLink[]>`
    SELECT l.id, ${shownColumns(sql)}, l.expires_at AS "expiresAt", l.created_at AS "createdAt", l.last_used_at AS "lastUsedAt",
      u.email AS "createdBy"
    FROM share_links l
    JOIN users u ON u.id = l.created_by
    JOIN ${projectRoles(sql)} m ON m.project_id = l.project_id AND m.user_id = l.created_by
    WHERE l.project_id = ${projectId} AND l.trace_id = decode(${traceId}, 'hex')
      AND l.revoked_at IS NULL AND (l.expires_at IS NULL OR l.expires_at > now())
    ORDER BY l.created_at DESC, l.id LIMIT ${MAX_SHARE_LINKS}`;
}

/** Resolves to false when the trace has no such link, or the link is already revoked. */
export async function revokeShareLink(sql: Sql, { projectId, traceId }: TraceKey, id: string): Promise<boolean> {
  const result = await sql`
    UPDATE share_links SET revoked_at = now()
    WHERE id = ${id} AND project_id = ${projectId} AND trace_id = decode(${traceId}, 'hex') AND revoked_at IS NULL`;
  return result.count === 1;
}

const shownColumns = (sql: Sql) => sql`
  json_build_object('thoughts', l.shows_thoughts, 'said', l.shows_said, 'arguments', l.shows_arguments, 'results', l.shows_results) AS shows`;
