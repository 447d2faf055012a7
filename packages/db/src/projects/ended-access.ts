/** Finds readers of open streams that have lost their access. Uses one statement for any number of streams. */
import type { Sql } from '../postgres/connect.ts';
import { projectRoles } from './project-roles.ts';

/** What gives a reader access to a project: a member's sign-in session, or an API key. */
export type Access = { projectId: string } & (
  { kind: 'session'; sessionId: string; userId: string } | { kind: 'key'; keyId: string }
);

/** `session`: signed out or expired. `membership`: no longer a member of the project. `key`: revoked or expired. */
export type AccessEnd = 'session' | 'membership' | 'key';

/** Returns why each access has ended, in the order of `accesses`; undefined when it has not. */
export async function endedAccess(sql: Sql, accesses: readonly Access[]): Promise<(AccessEnd | undefined)[]> {
  const column = (of: (access: Access) => string | null) => accesses.map(of);
  const rows = await sql<{ ended: AccessEnd | null }[]>`
    select case
      when access.key_id is not null then case when not exists (
        select from api_keys k join projects p on p.id = k.project_id
        where k.id = access.key_id and k.project_id = access.project_id and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) and p.deletion_requested_at is null
      ) then 'key' end
      when not exists (
        select from sessions s where s.id = access.session_id and s.user_id = access.user_id and s.expires_at > now()
      ) then 'session'
      when not exists (
        select from ${projectRoles(sql)} r where r.project_id = access.project_id and r.user_id = access.user_id
      ) then 'membership' end as ended
    from unnest(
      ${column(({ projectId }) => projectId)}::uuid[],
      ${column((access) => (access.kind === 'session' ? access.sessionId : null))}::text[],
      ${column((access) => (access.kind === 'session' ? access.userId : null))}::text[],
      ${column((access) => (access.kind === 'key' ? access.keyId : null))}::uuid[]
    ) with ordinality as access (project_id, session_id, user_id, key_id, position)
    order by access.position`;
  return rows.map(({ ended }) => ended ?? undefined);
}
